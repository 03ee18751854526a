/** Word error rate as speech recognition reports it: case, punctuation, numerals and fillers aside. */
export type WordErrors = {
  /** Substitutions, deletions and insertions by words of the reference. */
  rate: number
  substitutions: number
  deletions: number
  insertions: number
  referenceWords: number
}

const fillers = new Set(['um', 'uh', 'uhm', 'er', 'erm', 'ah', 'hm', 'hmm', 'mm', 'mhm'])

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** 0 to 999 999 in English words; four digits from 1100 to 1999 as years are read. */
export function numberToWords(value: number): string[] {
  if (value < 20) return [units[value] ?? '']
  if (value < 100) return [tens[Math.floor(value / 10)] ?? '', ...rest(value % 10)]
  if (value >= 1100 && value < 2000) {
    return [...numberToWords(Math.floor(value / 100)), ...yearRest(value % 100)]
  }
  const [size, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  return [...numberToWords(Math.floor(value / size)), name, ...rest(value % size)]
}

const rest = (value: number): string[] => (value === 0 ? [] : numberToWords(value))

function yearRest(value: number): string[] {
  if (value === 0) return ['hundred']
  return value < 10 ? ['oh', ...numberToWords(value)] : numberToWords(value)
}

const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

function ordinal(words: string[]): string[] {
  const last = words.at(-1) ?? ''
  const changed = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return [...words.slice(0, -1), changed]
}

/** Words to compare. Languages written without spaces (here: Japanese) are compared by characters. */
export function normalizeWords(text: string, language = 'en'): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/['’ʼ]/g, '')
  const spaced = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (spaced === '') return []
  if (language === 'ja') return [...spaced.replaceAll(' ', '')]
  const words = spaced.split(' ')
  if (language !== 'en') return words
  return words.flatMap(spellOut).filter((word) => !fillers.has(word))
}

function spellOut(word: string): string[] {
  const match = /^(\d{1,6})(st|nd|rd|th)?$/.exec(word)
  if (match === null) return [word]
  const words = numberToWords(Number(match[1]))
  return match[2] === undefined ? words : ordinal(words)
}

type Cell = { cost: number; substitutions: number; deletions: number; insertions: number }

/** Compares what was heard with what was said; an empty reference makes every word an insertion. */
export function wordErrors(reference: string, transcribed: string, language = 'en'): WordErrors {
  const said = normalizeWords(reference, language)
  const got = normalizeWords(transcribed, language)
  let row: Cell[] = Array.from({ length: got.length + 1 }, (_, insertions) => ({
    cost: insertions,
    substitutions: 0,
    deletions: 0,
    insertions,
  }))
  for (const [at, word] of said.entries()) {
    const next: Cell[] = [{ cost: at + 1, substitutions: 0, deletions: at + 1, insertions: 0 }]
    for (const [column, other] of got.entries()) next.push(best(row, next, column, word === other))
    row = next
  }
  const { cost, ...counts } = row.at(-1) ?? {
    cost: 0,
    substitutions: 0,
    deletions: 0,
    insertions: 0,
  }
  const rate = said.length === 0 ? (got.length === 0 ? 0 : 1) : cost / said.length
  return { rate, ...counts, referenceWords: said.length }
}

function best(above: Cell[], left: Cell[], column: number, isSame: boolean): Cell {
  const [diagonal, up, back] = [above[column], above[column + 1], left[column]]
  if (diagonal === undefined || up === undefined || back === undefined) throw new Error('no cell')
  if (isSame) return diagonal
  const cost = 1 + Math.min(diagonal.cost, up.cost, back.cost)
  if (cost === diagonal.cost + 1) {
    return { ...diagonal, cost, substitutions: diagonal.substitutions + 1 }
  }
  if (cost === up.cost + 1) return { ...up, cost, deletions: up.deletions + 1 }
  return { ...back, cost, insertions: back.insertions + 1 }
}
