import { isGood } from '../../backup/backup-store.ts'
import { countPending } from '../../db/migrate.ts'
import type { Deps } from '../../deps.ts'
import { contents } from './backups.ts'

/**
 * Before a start applies new steps to a database that holds something: a backup of it as it is. One that fails
 * is no reason not to start, as each step is a transaction; the log and Settings tell of it.
 */
export async function backUpBeforeUpdate({
  db,
  backupRuns,
  log,
}: Pick<Deps, 'db' | 'backupRuns' | 'log'>): Promise<void> {
  const pending = await countPending(db)
  if (pending <= 0) return
  log.info({ steps: pending }, 'a backup is made before the database is updated')
  const task = { ...contents, reason: 'update', includes_media: false, secret: null } as const
  const made = await backupRuns.start(task).done
  if (!made || !isGood(made)) log.warn('the database is updated without a backup')
}
