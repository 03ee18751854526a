import type { Lane } from './job.ts'
import type { Head } from './store.ts'

/**
 * Organizations take turns in a lane, those first for whom somebody waits. Each process keeps the turns of what it
 * starts, in memory: with several, each is fair, and none writes a row that all of them would wait for.
 */
export function createOrganizationTurns() {
  /** By lane, the organizations that were served, the latest last. */
  const served = new Map<Lane, Set<string>>()
  return {
    next: (heads: readonly Head[]): Head | undefined => {
      const rank = (head: Head): number =>
        [...(served.get(head.lane) ?? [])].indexOf(head.organization_id)
      return heads.toSorted(
        (one, other) => Number(other.is_first) - Number(one.is_first) || rank(one) - rank(other),
      )[0]
    },
    note: ({ lane, organization_id: id }: Head): void => {
      const order = served.get(lane) ?? new Set()
      served.set(lane, order)
      order.delete(id)
      order.add(id)
    },
  }
}
