import { always, type Leads } from '../../db/leadership.ts'
import type { Ending, Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { indexSpokenWords } from './index-content.ts'
import { refoldSaid } from './index-said.ts'
import { noteRefolded, selectUnfolded } from './refold-store.ts'

/**
 * What search keeps of recordings of versions that knew fewer forms of letters and numbers is made again, one recording
 * after the other; until then they are found as they were. To be run by one process. Another start goes on where
 * this one ended.
 */
export function startRefolding(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  leads: Leads = always,
): Ending {
  const ending = new AbortController()
  const write = (step: (tx: Sql) => Promise<void>) => db.transaction((tx) => step(tx))
  const run = async () => {
    while (!ending.signal.aborted && leads()) {
      const next = await selectUnfolded(db.sql)
      if (next === undefined) return
      if (next.isConcerned) {
        await indexSpokenWords({ sql: db.sql, write }, next.id)
        await refoldSaid({ sql: db.sql, write }, next.id)
      }
      await noteRefolded(db.sql, next.id)
    }
  }
  const running = run().catch((error: unknown) =>
    log.error(
      { err: error },
      'what search keeps could not be brought up to date; the next start tries again',
    ),
  )
  return async () => {
    ending.abort()
    await running
  }
}
