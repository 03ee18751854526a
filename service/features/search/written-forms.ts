/**
 * What people write in one way and say in another: codes of letters and digits (AB-1234, AB 1234, AB1234), numbers in
 * groups of digits (+49 170 1234567), and addresses (jane@example.com, “example dot com”). The index has their other forms
 * at the end of a text, each as one word; a query is read in that one word besides.
 */

/** Where a form stands in the text, and what it has in place of signs there: nothing, a space, or another sign. */
type Form = {
  form: string
  /** Whether it says the same as what stands there, or is only one part or several words of it. */
  isSame: boolean
  at: number
  length: number
  signs: ReadonlyMap<number, string>
}

const edge = '(?<![\\p{L}\\p{M}\\p{N}])'
const end = '(?![\\p{L}\\p{M}\\p{N}])'
const hyphen = '[-_/\\u2010\\u2011\\u2013]'
/** Letters in one word with digits, joined by signs. */
const signed = new RegExp(`${edge}[\\p{L}\\d]{1,16}(?:${hyphen}[\\p{L}\\d]{1,16}){1,7}${end}`, 'gu')
/** Digits in groups, also behind capital letters that may be spelled: A B 1234. */
const groups = new RegExp(
  `${edge}\\+?(?:(?:\\p{Lu}(?: \\p{Lu}){1,4}|\\p{Lu}{1,5}\\d{0,4})[ -])?\\d+(?:(?:\\) ?| \\(|[-./\\u2010\\u2011\\u2013\\u00a0\\u202f ])\\d+){0,15}${end}`,
  'gu',
)
/** Choice: shorter ones may as well be numbers one after another, and no number that is dictated is longer. */
const [leastDigits, mostDigits] = [7, 24]
/** Letters and digits in one word; not the ending of a number (20th). */
const together = new RegExp(
  `${edge}(?:(\\p{L}+)(\\d{2,})|(\\d{2,})(?!(?:st|nd|rd|th)${end})(\\p{L}{2,}))${end}`,
  'giu',
)

const name = '[\\p{L}\\d][\\p{L}\\d-]{0,62}'
const address = new RegExp(
  `${edge}(?:[\\p{L}\\d][\\p{L}\\d._%+-]{0,62}@)?${name}(?:\\.${name}){0,5}\\.\\p{L}{2,20}${end}`,
  'gu',
)
/** The word for a dot with endings that are no words beside it; English and German dots need no such care. */
const dots = [
  ' (?:dot|punkt) (?:com|org|net|edu|gov|info|io|ai|app|dev|eu|uk|de|at|ch|fr|it|es|nl|us|example|test)',
  ' (?:point|punto|ponto|punt|точка) (?:com|org|net|edu|gov|info|io|app|eu|fr|br|nl|ru|ком|ру)',
].join('|')
const anyDot = ' (?:dot|punkt|point|punto|ponto|punt|точка) '
const anyAt = ' (?:at|ät|arroba|chiocciola|arobase) '
const site = `${name}(?:${anyDot}${name}){0,2}?(?:${dots})${end}`
const saidSite = new RegExp(`${edge}${site}`, 'giu')
const saidMail = new RegExp(`${edge}${name}(?:${anyDot}${name}){0,3}${anyAt}${site}`, 'giu')

const mayBeCode = /\d/
const mayBeAddress = /[\p{L}\d]\.\p{L}/u
const mayBeSaid = new RegExp(anyDot, 'i')
/** In a run of more than two parts no part of a code. */
const longWord = /^\p{L}{6}/u
/** No group of a longer number. */
const decimal = /^\d+\.\d{1,2}$/

/** Matches in PostgreSQL each text that has other forms; more match, which only are looked at for nothing. */
export const mayHaveForms = [
  '[[:alnum:]][-_/\\u2010\\u2011\\u2013][[:alnum:]]*\\d|\\d[-./) \\u2010\\u2011\\u2013\\u00a0\\u202f][-( ]?\\d',
  '[[:alpha:]]\\d\\d|\\d\\d[[:alpha:]]|[[:upper:]][ -]\\d|\\m0\\d{6}|[[:alnum:]]\\.[[:alpha:]]',
  anyDot,
].join('|')

/** All other forms of what is in a text, one after the other. */
export const findForms = (text: string): string[] => textsOf(listForms(text))

/** Those of its codes and numbers alone. */
export const findCodes = (text: string): string[] => textsOf(listCodes(text))

const textsOf = (forms: readonly Form[]): string[] => [...new Set(forms.map(({ form }) => form))]

/** The text with each that has several forms in the one that is a word. */
export function joinForms(text: string): string {
  let joined = ''
  let from = 0
  for (const { form, at, length } of outermost(listForms(text).filter(({ isSame }) => isSame))) {
    joined += text.slice(from, at) + form
    from = at + length
  }
  return (joined + text.slice(from)).replaceAll(plus, '')
}

