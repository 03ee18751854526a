/** Which windows are one voice, their number unknown: hierarchical clustering, then few enough. */
import { agnes } from 'ml-hclust'
import { dot, type Vector } from './vectors.ts'

/** What was heard in one window; `seconds` is its weight. */
export type Heard = { embedding: Vector; seconds: number }

export type ClusterLimits = {
  /** Mean similarity of two groups' windows from which on they are grouped. */
  alike: number
  /** The same as a share of the similarity inside both groups, from which on they are one voice. */
  oneVoice: number
  /** Voices with less speech than this are given to the nearest other one. */
  shortestVoiceSeconds: number
}

/** Found for the bundled encoder on recordings of one to five speakers (test/bench/speakers.ts). */
export const bundledLimits: ClusterLimits = {
  alike: 0.68,
  oneVoice: 0.82,
  shortestVoiceSeconds: 2,
}

/** The library's time grows faster than the square of the items: more go through it in blocks. */
const blockItems = 150

/** So much more alike must be what is joined inside a block, where few windows can mislead. */
const blockMargin = 0.04

/** How alike two windows of one voice are in the middle, and how many windows that is worth. */
const usual = { similarity: 0.74, seconds: 4 }

/** A weighted sum of embeddings: from sums, the mean similarity of all pairs follows exactly. */
type Group = { sum: Vector; seconds: number; squares: number; inside: number }

/** Returns the voices of a recording, each of unit length. */
export function findVoices(heard: readonly Heard[], limits: ClusterLimits): Vector[] {
  const groups = joinAlike(condense(heard, limits.alike), limits.alike)
  const voices = joinVoices(groups, limits.oneVoice)
  const long = voices.filter(({ seconds }) => seconds >= limits.shortestVoiceSeconds)
  const kept = long.length > 0 ? long : longest(voices)
  return kept.map(({ sum }) => {
    const length = Math.sqrt(dot(sum, sum))
    return sum.map((value) => value / length)
  })
}

/** Puts finished voices together: places of those that are one, by average linkage. */
export function groupVoices(voices: readonly Heard[], alike: number): number[][] {
  if (voices.length < 2) return voices.map((_, at) => [at])
  const distances = voices.map((a) => voices.map((b) => 1 - dot(a.embedding, b.embedding)))
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true })
  return tree.cut(1 - alike).map((branch) => branch.indices())
}

const longest = (groups: Group[]): Group[] =>
  groups.toSorted((a, b) => b.seconds - a.seconds).slice(0, 1)

/** Joins neighbours, a few minutes at a time, until the library can take what is left. */
function condense(heard: readonly Heard[], alike: number): Group[] {
  if (heard.length <= 2 * blockItems) return heard.map(toGroup)
  const strict = alike + blockMargin
  let groups = blocksOf(heard).flatMap((block) => joinAlike(block.map(toGroup), strict))
  for (let loose = alike; groups.length > 2 * blockItems; loose -= blockMargin) {
    groups = blocksOf(groups).flatMap((block) => joinAlike(block, loose))
  }
  return groups
}

const toGroup = ({ embedding, seconds }: Heard): Group => ({
  sum: embedding.map((value) => value * seconds),
  seconds,
  squares: seconds * seconds,
  inside: usual.similarity,
})

const blocksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockItems) }, (_, at) =>
    items.slice(at * blockItems, (at + 1) * blockItems),
  )

const between = (a: Group, b: Group): number => dot(a.sum, b.sum) / (a.seconds * b.seconds)

/** Mean similarity inside a group, leaning on what is usual where it holds few windows. */
function inside({ sum, seconds, squares }: Omit<Group, 'inside'>): number {
  const pairs = dot(sum, sum) - squares
  const weight = seconds * seconds - squares
  const prior = usual.seconds * usual.seconds
  return (pairs + usual.similarity * prior) / (weight + prior)
}

/** Average linkage down to `alike`. */
function joinAlike(groups: Group[], alike: number): Group[] {
  if (groups.length < 2) return groups
  const distances = groups.map((a) => groups.map((b) => 1 - between(a, b)))
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true })
  return tree
    .cut(1 - alike)
    .map((branch) => join(branch.indices().flatMap((at) => groups[at] ?? [])))
}

/** Joins the two groups most like one voice, as long as there are two that are. */
function joinVoices(groups: Group[], oneVoice: number): Group[] {
  const pairs = groups.flatMap((one, a) =>
    groups.slice(a + 1).map((other) => ({
      value: between(one, other) / Math.sqrt(one.inside * other.inside),
      pair: [one, other],
    })),
  )
  const best = pairs.reduce((top, next) => (next.value > top.value ? next : top), {
    value: oneVoice,
    pair: [],
  })
  if (best.pair.length === 0) return groups
  const rest = groups.filter((group) => !best.pair.includes(group))
  return joinVoices([...rest, join(best.pair)], oneVoice)
}

function join(groups: readonly Group[]): Group {
  const sum = new Float32Array(groups[0]?.sum.length ?? 0)
  for (const group of groups) {
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (group.sum[at] ?? 0)
  }
  const joined = {
    sum,
    seconds: groups.reduce((total, { seconds }) => total + seconds, 0),
    squares: groups.reduce((total, { squares }) => total + squares, 0),
  }
  return { ...joined, inside: inside(joined) }
}
