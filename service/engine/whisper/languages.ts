/** The languages whisper knows, in its own spelling. */
const whisperLanguages = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur ' +
    'hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si ' +
    'km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ' +
    'ba jw su yue'
  ).split(' '),
)

const unspaced = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'my', 'km', 'bo'])

/** Whether a language is written without blanks between words. */
export const isUnspaced = (language: string): boolean => unspaced.has(language)

/** A character of the scripts of those languages. */
export const unspacedScript =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

/** A language tag such as `en-US` as whisper spells it; `auto` for none and for unknown ones. */
export function toWhisperLanguage(tag: string | undefined): string {
  const code = (tag ?? 'auto').toLowerCase().split(/[-_]/)[0] ?? 'auto'
  // ISO 639-1 has called Javanese jv since 2001, whisper has not followed.
  const own = code === 'jv' ? 'jw' : code
  return whisperLanguages.has(own) ? own : 'auto'
}

/** Whisper's name for a language as the ISO 639-1 code. */
export const fromWhisperLanguage = (code: string): string => (code === 'jw' ? 'jv' : code)

/** Whether a code is the ISO one (639-1; 639-3 where that has none) of a language whisper knows. */
export const isKnownLanguage = (code: string): boolean =>
  code !== 'jw' && whisperLanguages.has(code === 'jv' ? 'jw' : code)

/** The word that stands where a code would and asks to find out what is spoken. */
export const detectLanguage = 'auto'
