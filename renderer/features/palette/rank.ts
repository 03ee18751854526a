/**
 * How well a name matches the typed text, from 0 (not at all) to 1 (identical). Every typed word
 * must match: a whole word, the start or inside of one, or a word with a typo.
 */
export function fit(typed: string, name: string, others = ''): number {
  const wanted = fold(typed)
  if (wanted === '') return 0
  const told = fold(name)
  if (told === wanted) return 1
  if (told.startsWith(wanted)) return 0.95
  const words = wordsOf(told)
  const also = wordsOf(fold(others))
  let sum = 0
  const parts = wordsOf(wanted)
  for (const part of parts) {
    const best = Math.max(bestOf(part, words), 0.8 * bestOf(part, also))
    if (best === 0) return 0
    sum += best
  }
  return parts.length === 0 ? 0 : (0.9 * sum) / parts.length
}

/** The items that match, best first; equal matches keep their order. */
export function ranked<T>(
  typed: string,
  items: readonly T[],
  tell: (item: T) => { name: string; others?: string },
): T[] {
  return items
    .map((item) => ({ item, worth: fit(typed, tell(item).name, tell(item).others) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ item }) => item)
}

const bestOf = (part: string, words: readonly string[]): number =>
  words.reduce((best, word) => Math.max(best, fitOfWord(part, word)), 0)

function fitOfWord(part: string, word: string): number {
  if (word === part) return 1
  if (word.startsWith(part)) return 0.9
  if (part.length > 1 && word.includes(part)) return 0.6
  // Choice: one typo from four letters on, two from eight on; the end of the word may
  // not be typed yet.
  const slips = part.length < 4 ? 0 : part.length < 8 ? 1 : 2
  if (slips === 0 || word[0] !== part[0]) return 0
  return slipsOf(part, word) <= slips ? 0.45 : 0
}

/**
 * The fewest letters to delete, insert, replace or swap with the next to turn `part` into a prefix
 * of `word`.
 */
function slipsOf(part: string, word: string): number {
  let [before, row]: [number[], number[]] = [
    [],
    Array.from({ length: word.length + 1 }, (_, at) => at),
  ]
  for (const [index, letter] of [...part].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= word.length; at += 1) {
      const isSame = word[at - 1] === letter
      let least = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = index > 0 && word[at - 2] === letter && word[at - 1] === part[index - 1]
      if (isSwapped) least = Math.min(least, (before[at - 2] ?? 0) + 1)
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return Math.min(...row)
}

/** A text in lower case and without accents, for comparison. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
