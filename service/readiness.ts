import { sql } from 'kysely'
import { newId } from './core/ids.ts'
import type { Deps } from './deps.ts'
import { listMissing } from './db/migrate.ts'
import type { Parts } from './http/probes.ts'

/** What this service cannot answer requests without (api-choices.md 40). */
export const readinessParts = ({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): Parts => ({
  // Changes nothing, and is refused where nothing can be changed. A connection on which that is so is thrown away, which
  // one that is only looked at would not be: it would stay as it is after the database has changed its mind.
  database: () => sql`DELETE FROM migrations WHERE FALSE`.execute(db.sql),
  migrations: async () => {
    const missing = await listMissing(db)
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`)
  },
  // Of a recording that there is not: what fails is the way there.
  store: () => blobs.stat(newId('cont')),
})
