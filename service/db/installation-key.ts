import { sql } from 'kysely'
import type { Sql } from './database.ts'

/** Throws where the processes before were given another secret: what they sealed could not be opened. */
export async function requireSameKey(db: Sql, fingerprint: string): Promise<void> {
  await sql`INSERT INTO installation_key (fingerprint) VALUES (${fingerprint})
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ fingerprint: string }>`
    SELECT fingerprint FROM installation_key`.execute(db)
  if (rows[0]?.fingerprint === fingerprint) return
  throw new Error('EARSHOT_KEY_FILE holds another key than this database was first used with.')
}
