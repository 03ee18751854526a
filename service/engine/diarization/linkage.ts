/** Hierarchical clustering by average linkage, exact for groups of any weight, in n² numbers. */
import { dot, type Vector } from './voice.ts'

/** A weighted sum of vectors; the mean likeness of two is the product of sums over weights. */
export type Weighted = { sum: Vector; seconds: number }

type Merge = { a: number; b: number; likeness: number }

/** Which items belong together: those that join at a mean likeness of `alike` or more. */
export function linkAlike(items: readonly Weighted[], alike: number): number[][] {
  const leader = items.map((_, at) => at)
  const find = (at: number): number => {
    const above = leader[at] ?? at
    return above === at ? at : find(above)
  }
  // Merges get ever less alike on the way up the tree, so that a cut is a filter.
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

/** The whole tree, by chains of nearest neighbours: two that are each other's nearest are merged. */
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

/** Where several are as near, the preferred one ends the chain. */
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
