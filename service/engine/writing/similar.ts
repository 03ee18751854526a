/** Decides whether texts about parts of one talk say the same, by their words. */

/** The words of a text, and those that distinguish one person, day or number from another. */
export type Worded = { words: ReadonlySet<string>; names: ReadonlySet<string> }

/**
 * Minimum Dice coefficient (twice the shared words divided by all words): below this, texts differ.
 */
const leastShared = 0.75

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

export function toWords(text: string): Worded {
  const words = new Set<string>()
  const names = new Set<string>()
  let isFirst = true
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC'))) {
    if (/[.!?]/u.test(segment)) isFirst = true
    if (!isWordLike) continue
    const word = segment.toLowerCase()
    words.add(word)
    if (/\p{N}/u.test(word) || (!isFirst && /^\p{Lu}/u.test(segment))) names.add(word)
    isFirst = false
  }
  return { words, names }
}

/** Whether the texts share most words, without each containing a name that the other lacks. */
export function isSame(a: Worded, b: Worded): boolean {
  const most = 2 * Math.min(a.words.size, b.words.size)
  if (most < leastShared * (a.words.size + b.words.size)) return false
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  if (2 * shared < leastShared * (a.words.size + b.words.size)) return false
  return !(hasOwnName(a, b) && hasOwnName(b, a))
}

function hasOwnName(one: Worded, other: Worded): boolean {
  return [...one.names].some((name) => !other.words.has(name))
}

/** Share of the text's longer words that were said; 0 if it has none. */
export function shareSaid(text: Worded, said: ReadonlySet<string>): number {
  const telling = [...text.words].filter((word) => !/^[\p{Script=Latin}']{1,3}$/u.test(word))
  if (telling.length === 0) return 0
  return telling.filter((word) => said.has(word)).length / telling.length
}
