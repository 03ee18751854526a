/** How much what is said before a border is alike what is said after it, by vectors and by words. */
import { functionWords } from '../extractive/words.ts'
import { sidesOf, type SpokenWords } from './spoken-words.ts'

/** Similarity at every segment's start, −1 to 1, with `width` words on each side. */
export function vectorSimilarity(
  spoken: SpokenWords,
  vectors: readonly (readonly number[])[],
  width: number,
): number[] {
  const { sums, size } = sumVectors(spoken, vectors)
  return spoken.segments.map((_, border) => {
    if (border === 0) return 0
    const { from, to } = sidesOf(spoken, border, width)
    let [product, left, right] = [0, 0, 0]
    for (let at = 0; at < size; at += 1) {
      const middle = sums[border * size + at] ?? 0
      const earlier = middle - (sums[from * size + at] ?? 0)
      const later = (sums[to * size + at] ?? 0) - middle
      product += earlier * later
      left += earlier * earlier
      right += later * later
    }
    return product / Math.max(1e-6, Math.sqrt(left * right))
  })
}

/** Shorter segments say too little for a vector to mean something. */
export const fewestEmbeddedWords = 3

/** Running sums of the vectors, less their mean: what the whole recording is about sets nothing apart. */
function sumVectors({ before }: SpokenWords, vectors: readonly (readonly number[])[]) {
  const size = vectors.find(({ length }) => length > 0)?.length ?? 0
  const weights = vectors.map((vector, at) => {
    const words = (before[at + 1] ?? 0) - (before[at] ?? 0)
    return vector.length === size && words >= fewestEmbeddedWords ? Math.sqrt(words) : 0
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 1e-9)
  const mean = new Float64Array(size)
  for (const [at, vector] of vectors.entries()) {
    const share = (weights[at] ?? 0) / whole
    if (share > 0)
      for (let of = 0; of < size; of += 1) mean[of] = (mean[of] ?? 0) + share * (vector[of] ?? 0)
  }
  const sums = new Float64Array((vectors.length + 1) * size)
  for (const [at, vector] of vectors.entries()) {
    const weight = weights[at] ?? 0
    for (let of = 0; of < size; of += 1) {
      const own = weight > 0 ? weight * ((vector[of] ?? 0) - (mean[of] ?? 0)) : 0
      sums[(at + 1) * size + of] = (sums[at * size + of] ?? 0) + own
    }
  }
  return { sums, size }
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
  let most = -1
  for (let at = from; at < to; at += 1) most = Math.max(most, values[at] ?? -1)
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

export type WordCohesion = {
  /** Cosine of the words on both sides, weighted by rarity. */
  similarity: number
  /** Share of the words after that are used here for the first time. */
  fresh: number
  /** Share of the words before that are not used again. */
  done: number
}

/** A word must be used this often to say something by where it begins and ends. */
const fewestUses = 3

export function indexWords({ segments }: SpokenWords) {
  const words = segments.map(({ text }) =>
    (text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).filter(
      (word) => word.length > 2 && !functionWords.has(word),
    ),
  )
  const uses = new Map<string, { count: number; first: number; last: number }>()
  for (const [at, said] of words.entries()) {
    for (const word of new Set(said)) {
      const known = uses.get(word)
      uses.set(word, { count: (known?.count ?? 0) + 1, first: known?.first ?? at, last: at })
    }
  }
  return { words, uses }
}

export type WordIndex = ReturnType<typeof indexWords>

export function wordCohesion(
  spoken: SpokenWords,
  { words, uses }: WordIndex,
  border: number,
  width: number,
): WordCohesion {
  const { from, to } = sidesOf(spoken, border, width)
  const earlier = countWords(words, from, border)
  const later = countWords(words, border, to)
  const rarity = (word: string) => Math.log(1 + words.length / (uses.get(word)?.count ?? 1))
  let [product, left, right, fresh, done] = [0, 0, 0, 0, 0]
  for (const [word, count] of later) {
    const weight = count * rarity(word)
    right += weight * weight
    product += weight * (earlier.get(word) ?? 0) * rarity(word)
    const use = uses.get(word)
    if (use && use.count >= fewestUses && use.first >= border) fresh += 1
  }
  for (const [word, count] of earlier) {
    left += (count * rarity(word)) ** 2
    const use = uses.get(word)
    if (use && use.count >= fewestUses && use.last < border) done += 1
  }
  return {
    similarity: product / Math.max(1e-6, Math.sqrt(left * right)),
    fresh: fresh / Math.max(1, later.size),
    done: done / Math.max(1, earlier.size),
  }
}

function countWords(words: WordIndex['words'], from: number, to: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = from; at < to; at += 1) {
    for (const word of words[at] ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
