/** Whose documents are (0057-large-installations.sql): by it the index narrows a search to an organization or a project. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Reach } from './speech-store.ts'

/** How many recordings a search has in its reach, and about how many there are of all organizations. */
export type Extent = {
  inReach: number
  whole: number
  /** Whether every document says whose it is. */
  isScoped: boolean
}

export async function selectExtent(handle: Sql, reach: Reach): Promise<Extent> {
  const { organizationId, projectIds } = reach
  const isNamed = projectIds ? sql`id = ANY(${[...projectIds]}::text[])` : sql`TRUE`
  const { rows } = await sql<Extent>`
    SELECT coalesce(sum(content_count), 0)::integer AS "inReach",
      (SELECT reltuples FROM pg_class WHERE oid = 'search_documents'::regclass)::float8 AS whole,
      NOT EXISTS (SELECT FROM search_unscoped) AS "isScoped"
    FROM projects WHERE is_shown AND organization_id = ${organizationId} AND ${isNamed}`.execute(
    handle,
  )
  return rows[0] ?? { inReach: 0, whole: 0, isScoped: false }
}

/** A query in PostgreSQL's notation that finds the documents within reach. */
export const scopeQuery = ({ organizationId, projectIds }: Reach): string =>
  // A key that sees no project finds nothing.
  (projectIds?.length === 0 ? [''] : (projectIds ?? [organizationId]))
    .map((id) => `'=${id.replaceAll(/[\\']/g, '$&$&')}'`)
    .join(' | ')

/** Gives the next so many documents their scope. False once all have it. */
export async function scopeDocuments(handle: Sql, limit: number): Promise<boolean> {
  const { rows } = await sql`
    WITH page AS (
      SELECT content_id FROM search_documents
      WHERE content_id > (SELECT scoped_to FROM search_unscoped)
      ORDER BY content_id LIMIT ${limit}::integer
    ), scoped AS (
      -- The trigger does it.
      UPDATE search_documents SET document = document FROM page
      WHERE search_documents.content_id = page.content_id
    ), done AS (
      DELETE FROM search_unscoped WHERE NOT EXISTS (SELECT FROM page)
    )
    UPDATE search_unscoped SET scoped_to = (SELECT max(content_id) FROM page)
    WHERE EXISTS (SELECT FROM page) RETURNING scoped_to`.execute(handle)
  return rows.length > 0
}
