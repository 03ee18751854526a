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
          raw<number>`(select max(version) from transcripts t where t.content_id = content.id)`,
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
    select part ->> 'id' as id, (part -> 'start')::float8 as start, (part -> 'end')::float8 as end
    from (select distinct on (content_id) segments from transcripts
      where content_id = any(${contentIds}) order by content_id, version desc) newest
    cross join jsonb_array_elements(segments) as parts (part)
    where part ->> 'id' = any(${ids})`.execute(sql)
  return new Map(rows.map(({ id, start, end }) => [id, { start, end }]))
}
