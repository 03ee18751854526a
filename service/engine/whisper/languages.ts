import { languageCode } from '../../core/language-name.ts'

/** The languages whisper knows, by its own codes. */
const whisperLanguages = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur ' +
    'hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si ' +
    'km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ' +
    'ba jw su yue'
  ).split(' '),
)

const unspaced = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'my', 'km', 'bo'])

/** Whether a language is written without spaces between words. */
export const isUnspaced = (language: string): boolean => unspaced.has(language)

/** Matches a character of those languages' scripts. */
export const unspacedScript =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

/** Converts a language tag such as `en-US` to whisper's code; `auto` for none or an unknown one. */
export function toWhisperLanguage(tag: string | undefined): string {
  const code = (tag ?? 'auto').toLowerCase().split(/[-_]/)[0] ?? 'auto'
  // ISO 639-1 changed Javanese to jv in 2001; whisper still uses jw.
  const own = code === 'jv' ? 'jw' : code
  return whisperLanguages.has(own) ? own : 'auto'
}

/** Converts whisper's code to ISO 639-1. */
export const fromWhisperLanguage = (code: string): string => (code === 'jw' ? 'jv' : code)

/**
 * Whether a code is the ISO code (639-1, or 639-3 if there is none) of a language whisper knows.
 */
export const isKnownLanguage = (code: string): boolean =>
  code !== 'jw' && whisperLanguages.has(code === 'jv' ? 'jw' : code)

/** The ISO code of a language whisper knows, as programs and people write it (core/language-name.ts); null for any other text. */
export function readLanguage(written: string): string | null {
  const code = languageCode(written)
  return code !== null && isKnownLanguage(code) ? code : null
}

/** Used in place of a language code to request detection. */
export const detectLanguage = 'auto'
