import { Value } from 'typebox/value'
import type { Db, Tx } from '../db/database.ts'
import type { JobHandler } from './job.ts'
import { hasOrphans, putOrphansBack, putOwnBack } from './store.ts'

type Deps = {
  db: Pick<Db, 'sql' | 'transaction' | 'isShared'>
  handlers: ReadonlyMap<string, JobHandler>
}

/** Puts back what processes ran that are gone, and shows on each item that it waits again. */
export async function takeFromDead(deps: Deps): Promise<void> {
  if (await hasOrphans(deps.db.sql)) await putBack(deps, (tx) => putOrphansBack(tx, deps.db))
}

/** The same with what this process is said to run and does not, uncounted. */
export const returnOwn = (deps: Deps, worker: string, but?: readonly number[]): Promise<void> =>
  putBack(deps, (tx) => putOwnBack(tx, worker, but))

type Returned = { name: string; payload: unknown }

async function putBack(
  { db, handlers }: Deps,
  find: (tx: Tx) => Promise<Returned[]>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, payload } of await find(tx)) {
      const handler = handlers.get(name)
      // The worker gives up a payload that is none.
      if (handler && Value.Check(handler.definition.payload, payload))
        await handler.noteStop(tx, payload)
    }
  })
}
