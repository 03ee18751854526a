/** Which documents have letters and numbers in the form of an earlier version (0069-search-in-steps.sql). */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { foldable } from './fold.ts'
import { mostAtOnce } from './steps.ts'

/**
 * The next recording by its id, and whether its words get another form or, in a long one, are kept for themselves;
 * undefined once all are done, which is then noted.
 */
export async function selectUnfolded(
  handle: Sql,
): Promise<{ id: string; isConcerned: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isConcerned: boolean }>`
    SELECT content_id AS id, length(body) > ${mostAtOnce}::integer OR body ~ ${foldable} OR filename ~ ${foldable}
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
