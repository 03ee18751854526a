import { sql } from 'kysely'
import { isFullDisk } from '../core/full-disk.ts'
import type { Sql } from './database.ts'

/**
 * Notes the use of a key or a session there and at its member: one statement, so one write to the disk. On a full
 * disk nobody is turned away for this.
 */
export async function noteUse(
  db: Sql,
  { table, id }: { table: 'api_keys' | 'sessions'; id: string },
  now: Date,
): Promise<void> {
  try {
    await sql`
      WITH used AS (
        UPDATE ${sql.table(table)} SET last_used_at = ${now} WHERE id = ${id} RETURNING member_id
      )
      UPDATE members SET last_active_at = ${now} FROM used WHERE members.id = used.member_id`.execute(
      db,
    )
  } catch (error) {
    if (!isFullDisk(error)) throw error
  }
}
