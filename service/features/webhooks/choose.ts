import type { Candidate, Depths, DueDelivery } from './next-store.ts'

type Health = 'failing' | 'unknown' | 'proven'
/** How the endpoint did when the delivery was chosen. */
type Judged = { health: Health }
export type Chosen = DueDelivery & Judged

/**
 * Choice: how many of an endpoint are begun at once. Of one that answers a few wait in memory, so that it need not wait
 * for the database between them; of any other as many as may be open there (slots.ts).
 */
export const depths: Depths = { proven: 48, other: 4 }

/**
 * How many may have begun for one more to begin: in all; of them at endpoints that have not answered of late, which
 * leave room on the line, so that a few that hang cannot take every place from those that answer; of these at endpoints
 * that failed.
 */
const most = { all: 256, unproven: 12, failing: 8 }

/** How many more may begin. */
export const roomBeside = (begun: readonly Chosen[]): number => Math.max(0, most.all - begun.length)

export const isMostlyTaken = (begun: readonly Chosen[]): boolean => begun.length > most.all / 2

/** Those of the due deliveries that may begin beside the ones that have, in their order. */
export function choose(
  due: readonly Candidate[],
  begun: readonly Chosen[],
): (Candidate & Judged)[] {
  const counts = { all: 0, unproven: 0, failing: 0 }
  const limitsOf = (health: Health): (keyof typeof most)[] => [
    'all',
    ...(health === 'proven' ? [] : (['unproven'] as const)),
    ...(health === 'failing' ? (['failing'] as const) : []),
  ]
  const count = (health: Health): void => {
    for (const limit of limitsOf(health)) counts[limit] += 1
  }
  for (const { health } of begun) count(health)
  return due.flatMap((row) => {
    const health = healthOf(row)
    if (limitsOf(health).some((limit) => counts[limit] >= most[limit])) return []
    count(health)
    return [{ ...row, health }]
  })
}

function healthOf(row: Candidate): Health {
  if (row.consecutive_failures > 0) return 'failing'
  return row.last_success_at ? 'proven' : 'unknown'
}
