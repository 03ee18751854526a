const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of an ISO 639 language code (`de`, `pt-BR`), or null if it has none. */
export function languageName(code: string): string | null {
  try {
    return code === 'und' ? null : (names.of(code) ?? null)
  } catch {
    return null // Not a language code.
  }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Codes of ISO 639-1 by their English names in lower case, as speech programs write them: `german`. */
const codesByName = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = languageName(code)?.toLowerCase()
      return name === undefined || canonical(code) !== code ? [] : [[name, code] as const]
    }),
)

/** Where the standards know several codes, the one that speech models were trained with. */
const trainedCodes: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl' }

/**
 * The code of a language as programs and people write it: `de` for `DE`, `de_AT`, `deu`, `ger` and `German`; `he` for
 * `iw`. Null for what is no language of BCP 47, such as `auto`.
 */
export function languageCode(written: string): string | null {
  const text = written.trim().toLowerCase()
  const code = codesByName.get(text) ?? canonical(text.replaceAll('_', '-'))
  return code === null ? null : (trainedCodes[code] ?? code)
}

/** The language of a tag, by its newest and shortest code. */
function canonical(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null // No tag of BCP 47.
  }
}
