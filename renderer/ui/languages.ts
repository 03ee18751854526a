import { locale } from './format.ts'

const namesIn = new Map<string, Intl.DisplayNames>()

function names(): Intl.DisplayNames {
  const tag = locale()
  const known =
    namesIn.get(tag) ?? new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' })
  namesIn.set(tag, known)
  return known
}

/** The name of a language in the page's language, or its code if unknown. */
export function languageName(code: string): string {
  try {
    return names().of(code) ?? code
  } catch {
    // Not a language code: show it as it is.
    return code
  }
}

/** ISO 639 codes of the languages that the multilingual speech models know. */
const codes = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he ' +
  'hi hr ht hu hy id is it ja jv ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne ' +
  'nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ' +
  'ur uz vi yi yo yue zh'
).split(' ')

/** Languages to choose from, sorted by name in the page's language. */
export const languageChoices = (): { value: string; label: string }[] =>
  codes
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale()))
