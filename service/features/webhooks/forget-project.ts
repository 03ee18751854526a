import type { Deps } from '../../deps.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import { deleteEventsOfProject } from '../events/events.ts'
import { cancelDeliveriesOfProject, eraseDeliveriesOfProject } from './delivery-store.ts'
import { haltDeliveries } from './signals.ts'

/**
 * For the removal of a project: its events go, its open deliveries are cancelled, and what was sent
 * of it is erased (reliability.md W-11 and B-7). The deliveries stay listed until they expire.
 */
export async function forgetProject(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  projectId: string,
): Promise<void> {
  await deleteEventsOfProject(tx, projectId)
  const cancelled = await cancelDeliveriesOfProject(tx, projectId)
  await eraseDeliveriesOfProject(tx, projectId)
  // By id: the project's own deletion may be under way by then, and is to arrive.
  afterCommit(tx, () => void haltDeliveries(db, ({ id }) => cancelled.has(id)))
}
