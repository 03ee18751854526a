/**
 * One form for letters and numbers that are written in several ways: without the vowel points of Arabic and Hebrew, one
 * letter for the variants of alef, yeh and kaf, and numbers without separators, so that 1,000 and 1.000 find 1000.
 */

import { mayHaveForms, signsOfForms } from './written-forms.ts'

/** Points and marks of Hebrew and Arabic, and the stroke that only makes an Arabic word longer. */
const points =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/

/** Each has as many characters as what it stands for. */
const variants: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'أإآٱ'].map((alef) => [alef, 'ا'])),
  ...Object.fromEntries([...'ئىی'].map((yeh) => [yeh, 'ي'])),
  ...{ ؤ: 'و', ک: 'ك' },
  ...Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [digit, String(value)])),
  ...Object.fromEntries([...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => [digit, String(value)])),
  ...{ '٫': '.', '٬': ',' },
}
const variant = new RegExp(`[${Object.keys(variants).join('')}]`, 'g')
const isOfThose = new RegExp(`${points.source}|${variant.source}`)

/** Thousands with a separator that is no plain space, and what follows the decimal point. */
const grouped =
  /(?<!\d|\d[.,'’])[1-9]\d{0,2}(?:([.,'’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?(?![.,'’]?\d)/g
/** Thousands apart by spaces: these may as well be numbers one after another. */
const spaced = /(?<!\d|\d[.,'’ ])[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d{1,2})?(?![.,'’ ]?\d)/g
const mayBeGrouped = /\d[.,'’\u00a0\u2009\u202f ]\d{3}/

/** Matches in PostgreSQL each text that gets another form. */
export const foldable = `${isOfThose.source}|${mayBeGrouped.source}|${mayHaveForms}`

/** Where characters of the text were left out, in their order. */
export type Folded = { text: string; removed: readonly number[] }

/** The letters alone, as names are compared. */
export const foldLetters = (text: string): string =>
  isOfThose.test(text) ? foldVariants(text).replaceAll(new RegExp(points, 'g'), '') : text

/** Letters, and numbers whose separators leave no doubt. */
export const fold = (text: string): string => {
  const folded = foldLetters(text)
  return mayBeGrouped.test(folded) ? folded.replaceAll(grouped, joinGroups) : folded
}

/** Numbers that stand apart by spaces, joined: `10 000` is `10000`. */
export const findSpaced = (text: string): string[] =>
  mayBeGrouped.test(text) ? (text.match(spaced) ?? []).map(joinSpaces) : []

/** The text with such numbers joined. */
export const joinSpaced = (text: string): string =>
  mayBeGrouped.test(text) ? text.replaceAll(spaced, joinSpaces) : text

/**
 * All of it, also numbers apart by spaces and the forms of codes and addresses that are looked for, and what was left
 * out: by it a place is found in the text as it is.
 */
export function foldWithPlaces(source: string, words: ReadonlySet<string>): Folded {
  const signs = signsOfForms(source, (word) => words.has(word.toLowerCase()))
  const text = signs.size === 0 ? source : replaceSigns(source, signs)
  if (signs.size === 0 && !isOfThose.test(text) && !mayBeGrouped.test(text))
    return { text, removed: [] }
  const left = new Set([...signs].filter(([, sign]) => sign === '').map(([at]) => at))
  const even = foldVariants(text)
  for (const { index } of even.matchAll(new RegExp(points, 'g'))) left.add(index)
  const numbers = even.replaceAll(grouped, (number, separator: string, at: number) => {
    if (joinGroups(number, separator) === number) return number
    for (const [place, sign] of [...number].entries()) if (sign === separator) left.add(at + place)
    return number.replaceAll(/[.,](?=\d+$)/g, (sign) => (sign === separator ? sign : '.'))
  })
  const joined = numbers.replaceAll(spaced, (number, at: number) => {
    for (const [place, sign] of [...number].entries()) if (sign === ' ') left.add(at + place)
    return number.replace(',', '.')
  })
  const removed = [...left].toSorted((one, other) => one - other)
  let folded = ''
  let from = 0
  for (const at of removed) {
    folded += joined.slice(from, at)
    from = at + 1
  }
  return { text: folded + joined.slice(from), removed }
}

/** A sign that is left out keeps its place until then. */
function replaceSigns(text: string, signs: ReadonlyMap<number, string>): string {
  const units = text.split('')
  for (const [at, sign] of signs) if (sign !== '') units[at] = sign
  return units.join('')
}

/** The place in the text as it is of one in the folded text. */
export function placeOf({ removed }: Pick<Folded, 'removed'>, folded: number): number {
  let [low, high] = [0, removed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((removed[middle] ?? 0) - middle <= folded) low = middle + 1
    else high = middle
  }
  return folded + low
}

const foldVariants = (text: string): string =>
  text.replaceAll(variant, (letter) => variants[letter] ?? letter)

const joinSpaces = (number: string): string => number.replaceAll(' ', '').replace(',', '.')

/** As it is where one sign separates both thousands and decimals, as in the number of a version. */
function joinGroups(number: string, separator: string): string {
  const parts = number.split(separator)
  const [last = ''] = (parts.at(-1) ?? '').split(/[.,]/)
  if (last.length !== 3) return number
  return parts.join('').replace(',', '.')
}
