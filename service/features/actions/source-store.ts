// What tasks are read from: rows of other slices.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredSpeaker } from '../../db/tables.ts'

export type Source = {
  result: Record<string, unknown> | null
  evidence: Record<string, string[]> | null
  result_language: string | null
  created_at: Date
}

/** Of each prompt the newest completed analysis; the newest of them first. */
export async function selectResults(sql: Sql, contentId: string): Promise<Source[]> {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .select(['id', 'result', 'evidence', 'result_language', 'created_at'])
    .where('content_id', '=', contentId)
    .where('status', '=', 'completed')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
  )
}

export type Recording = {
  project_id: string
  created_at: Date
  language: string | null
  segments: { id: string; start: number; end: number }[]
}

/** With the times of its current transcript; undefined where it was deleted. */
export async function selectRecording(sql: Sql, contentId: string): Promise<Recording | undefined> {
  const { rows } = await raw<Recording>`
    select c.project_id, c.created_at, t.language, coalesce((
      select jsonb_agg(jsonb_build_object('id', part -> 'id', 'start', part -> 'start',
        'end', part -> 'end')) from jsonb_array_elements(t.segments) as parts (part)), '[]') as segments
    from content c
    left join lateral (
      select language, segments from transcripts
      where content_id = c.id order by version desc limit 1) t on true
    where c.id = ${contentId}`.execute(sql)
  return rows[0]
}

export type Quoted = {
  id: string
  start: number
  end: number
  text: string
  speaker_id: string
  speakers: StoredSpeaker[]
}

export const selectFilenames = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('content')
    .select(['id', 'filename'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, filename }) => [id, filename]))
}

/** Of these segments the ones that the recordings' current transcripts have, as they read now. */
export async function selectQuotes(
  sql: Sql,
  contentIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, Quoted>> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<Quoted>`
    select part ->> 'id' as id, (part -> 'start')::float8 as start, (part -> 'end')::float8 as end,
      part ->> 'text' as text, part ->> 'speaker_id' as speaker_id, speakers
    from (select distinct on (content_id) segments, speakers from transcripts
      where content_id = any(${contentIds}) order by content_id, version desc) newest
    cross join jsonb_array_elements(segments) as parts (part)
    where part ->> 'id' = any(${ids})`.execute(sql)
  return new Map(rows.map((row) => [row.id, row]))
}
