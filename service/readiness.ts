import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import { listMissing } from './db/migrate.ts'
import type { Parts } from './http/probes.ts'

/** What this service cannot answer requests without (api-choices.md 40). */
export const readinessParts = ({ db }: Pick<Deps, 'db'>): Parts => ({
  database: () => sql`SELECT 1`.execute(db.sql),
  migrations: async () => {
    const missing = await listMissing(db)
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`)
  },
})
