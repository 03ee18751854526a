import { sql } from 'kysely'
import { newId } from './core/ids.ts'
import type { Deps } from './deps.ts'
import { listMissing } from './db/migrate.ts'
import type { Parts } from './http/probes.ts'

/** What this service cannot answer requests without (api-choices.md 40). */
export const readinessParts = ({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): Parts => ({
  database: () => sql`SELECT 1`.execute(db.sql),
  migrations: async () => {
    const missing = await listMissing(db)
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`)
  },
  // Of a recording that there is not: what fails is the way there.
  store: () => blobs.stat(newId('cont')),
})
