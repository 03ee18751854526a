import type { Deps } from '../../deps.ts'
import { afterCommit } from '../../db/door.ts'
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
  await cancelDeliveriesOfProject(tx, projectId)
  await eraseDeliveriesOfProject(tx, projectId)
  afterCommit(tx, () => void haltDeliveries(db, (run) => run.projectId === projectId))
}
