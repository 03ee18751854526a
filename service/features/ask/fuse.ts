/**
 * One order from several: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), which
 * needs no common measure of scores.
 */
import type { Ranked } from './rank.ts'

/** That of the paper: the first places of a list differ little. */
const evenness = 60

/** Each segment once, with the best of its scores; where two stand alike, by the earlier list. */
export function fuse(lists: readonly (readonly Ranked[])[]): Ranked[] {
  const fused = new Map<string, { ranked: Ranked; worth: number }>()
  for (const list of lists) {
    for (const [place, ranked] of list.entries()) {
      const { segment_id: id } = ranked.segment
      const known = fused.get(id)
      const worth = (known?.worth ?? 0) + 1 / (evenness + place + 1)
      const score = Math.max(known?.ranked.score ?? 0, ranked.score)
      fused.set(id, { ranked: { ...(known?.ranked ?? ranked), score }, worth })
    }
  }
  return [...fused.values()].toSorted((a, b) => b.worth - a.worth).map(({ ranked }) => ranked)
}
