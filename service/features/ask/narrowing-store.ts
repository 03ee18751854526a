import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { recordingsOf, type Scope } from './scope-store.ts'

/** Choice: of more, the longest names are looked for. */
const mostNames = 200

/** Named speakers of the recordings whose names have one of these words. */
export async function selectSpeakerNames(
  handle: Sql,
  scope: Scope,
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM search_speech
    WHERE is_named AND string_to_array(lower(name), ' ') && ${words.map((word) => word.toLowerCase())}::text[]
      AND content_id IN (${recordingsOf(scope)})
    ORDER BY name LIMIT ${mostNames}::integer`.execute(handle)
  return rows.map(({ name }) => name)
}

type Reach = { organizationId: string; projectIds: readonly string[] | null }

export async function selectProjectNames(
  handle: Sql,
  { organizationId, projectIds }: Reach,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM projects
    WHERE is_shown AND organization_id = ${organizationId}
      AND ${projectIds ? sql`id = ANY(${[...projectIds]}::text[])` : sql`TRUE`}
    ORDER BY length(name) DESC, id LIMIT ${mostNames}::integer`.execute(handle)
  return rows
}
