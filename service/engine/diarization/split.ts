/**
 * Splits clusters that hold two voices. Over the telephone all voices are more alike, so linkage
 * can join two of them; their groups still differ much more than two halves of one voice.
 */
import { sumOf, type Weighted } from './linkage.ts'
import { dot, unitMean, type Vector } from './voice.ts'

/**
 * Two halves are two voices if their similarity is below this share of the similarity inside them,
 * and below `likeness`: a clip played again and again is very like itself. The halves of little
 * speech differ by chance. On real calls: 0.62 to 0.81 for two people, the most through a codec of
 * 8 kb/s; for the halves of one 0.86 to 0.96 from 45 s of speech on, and from 0.74 on below.
 */
const apart = { share: 0.7, likeness: 0.36 }
const apartInMuch = { share: 0.83, likeness: 0.42 }
const muchSeconds = 60

/** Less speech than this, or fewer items, cannot show that a voice is another. */
const fewestSeconds = 4
const fewestShare = 0.08
const fewestItems = 6

const axisRounds = 30
const assignmentRounds = 10

/** Returns the items as one group, or as several if they are different voices. */
export function splitVoices(items: readonly Weighted[]): Weighted[][] {
  const { seconds } = sumOf(items)
  if (items.length < fewestItems || seconds < 2 * fewestSeconds) return [[...items]]
  const [a, b] = halve(items)
  const [one, other] = [sumOf(a), sumOf(b)]
  const least = Math.max(fewestSeconds, fewestShare * seconds)
  const isTooFew = Math.min(a.length, b.length) < 2 || Math.min(one.seconds, other.seconds) < least
  if (isTooFew) return [[...items]]
  const between = dot(one.sum, other.sum) / (one.seconds * other.seconds)
  const inside = Math.sqrt(Math.max(0, likenessInside(a)) * Math.max(0, likenessInside(b)))
  const { share, likeness } = seconds < muchSeconds ? apart : apartInMuch
  if (between >= Math.min(likeness, share * inside)) return [[...items]]
  return [...splitVoices(a), ...splitVoices(b)]
}

/** The mean similarity of two different items, weighted by their seconds. */
function likenessInside(items: readonly Weighted[]): number {
  const { sum, seconds } = sumOf(items)
  const ownPairs = items.reduce((total, item) => total + dot(item.sum, item.sum), 0)
  const ownWeights = items.reduce((total, item) => total + item.seconds ** 2, 0)
  return (dot(sum, sum) - ownPairs) / (seconds ** 2 - ownWeights)
}

/** Halves the items across their main axis, then by the nearer mean (spherical 2-means). */
function halve(items: readonly Weighted[]): [Weighted[], Weighted[]] {
  const centred = centre(items)
  const axis = mainAxis(centred)
  let isFirst = centred.map((vector) => dot(vector, axis) > 0)
  const part = (first: boolean) => items.filter((_, at) => isFirst[at] === first)
  for (let round = 0; round < assignmentRounds; round += 1) {
    const [one, other] = [unitMean([sumOf(part(true)).sum]), unitMean([sumOf(part(false)).sum])]
    const next = items.map(({ sum }) => dot(sum, one) > dot(sum, other))
    if (next.every((first, at) => first === isFirst[at])) break
    isFirst = next
  }
  return [part(true), part(false)]
}

/** Each item's difference from what the mean would give in its time. */
function centre(items: readonly Weighted[]): Vector[] {
  const { sum: total, seconds: all } = sumOf(items)
  return items.map(({ sum, seconds }) =>
    sum.map((value, at) => value - ((total[at] ?? 0) * seconds) / all),
  )
}

/** The direction in which the vectors vary most, by power iteration. */
function mainAxis(vectors: readonly Vector[]): Vector {
  let axis = vectors.reduce((a, b) => (dot(a, a) >= dot(b, b) ? a : b))
  for (let round = 0; round < axisRounds; round += 1) {
    axis = unitMean(
      vectors,
      vectors.map((vector) => dot(vector, axis)),
    )
  }
  return axis
}
