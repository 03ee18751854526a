import { day, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { deleteEventsBefore } from '../events/events.ts'
import { deleteDeliveriesBefore } from './delivery-store.ts'

const keptMs = 30 * day // Spec: Delivery rules 5; api-choices.md 6 for the deliveries

/** Deletes events and deliveries older than 30 days. Called hourly by start.ts. */
export async function expireEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const time = plusMs(clock.now(), -keptMs)
  await db.transaction(async (tx) => {
    await deleteEventsBefore(tx, time)
    await deleteDeliveriesBefore(tx, time)
  })
}
