/** Extracts what can be checked of a text: words, numbers, names, quotes, and negation. */
import { functionWords, wordSet } from '../extractive/words.ts'
import { isEnglish, stemOf } from '../stem.ts'

export type ClaimWords = {
  /** Stems of the content words. */
  stems: Set<string>
  /** Numbers as digits, whether written as digits or, in English, as words. */
  numbers: Set<string>
  /** Stems of the words written as names. */
  names: Set<string>
  /** Stem of the word after a number, with the numbers it follows: weeks → 6. */
  counted: Map<string, Set<string>>
  /** Text in quotation marks, normalized by `plainText`. */
  quotes: string[]
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const locale = Intl.Segmenter.supportedLocalesOf([language.replaceAll('_', '-')])[0] ?? 'en'
  const made = new Intl.Segmenter(locale, { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

type Token = { text: string; word: string; isFirst: boolean }

/** `isFirst`: at the start of a sentence, where a capital letter is not informative. */
function tokensOf(text: string, language: string): Token[] {
  const tokens: Token[] = []
  let isFirst = true
  for (const { segment, isWordLike } of segmenterFor(language).segment(text)) {
    if (isWordLike) {
      tokens.push({ text: segment, word: normal(segment), isFirst })
      isFirst = false
    } else if (/[.!?:;\n"“”„«»([…。！？]/u.test(segment)) isFirst = true
  }
  return tokens
}

const normal = (text: string): string => text.toLowerCase().replaceAll(/[’‘]/gu, "'")

/** Languages that capitalize every noun. */
const capitalizing = new Set(['de', 'lb'])

export function wordsOf(text: string, language: string): ClaimWords {
  const tokens = tokensOf(text, language)
  const found: ClaimWords = {
    stems: new Set(),
    numbers: new Set(numbersIn(tokens)),
    names: new Set(),
    counted: countedIn(tokens, language),
    quotes: quotesIn(text),
  }
  // In a heading that capitalizes every word, capitals do not mark names.
  const isHeading = tokens.length > 1 && tokens.every(({ text: one }) => !/^\p{Ll}/u.test(one))
  const hasNames = !isHeading && !capitalizing.has(language.slice(0, 2))
  for (const { text: written, word, isFirst } of tokens) {
    const key = keyOf(word, language)
    if (key === null) continue
    found.stems.add(key)
    const isName = /^\p{Lu}/u.test(written) && (!isFirst || /^\p{Lu}{2,}$/u.test(written))
    if ((hasNames && isName && !/\d/u.test(word)) || isTime(word, language)) found.names.add(key)
  }
  return found
}

const times = new Map<string, ReadonlySet<string>>()

/** Names of days and months, which many languages write in lower case. */
function isTime(word: string, language: string): boolean {
  const known = times.get(language) ?? new Set(timeNames(language))
  times.set(language, known)
  return known.has(word)
}

function timeNames(language: string): string[] {
  const locale = Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en'
  const nameOf = (at: Date, options: Intl.DateTimeFormatOptions) =>
    normal(new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at))
  const days = Array.from({ length: 7 }, (_, day) =>
    nameOf(new Date(Date.UTC(2026, 0, day + 1)), { weekday: 'long' }),
  )
  const months = Array.from({ length: 12 }, (_, month) =>
    nameOf(new Date(Date.UTC(2026, month, 1)), { month: 'long' }),
  )
  // English capitalizes both like names, and "may" and "march" are ordinary words too.
  return isEnglish(language) ? [] : [...days, ...months]
}

/** Null for words without content, and for numbers, which are compared by value. */
function keyOf(word: string, language: string): string | null {
  if (/^\d/u.test(word) || (isEnglish(language) && smallNumbers.has(word))) return null
  if (!isEnglish(language)) return isShort(word) ? null : stemOf(word, language)
  const bare = word.replace(/'s$/u, '')
  return functionWords.has(word) || functionWords.has(bare) ? null : stemOf(bare, language)
}

const isShort = (word: string): boolean => /^\p{Script=Latin}{1,3}$/u.test(word)

const smallNumbers = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
    'fifteen sixteen seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, value) => [word, value] as const),
)
for (const [at, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'
  .split(' ')
  .entries())
  smallNumbers.set(word, 20 + at * 10)
smallNumbers.set('hundred', 100).set('thousand', 1_000).set('million', 1_000_000)

/** "The twelfth of March" is 12. "Second" is left out, because it is a time as well. */
const ordinals = new Map(
  (
    'first - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth ' +
    'fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
).set('thirtieth', 30)
for (const [word, value] of ordinals) smallNumbers.set(word, value)

/**
 * "Forty two" gives 42, "fourteen fifty-five" gives 14, 55 and 1455; "one" is too common to count.
 */
function numbersIn(tokens: readonly Token[]): string[] {
  const found: string[] = []
  let run: number[] = []
  const end = () => {
    if (run.length > 1 || (run[0] ?? 1) !== 1) found.push(...valuesOf(run))
    run = []
  }
  for (const [at, { word }] of tokens.entries()) {
    const value = smallNumbers.get(word)
    if (value !== undefined) run.push(value)
    else if (word !== 'and' || run.length === 0) end()
    if (!/^\d/u.test(word)) continue
    const digits = Number.parseFloat(word.replaceAll(',', ''))
    // "61 thousand" is one number in two words.
    if ((smallNumbers.get(tokens[at + 1]?.word ?? '') ?? 0) >= 100) run.push(digits)
    else found.push(digits.toString())
  }
  end()
  return found
}

/** Whether a number is among those that were said; 12.5 also as "twelve fifty" and as "twelve point five". */
export function saysNumber(numbers: ReadonlySet<string>, value: string): boolean {
  if (numbers.has(value)) return true
  const [whole = '', part] = value.split('.')
  // That a one was said is not noted.
  if (part === undefined || !(whole === '1' || numbers.has(whole))) return false
  return [[part], [part.padEnd(2, '0')], [...part]].some((ways) =>
    ways.every((way) => numbers.has(way)),
  )
}

const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && (/^\d/u.test(token.word) || smallNumbers.has(token.word))

/** Counted things by number: "six weeks", "nine months". */
function countedIn(tokens: readonly Token[], language: string): Map<string, Set<string>> {
  const counted = new Map<string, Set<string>>()
  for (const [at, { word }] of tokens.entries()) {
    const unit = isNumber(tokens[at - 1]) ? keyOf(word, language) : null
    if (unit === null) continue
    let start = at - 1
    while (isNumber(tokens[start - 1])) start -= 1
    const [number] = numbersIn(tokens.slice(start, at))
    if (number !== undefined) counted.set(unit, (counted.get(unit) ?? new Set()).add(number))
  }
  return counted
}

function valuesOf(run: readonly number[]): string[] {
  let [total, part] = [0, 0]
  for (const value of run) {
    if (value === 100) part = (part || 1) * 100
    else if (value > 100) [total, part] = [total + (part || 1) * value, 0]
    else part += value
  }
  const pair = tens(run)
  const year = pair.length === 2 && pair.every((value) => value > 9 && value < 100)
  return [String(total + part), ...(year ? [pair.join(''), ...pair.map(String)] : [])]
}

/** Groups tens and units: 14, 50, 5 gives 14 and 55. */
function tens(run: readonly number[]): number[] {
  const parts: number[] = []
  for (const value of run) {
    const last = parts.at(-1)
    if (last !== undefined && last >= 20 && last % 10 === 0 && value < 10) {
      parts[parts.length - 1] = last + value
    } else parts.push(value)
  }
  return parts
}

function quotesIn(text: string): string[] {
  const quoted = text.matchAll(/["“„«]([^"“”„«»]{3,})["”“»]/gu)
  return [...quoted].map(([, inner = '']) => plainText(inner)).filter((one) => one.includes(' '))
}

/** Lower-case words separated by single spaces, for finding one text in another. */
export const plainText = (text: string): string =>
  normal(text)
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()

const deniers: Record<string, ReadonlySet<string>> = {
  en: wordSet(`not no never none nobody nothing neither nor without cannot can't won't don't
    doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't wouldn't shouldn't couldn't
    unable hardly refuse refuses refused`),
  es: wordSet('no nunca jamás sin nadie nada ningún ninguna ninguno tampoco'),
  de: wordSet('nicht kein keine keinen keinem keiner keines nie niemals ohne niemand nichts'),
  fr: wordSet('ne pas jamais aucun aucune sans personne rien'),
  it: wordSet('non mai senza nessuno niente nulla'),
  pt: wordSet('não nunca jamais sem ninguém nada nenhum nenhuma'),
  nl: wordSet('niet geen nooit zonder niemand niets'),
}

/** Whether a text contains a negation; null if the language is not supported. */
export function denies(text: string, language: string): boolean | null {
  const known = deniers[language.slice(0, 2).toLowerCase()]
  if (!known) return null
  // The "no" of "No, it works" answers a question; it does not negate the rest.
  const rest = normal(text)
    .replace(/^\s*(?:no|nein|non|não)\b\s*[,.!]\s*/u, '')
    // Neither is a negation: one leaves it open, the other includes it.
    .replaceAll(/\b(?:not sure|if not)\b/gu, '')
  return (rest.match(/[\p{L}']+/gu) ?? []).some((word) => known.has(word))
}

const joints = /[;:,–—]+|\b(?:because|but|although|and if|while|pero|porque|aber|weil|mais)\b/iu

/**
 * The parts of a text that can be negated separately; questions are dropped, because they neither
 * affirm nor negate.
 */
export const clausesOf = (text: string): string[] =>
  (text.match(/[^.!?]+[.!?]*/gu) ?? [])
    .filter((sentence) => !sentence.includes('?'))
    .flatMap((sentence) => sentence.split(joints))
    .filter((clause) => /\p{L}/u.test(clause))
