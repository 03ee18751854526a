/** Which documents have letters and numbers in the form of an earlier version (0069-search-in-steps.sql). */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { mostAtOnce } from './steps.ts'

/** What `fold` changes, and texts whose words are kept for themselves from now on. */
const concerned = String.raw`[\u0591-\u05c7\u0610-\u061a\u0622-\u0626\u0640\u064b-\u0671\u06a9\u06cc\u06d6-\u06f9\u08d3-\u08ff]|\d[.,'’\u00a0\u2009\u202f ]\d{3}`

/** The next recording by its id; undefined once all are done, which is then noted. */
export async function selectUnfolded(
  handle: Sql,
): Promise<{ id: string; isConcerned: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isConcerned: boolean }>`
    SELECT content_id AS id, length(body) > ${mostAtOnce}::integer OR body ~ ${concerned} OR filename ~ ${concerned}
      AS "isConcerned"
    FROM search_documents WHERE content_id > (SELECT folded_to FROM search_unfolded)
    ORDER BY content_id LIMIT 1`.execute(handle)
  if (rows.length === 0)
    await sql`DELETE FROM search_unfolded WHERE NOT EXISTS (
      SELECT FROM search_documents WHERE content_id > folded_to)`.execute(handle)
  return rows[0]
}

export async function noteRefolded(handle: Sql, contentId: string): Promise<void> {
  await sql`UPDATE search_unfolded SET folded_to = ${contentId}`.execute(handle)
}
