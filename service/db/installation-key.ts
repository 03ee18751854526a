import { sql } from 'kysely'
import type { Sql } from './database.ts'

/** The database is sealed with another key than the one that this process was given. */
export class OtherKey extends Error {
  override readonly name = 'OtherKey'

  constructor() {
    super('EARSHOT_KEY_FILE holds another key than the one that this database is sealed with.')
  }
}

/** Throws where the processes before were given another secret: what they sealed could not be opened. */
export async function requireSameKey(db: Sql, fingerprint: string): Promise<void> {
  await sql`INSERT INTO installation_key (fingerprint) VALUES (${fingerprint})
    ON CONFLICT DO NOTHING`.execute(db)
  if ((await selectFingerprint(db)) !== fingerprint) throw new OtherKey()
}

/** Of the key that the database is sealed with; undefined where no process has ever used it. */
export async function selectFingerprint(db: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ fingerprint: string }>`
    SELECT fingerprint FROM installation_key`.execute(db)
  return rows[0]?.fingerprint
}

export async function updateFingerprint(db: Sql, fingerprint: string): Promise<void> {
  await sql`UPDATE installation_key SET fingerprint = ${fingerprint}`.execute(db)
}
