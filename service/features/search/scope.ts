import { always, type Leads } from '../../db/leadership.ts'
import type { Deps } from '../../deps.ts'
import type { Ending } from '../../db/database.ts'
import { scopeDocuments } from './scope-store.ts'

/** So few that whoever changes one of these recordings meanwhile waits for a moment only. */
const documentsAtOnce = 50

/**
 * Documents of versions that did not note whose they are get that noted, page by page; until all have it,
 * searches do without. To be run by one process. Another start goes on where this one ended.
 */
export function startScoping({ db, log }: Pick<Deps, 'db' | 'log'>, leads: Leads = always): Ending {
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted && leads() && (await scopeDocuments(db.sql, documentsAtOnce)));
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
