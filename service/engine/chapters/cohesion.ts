/** How alike the words on both sides of a place are, and which words begin or end there. */
import { functionWords } from '../extractive/words.ts'
import { englishStem } from '../stem.ts'
import { sidesOf, type SpokenWords } from './spoken-words.ts'

type Use = { id: number; count: number; first: number; last: number; rarity: number }

export type WordIndex = {
  /** The content words of each segment, as their ids. */
  words: readonly (readonly number[])[]
  /** By id: segments in which a word is used, the first and last of them, and its squared weight. */
  uses: readonly Use[]
}

export function indexWords({ segments }: SpokenWords): WordIndex {
  const known = new Map<string, Use>()
  const stems = new Map<string, string>()
  const words = segments.map(({ text }, at) => {
    const ids: number[] = []
    for (const [word] of text
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}']+/gu)) {
      if (word.length < 3 || functionWords.has(word)) continue
      const stem = stems.get(word) ?? englishStem(word.replace(/'\p{L}*$/u, ''))
      stems.set(word, stem)
      const use = known.get(stem) ?? { id: known.size, count: 0, first: at, last: -1, rarity: 0 }
      if (use.last !== at) use.count += 1
      use.last = at
      known.set(stem, use)
      ids.push(use.id)
    }
    return ids
  })
  const uses = [...known.values()]
  for (const use of uses) use.rarity = Math.log(1 + segments.length / use.count) ** 2
  return { words, uses }
}

type Counts = { of: Float64Array; squares: number }

/**
 * At the start of every segment, the cosine of what is said in `width` words before and after it,
 * 0 to 1, words weighted by rarity. The windows slide, so that time is linear in the words.
 */
export function wordSimilarity(spoken: SpokenWords, index: WordIndex, width: number): number[] {
  const earlier: Counts = { of: new Float64Array(index.uses.length), squares: 0 }
  const later: Counts = { of: new Float64Array(index.uses.length), squares: 0 }
  let product = 0
  const add = (segment: number, sign: 1 | -1, [own, other]: readonly [Counts, Counts]) => {
    for (const id of index.words[segment] ?? []) {
      const rarity = index.uses[id]?.rarity ?? 0
      const count = own.of[id] ?? 0
      own.of[id] = count + sign
      own.squares += rarity * ((count + sign) ** 2 - count ** 2)
      product += sign * rarity * (other.of[id] ?? 0)
    }
  }
  let [first, end] = [0, 0]
  return spoken.segments.map((_, border) => {
    const { from, to } = sidesOf(spoken, border, width)
    for (; end < to; end += 1) add(end, 1, [later, earlier])
    if (border > 0) {
      add(border - 1, -1, [later, earlier])
      add(border - 1, 1, [earlier, later])
    }
    for (; first < from; first += 1) add(first, -1, [earlier, later])
    return product / Math.max(1e-6, Math.sqrt(Math.max(0, earlier.squares * later.squares)))
  })
}

/** How far similarity rises from here to both sides, within `width` words (Hearst 1997). */
export function depthOf(
  spoken: SpokenWords,
  similarity: readonly number[],
  width: number,
): number[] {
  return similarity.map((own, border) => {
    const { from, to } = sidesOf(spoken, border, width)
    return highest(similarity, from, border + 1) + highest(similarity, border, to) - 2 * own
  })
}

function highest(values: readonly number[], from: number, to: number): number {
  let most = 0
  for (let at = from; at < to; at += 1) most = Math.max(most, values[at] ?? 0)
  return most
}

/** Share of the places within `width` words in all that are less similar: 0 at the lowest. */
export function rankWithin(
  spoken: SpokenWords,
  similarity: readonly number[],
  width: number,
): number[] {
  return similarity.map((own, border) => {
    const { from, to } = sidesOf(spoken, border, width / 2)
    let lower = 0
    for (let at = from; at < to; at += 1) if ((similarity[at] ?? 0) < own) lower += 1
    return lower / (to - from)
  })
}

/** Values less their mean, by their standard deviation. */
export function standardize(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = Math.sqrt(spread / Math.max(1, values.length)) + 1e-6
  return values.map((value) => (value - mean) / deviation)
}

/** A word must be used this often to say something by where it begins and ends. */
const fewestUses = 3

/** Shares, 0 to 1, of the words after a border that are new, and of those before it that are over. */
export function wordChanges(
  spoken: SpokenWords,
  { words, uses }: WordIndex,
  sides: { border: number; width: number },
): { fresh: number; done: number } {
  const { from, border, to } = sidesOf(spoken, sides.border, sides.width)
  const share = (ids: ReadonlySet<number>, isTrue: (use: Use) => boolean) => {
    let count = 0
    for (const id of ids) {
      const use = uses[id]
      if (use && use.count >= fewestUses && isTrue(use)) count += 1
    }
    return count / Math.max(1, ids.size)
  }
  return {
    fresh: share(new Set(words.slice(border, to).flat()), ({ first }) => first >= border),
    done: share(new Set(words.slice(from, border).flat()), ({ last }) => last < border),
  }
}
