import { sql } from 'kysely'
import type { Sql } from '../db/database.ts'
import type { LostSound } from './gather-recordings.ts'
import type { LostRecording } from './host.ts'

/**
 * Notes in a restored library what became of the recordings' sound; their texts stay. Resolves with those that the
 * library knows, in the order of their titles.
 */
export async function noteLostSound(db: Sql, lost: readonly LostSound[]): Promise<LostRecording[]> {
  if (lost.length === 0) return []
  const { rows } = await sql<LostRecording>`
    UPDATE content SET media_state = lost.state
    FROM jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) AS lost (id text, state text)
    WHERE content.id = lost.id
    RETURNING content.id, content.shown_title AS title`.execute(db)
  return rows.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}
