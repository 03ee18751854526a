// What recordings that are named as evidence are called, and which of their segments there still are.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { stampOf } from './state-store.ts'

/** `stamp` names the current transcript; null where there is none. */
export type Named = { filename: string; stamp: string | null }

export async function selectNames(sql: Sql, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('content')
    .leftJoin('transcripts', (join) =>
      join
        .onRef('transcripts.content_id', '=', 'content.id')
        .on(
          'transcripts.version',
          '=',
          raw<number>`(SELECT max(version) FROM transcripts t WHERE t.content_id = content.id)`,
        ),
    )
    .select(['content.id', 'content.filename', 'transcripts.version', 'transcripts.updated_at'])
    .where('content.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, filename, version, updated_at }) => [
      id,
      { filename, stamp: version && updated_at ? stampOf({ version, updated_at }) : null },
    ]),
  )
}

/** Of these segments the ones that the recordings' current transcripts have, by id. */
export async function selectSegments(
  sql: Sql,
  contentIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, { start: number; end: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<{ id: string; start: number; end: number }>`
    SELECT part ->> 'id' AS id, (part -> 'start')::float8 AS start, (part -> 'end')::float8 AS end
    FROM (SELECT DISTINCT ON (content_id) segments FROM transcripts
      WHERE content_id = ANY(${contentIds}) ORDER BY content_id, version DESC) newest
    CROSS JOIN jsonb_array_elements(segments) AS parts (part)
    WHERE part ->> 'id' = ANY(${ids})`.execute(sql)
  return new Map(rows.map(({ id, start, end }) => [id, { start, end }]))
}
