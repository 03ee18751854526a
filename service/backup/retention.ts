import { day } from '../core/time.ts'

const [daily, weekly, alwaysKept] = [7, 4, 2] // reliability.md B-1

type Made = { id: string; created_at: string }

/**
 * The backups to remove, of those that are good: kept are the newest of each of the last seven days and of each
 * of the last four weeks that have one, and the last two in any case.
 */
export function chooseExpired(backups: readonly Made[]): string[] {
  const newestFirst = backups.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const kept = new Set(newestFirst.slice(0, alwaysKept).map(({ id }) => id))
  for (const [count, ms] of [
    [daily, day],
    [weekly, 7 * day],
  ] as const) {
    const periods = new Map<number, string>()
    for (const { id, created_at } of newestFirst) {
      const period = Math.floor(Date.parse(created_at) / ms)
      // Counted by those that there are: after a holiday the older ones are worth more, not less.
      if (!periods.has(period) && periods.size < count) periods.set(period, id)
    }
    for (const id of periods.values()) kept.add(id)
  }
  return newestFirst.map(({ id }) => id).filter((id) => !kept.has(id))
}
