import type { DueDelivery } from './due-store.ts'
import type { Running } from './signals.ts'

export const perEndpoint = 4 // reliability.md W-8, as are the 16 in all below

/**
 * How many may run in all for one more to start. Endpoints that fail or are unknown leave room, so
 * that a few that hang cannot take every place from those that answer.
 */
const ceilings = { failing: 8, unknown: 12, proven: 16 }

type Candidate = Pick<DueDelivery, 'webhook_id' | 'consecutive_failures' | 'last_success_at'>

/** Those of the due deliveries that may start beside the running ones, in their order. */
export function choose<T extends Candidate>(due: readonly T[], running: readonly Running[]): T[] {
  const atEndpoint = new Map<string, number>()
  const add = (id: string) => atEndpoint.set(id, (atEndpoint.get(id) ?? 0) + 1)
  for (const { webhookId } of running) add(webhookId)
  const chosen: T[] = []
  for (const row of due) {
    if (running.length + chosen.length >= ceilings[healthOf(row)]) continue
    if ((atEndpoint.get(row.webhook_id) ?? 0) >= perEndpoint) continue
    add(row.webhook_id)
    chosen.push(row)
  }
  return chosen
}

function healthOf(row: Candidate): keyof typeof ceilings {
  if (row.consecutive_failures > 0) return 'failing'
  return row.last_success_at ? 'proven' : 'unknown'
}
