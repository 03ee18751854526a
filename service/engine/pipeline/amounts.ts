/**
 * Writes sums of dollars and percentages in one way, that of digits: whisper writes "fifty dollars",
 * "50 dollars" and "$50" in one call, as it comes. Whatever is not plainly one number stays as it is.
 */
import type { TimedWord } from './segments.ts'

type SpokenWord = TimedWord & { speaker?: number }

/** What people say after a pause this long is said anew. */
const longestPauseSeconds = 0.7

/** "Per cent" in the languages whose numbers have the digits of ours, by whisper's codes. */
const percent: Record<string, RegExp> = {
  en: /^per ?cent$/i,
  de: /^prozent$/i,
  nl: /^procent$/i,
  fr: /^pour ?cent$/i,
  es: /^por ciento$/i,
  pt: /^por cento$/i,
  it: /^per ?cento$/i,
}

const small = [
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen'.split(' '),
  ...'fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
]
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const large = new Set(['million', 'billion', 'trillion'])
const numberWords = new Set([...small, ...tens, 'hundred', 'thousand', ...large])
const digits = /^\d+(?:[.,]\d+)*$/

/** The words of a track, in order; those of an amount become one word of their time. */
export function writeAmounts<W extends SpokenWord>(words: readonly W[], main: string): W[] {
  const written: W[] = []
  for (const word of words) {
    written.push(word)
    const language = word.language ?? main
    const amount =
      percentIn(written, language) ?? (language === 'en' ? dollarsIn(written) : undefined)
    if (amount !== undefined) written.splice(-amount.count, amount.count, amount.word)
  }
  return written
}

/** How many of the last words a word takes the place of. */
type Amount<W> = { count: number; word: W }

function percentIn<W extends SpokenWord>(words: readonly W[], code: string): Amount<W> | undefined {
  const unit = percent[code]
  for (const count of [1, 2]) {
    const { said, mark } = spoken(words.slice(-count))
    if (unit === undefined || !unit.test(said)) continue
    return amountOf(words, count, (number) => `${number}%${mark}`)
  }
  return undefined
}

function dollarsIn<W extends SpokenWord>(words: readonly W[]): Amount<W> | undefined {
  const { said, mark } = spoken(words.slice(-1))
  if (/^dollars?$/i.test(said)) return amountOf(words, 1, (number) => `$${number}${mark}`)
  if (!/^cents?$/i.test(said)) return undefined
  const cents = numberBefore(words, 1)
  if (cents === undefined || !/^\d{1,2}$/.test(cents.number)) return undefined
  const until = words.slice(0, -1 - cents.count)
  const isJoined = until.at(-1)?.text === 'and'
  const dollars = until.at(isJoined ? -2 : -1)?.text ?? ''
  const count = 2 + cents.count + (isJoined ? 1 : 0)
  if (!/^\$[\d,]+$/.test(dollars) || !isOneBreath(words.slice(-count))) return undefined
  return {
    count,
    word: join(words.slice(-count), `${dollars}.${cents.number.padStart(2, '0')}${mark}`),
  }
}

/** What a few words say, without the mark at the end, and that mark. */
function spoken(words: readonly Pick<SpokenWord, 'text'>[]) {
  const text = words.map((word) => word.text).join(' ')
  const [mark = ''] = /[.,!?;:…]*$/.exec(text) ?? []
  return { said: text.slice(0, text.length - mark.length), mark }
}

/** The amount that ends with a unit of `unitCount` words. */
function amountOf<W extends SpokenWord>(
  words: readonly W[],
  unitCount: number,
  write: (number: string) => string,
): Amount<W> | undefined {
  const found = numberBefore(words, unitCount)
  if (found === undefined) return undefined
  const count = found.count + unitCount
  const own = words.slice(-count)
  return isOneBreath(own) ? { count, word: join(own, write(found.number)) } : undefined
}

/** A number, in digits, and how many words it has that end `after` words before the last. */
function numberBefore(words: readonly SpokenWord[], after: number) {
  const before = words.slice(0, -after)
  let count = 0
  while (isOfNumber(before.at(-1 - count)?.text, before.at(-2 - count)?.text)) count += 1
  const number = toDigits(before.slice(before.length - count).map(({ text }) => text.toLowerCase()))
  const [earlier, last] = before.slice(0, before.length - count).slice(-2)
  // Half of "five to ten dollars", "10, 15 dollars" or "two point seven percent" is no number.
  const isHalf =
    isNumber((last ?? earlier)?.text) ||
    /^(?:point|o|oh|[-–—])$/i.test(last?.text ?? '') ||
    (/^(?:to|or|and)$/i.test(last?.text ?? '') && isNumber(earlier?.text))
  return number === undefined || isHalf ? undefined : { number, count }
}

const isOfNumber = (text = '', before = ''): boolean =>
  isNumberToken(text) ||
  // "Two hundred and fifty", not "five and ten".
  (text === 'and' && /^(?:hundred|thousand)$/i.test(before))

const isNumber = (text = ''): boolean => isNumberToken(spoken([{ text }]).said)

const isNumberToken = (text: string): boolean =>
  digits.test(text) || partsOf(text).every((part) => numberWords.has(part))

const partsOf = (text: string): string[] => text.toLowerCase().split('-')

/** The digits of a number that is said in the usual way; undefined for anything else. */
function toDigits(words: readonly string[]): string | undefined {
  const last = words.at(-1)
  if (last !== undefined && large.has(last)) {
    const count = toDigits(words.slice(0, -1))
    return count === undefined ? undefined : `${count} ${last}`
  }
  const [only] = words
  if (words.length === 1 && only !== undefined && digits.test(only)) return only
  const value = below(1_000_000, words.flatMap(partsOf))
  return value?.toLocaleString('en-US')
}

/** The value of words that say a number below `limit`, a power of a thousand, a hundred or that. */
function below(limit: number, words: readonly string[]): number | undefined {
  if (limit === 100) return belowHundred(words)
  const [name, unit, next] =
    limit === 1_000 ? ['hundred', 100, 100] : (['thousand', 1_000, 1_000] as const)
  const at = words.lastIndexOf(name)
  if (at < 0) return below(next, words)
  const count =
    digits.test(words[0] ?? '') && at === 1 ? Number(words[0]) : below(next, words.slice(0, at))
  const rest = words.slice(words[at + 1] === 'and' ? at + 2 : at + 1)
  const more = rest.length === 0 && at === words.length - 1 ? 0 : below(next, rest)
  return count === undefined || more === undefined || !Number.isInteger(count)
    ? undefined
    : count * unit + more
}

function belowHundred([first = '', second, ...rest]: readonly string[]): number | undefined {
  if (rest.length > 0) return undefined
  const ten = tens.indexOf(first) * 10 + 20
  if (second === undefined) {
    const one = small.indexOf(first)
    return one >= 0 ? one : ten > 10 ? ten : undefined
  }
  const one = small.indexOf(second)
  return ten > 10 && one > 0 && one < 10 ? ten + one : undefined
}

/** Whether one person says them, in one language, without a pause. */
const isOneBreath = (words: readonly SpokenWord[]): boolean =>
  words.every((word, at) => {
    const before = words[at - 1]
    return (
      before === undefined ||
      (word.speaker === before.speaker &&
        word.language === before.language &&
        word.start - before.end <= longestPauseSeconds)
    )
  })

function join<W extends SpokenWord>(words: readonly W[], text: string): W {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('An amount has words.')
  const confidence = Math.min(...words.map((word) => word.confidence))
  return { ...first, text, end: last.end, confidence }
}
