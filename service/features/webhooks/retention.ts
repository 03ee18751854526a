import { day, plusMs } from '../../core/time.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { deleteEventsBefore, deleteEventsOfProject } from '../events/events.ts'
import {
  cancelDeliveriesOfProject,
  deleteDeliveriesBefore,
  eraseDeliveriesOfProject,
} from './outbox-store.ts'

const keptMs = 30 * day // Spec: Delivery rules 5; api-choices.md 6 for the deliveries

/** Deletes events and deliveries older than 30 days. Called hourly by start.ts. */
export async function expireEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const time = plusMs(clock.now(), -keptMs)
  await db.transaction((tx) => deleteEventsBefore(tx, time))
  for (let isMore = true; isMore;) {
    isMore = await db.transaction((tx) => deleteDeliveriesBefore(tx, time))
  }
}

/**
 * For the removal of a project: its events go, its open deliveries are cancelled, and what was sent
 * of it is erased (reliability.md W-11 and B-7). The deliveries stay listed until they expire.
 */
export async function forgetProject(tx: Tx, projectId: string): Promise<void> {
  await deleteEventsOfProject(tx, projectId)
  const cancelled = await cancelDeliveriesOfProject(tx, projectId)
  await eraseDeliveriesOfProject(tx, projectId)
  // By id: the project's own deletion may be under way by then, and is to arrive.
  afterCommit(tx, (signals) => signals.emit('deliveries.cancelled', { ids: [...cancelled] }))
}
