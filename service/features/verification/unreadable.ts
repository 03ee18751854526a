import { hour } from '../../core/time.ts'
import type { Log } from '../../core/log.ts'
import { isDataCorruption } from '../../db/corruption.ts'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { damagedTables } from './lost-rows.ts'
import { tellDamaged, type VerifyDeps } from './run-verification.ts'
import { verifyBecause } from './verification.ts'
import { verifyDatabase } from './verify-database.ts'

/** Choice: a failing page that no check finds does not make the check run on and on. */
const pauseMs = hour

/** From now on, a statement that fails because of damage starts a check; the result ends that. */
export function verifyWhatIsUnreadable(deps: VerifyDeps & Pick<Deps, 'signals'>): () => void {
  let lastMs = -Infinity
  return deps.signals.on('database.unreadable', async () => {
    const nowMs = deps.clock.elapsed()
    if (nowMs - lastMs < pauseMs) return
    lastMs = nowMs
    deps.log.error('something in the database cannot be read; the library is checked')
    await verifyBecause(deps, 'unreadable').catch(() => verifyAtOnce(deps))
  })
}

/** Where the damage is in what a check is started with, such as the list of jobs. */
async function verifyAtOnce(deps: VerifyDeps): Promise<void> {
  const noProgress = async () => {}
  const verdict = await verifyDatabase(deps.db, noProgress).catch(() => null)
  tellDamaged(deps, verdict ?? { rebuilt: [], damaged: ['jobs'] })
}

/**
 * For a start that failed with `error`: repairs what can be, and says of which tables. Throws DatabaseDamaged where rows are lost, and `error` where
 * it has another reason than damage.
 */
export async function repairForStart(db: Db, log: Log, error: unknown): Promise<string[]> {
  if (!isDataCorruption(error)) throw error
  const { rebuilt, damaged } = await verifyDatabase(db, async () => {}).catch(() => {
    throw damagedTables(['pg_class'], error)
  })
  if (damaged.length > 0) throw damagedTables(damaged, error)
  if (rebuilt.length === 0) throw error
  log.warn({ tables: rebuilt }, 'damaged indexes were built again; the start goes on')
  return rebuilt
}