/** Before the number of a country, which is found without it. */
const plus = /\+(?=\d{7})/g

/** By its place in the text, what to read instead of a sign so that forms that are looked for stand there. */
export const signsOfForms = (
  text: string,
  isSought: (word: string) => boolean,
): Map<number, string> =>
  new Map(
    outermost(listForms(text).filter(({ form }) => form.split(' ').some(isSought))).flatMap(
      ({ signs }) => [...signs],
    ),
  )

/** Of those that overlap the first, and of these the longest. */
function outermost(forms: readonly Form[]): Form[] {
  let free = 0
  return forms
    .toSorted((one, other) => one.at - other.at || other.length - one.length)
    .filter(({ at, length }) => {
      if (at < free) return false
      free = at + length
      return true
    })
}

const listForms = (text: string): Form[] => [
  ...listCodes(text),
  ...(mayBeAddress.test(text) ? listAddresses(text) : []),
  ...(mayBeSaid.test(text) ? listSaid(text) : []),
]

function listCodes(text: string): Form[] {
  if (!mayBeCode.test(text)) return []
  const runs = [...text.matchAll(signed), ...text.matchAll(groups)].flatMap(endsOf)
  const apart = [...text.matchAll(together)].map(({ 0: word, index, ...parts }) => ({
    form: [parts[1], parts[2], parts[3], parts[4]].filter(Boolean).join(' '),
    ...{ isSame: false, at: index, length: word.length, signs: new Map<number, string>() },
  }))
  return [...runs, ...apart]
}

/** A run without its signs, from each of its parts to the end, and the numbers in it. */
function endsOf({ 0: run, index }: RegExpExecArray): Form[] {
  const parts = [...run.matchAll(/[\p{L}\d]+/gu)]
  const isName = parts.length > 2 && parts.some(([part]) => longWord.test(part))
  if (decimal.test(run) || isName) return []
  return parts.flatMap(({ 0: part, index: start }, order) => {
    const rest = run.slice(start)
    const whole = toCode(rest, index + start, order === 0)
    const forms = isCode(whole.form) && whole.form !== part ? [whole] : []
    // To the database a number behind a hyphen is a negative one; behind a space it is a word as it is.
    if (/\d/.test(part) && /[^\s(]/.test(run.charAt(start - 1)))
      forms.push(toCode(part, index + start, false))
    return forms
  })
}

/** Without its signs, a zero in brackets (+49 (0)170) and the zeros before a long number. */
function toCode(text: string, at: number, isSame: boolean): Form {
  const shown = text.replaceAll(unread, '')
  const zeros = isCode(shown) ? (/^0+(?=\P{L}*$)/u.exec(text)?.[0].length ?? 0) : 0
  const signs = new Map<number, string>()
  for (let place = 0; place < zeros; place += 1) signs.set(at + place, '')
  for (const { 0: sign, index } of text.matchAll(unread))
    for (let place = index; place < index + sign.length; place += 1) signs.set(at + place, '')
  return { form: shown.slice(zeros), isSame, at, length: text.length, signs }
}
const unread = /\(0\)|[^\p{L}\d]/gu

const isCode = (form: string): boolean =>
  form.length <= mostDigits &&
  (/\d\D|\D\d/.test(form) || (/\d/.test(form) && form.length >= leastDigits))

/** The domains of an address, and its words. */
const listAddresses = (text: string): Form[] =>
  [...text.matchAll(address)].flatMap(({ 0: whole, index }) => {
    const signs = [...whole.matchAll(/[@._%+]/g)].map(({ index: place }) => place)
    const toForm = (form: string, places: number[]): Form => ({
      ...{ form, isSame: false, at: index, length: whole.length },
      signs: new Map(places.map((place) => [index + place, ' '])),
    })
    const domains = signs
      .filter((place) => place >= whole.indexOf('@') && whole.includes('.', place + 1))
      .map((place) => toForm(whole.slice(place + 1), [place]))
    const words = whole.split(/[@._%+]/).filter(({ length }) => length > 1)
    return words.length > 1 ? [...domains, toForm(words.join(' '), signs)] : []
  })

/** An address that was said, as it is written. */
const listSaid = (text: string): Form[] =>
  [...text.matchAll(saidMail), ...text.matchAll(saidSite)].map(({ 0: whole, index }) => {
    const signs = new Map<number, string>()
    for (const [words, sign] of [
      [anyAt, '@'],
      [anyDot, '.'],
    ] as const) {
      for (const { 0: word, index: at } of whole.matchAll(new RegExp(words, 'gi'))) {
        for (let place = at; place < at + word.length; place += 1) signs.set(index + place, '')
        signs.set(index + at, sign)
      }
    }
    const form = [...whole.matchAll(/./gs)]
      .map(({ 0: letter, index: at }) => signs.get(index + at) ?? letter)
      .join('')
    return { form, isSame: true, at: index, length: whole.length, signs }
  })
