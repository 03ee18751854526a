/**
 * Hierarchical clustering by average linkage, exact for weighted groups, with
 * n² similarities in memory.
 */
import { dot, type Vector } from './voice.ts'

/**
 * A weighted sum of vectors. The mean similarity of two groups is the dot product of their sums
 * divided by their weights.
 */
export type Weighted = { sum: Vector; seconds: number }

type Merge = { a: number; b: number; likeness: number }

/**
 * Groups the items that merge at a mean similarity of `alike` or more; returns lists of indices.
 */
export function linkAlike(items: readonly Weighted[], alike: number): number[][] {
  const leader = items.map((_, at) => at)
  const find = (at: number): number => {
    const above = leader[at] ?? at
    return above === at ? at : find(above)
  }
  // Similarity only decreases up the tree, so cutting it is a filter.
  for (const { a, b, likeness } of mergeAll(items)) {
    if (likeness < alike) continue
    const [one, other] = [find(a), find(b)]
    leader[Math.max(one, other)] = Math.min(one, other)
  }
  const together = new Map<number, number[]>()
  for (const at of items.keys()) {
    const top = find(at)
    together.set(top, [...(together.get(top) ?? []), at])
  }
  return [...together.values()]
}

/**
 * Builds the whole tree with the nearest-neighbour chain algorithm: merges pairs that are each
 * other's nearest neighbours.
 */
function mergeAll(items: readonly Weighted[]): Merge[] {
  const table = likenesses(items)
  const weights = items.map(({ seconds }) => seconds)
  const merges: Merge[] = []
  const chain: number[] = []
  const left = new Set(items.keys())
  while (left.size > 1) {
    const last = chain.at(-1) ?? Math.min(...left)
    if (chain.length === 0) chain.push(last)
    const before = chain.at(-2)
    const next = nearest(table, left, { to: last, preferred: before })
    if (next !== before) {
      chain.push(next)
      continue
    }
    chain.length -= 2
    merges.push({ a: last, b: next, likeness: table[last]?.[next] ?? 0 })
    mergeRows(table, weights, { gone: last, into: next })
    left.delete(last)
  }
  return merges
}

function likenesses(items: readonly Weighted[]): Float32Array[] {
  const table = items.map(() => new Float32Array(items.length))
  for (const [a, one] of items.entries()) {
    const row = table[a]
    for (let b = 0; b < a; b += 1) {
      const [other, column] = [items[b], table[b]]
      if (other === undefined || row === undefined || column === undefined) continue
      row[b] = dot(one.sum, other.sum) / (one.seconds * other.seconds)
      column[a] = row[b] ?? 0
    }
  }
  return table
}

/** Prefers one candidate among equals, so that the chain terminates. */
function nearest(
  table: readonly Float32Array[],
  left: ReadonlySet<number>,
  { to, preferred }: { to: number; preferred: number | undefined },
): number {
  const row = table[to] ?? new Float32Array()
  let best = preferred ?? -1
  let most = preferred === undefined ? -Infinity : (row[preferred] ?? 0)
  for (const at of left) {
    const likeness = row[at] ?? 0
    if (at === to || likeness <= most) continue
    best = at
    most = likeness
  }
  return best
}

function mergeRows(
  table: readonly Float32Array[],
  weights: number[],
  { gone, into }: { gone: number; into: number },
): void {
  const [from, to] = [table[gone], table[into]]
  if (from === undefined || to === undefined) return
  const [less, more] = [weights[gone] ?? 0, weights[into] ?? 0]
  for (const [at, row] of table.entries()) {
    const likeness = ((from[at] ?? 0) * less + (to[at] ?? 0) * more) / (less + more)
    to[at] = likeness
    row[into] = likeness
  }
  weights[into] = less + more
}

/** One group of all the items. */
export function sumOf(items: readonly Weighted[]): Weighted {
  const sum = new Float32Array(items[0]?.sum.length ?? 0)
  for (const item of items) {
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (item.sum[at] ?? 0)
  }
  return { sum, seconds: items.reduce((total, { seconds }) => total + seconds, 0) }
}
