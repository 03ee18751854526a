// What tasks are read from: rows of other slices.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredClaim } from '../../db/analysis-tables.ts'
import type { StoredSpeaker } from '../../db/tables.ts'

export type Source = {
  result: Record<string, unknown> | null
  needs_language_model: string[] | null
  evidence: Record<string, string[]> | null
  claims: Record<string, StoredClaim> | null
  result_language: string | null
  created_at: Date
}

/** Of each prompt the newest completed analysis; the newest of them first. */
export async function selectResults(sql: Sql, contentId: string): Promise<Source[]> {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .select(['id', 'result', 'needs_language_model', 'evidence', 'claims'])
    .select(['result_language', 'created_at'])
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
  recorded_at: Date
  language: string | null
  segments: { id: string; start: number; end: number }[]
}

/** With the times of its current transcript; undefined where it was deleted. */
export async function selectRecording(sql: Sql, contentId: string): Promise<Recording | undefined> {
  const { rows } = await raw<Recording>`
    SELECT c.project_id, coalesce(c.recorded_at, c.created_at) AS recorded_at, t.language, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', part -> 'id', 'start', part -> 'start',
        'end', part -> 'end')) FROM jsonb_array_elements(t.segments) AS parts (part)), '[]') AS segments
    FROM content c
    LEFT JOIN LATERAL (
      SELECT language, segments FROM transcripts
      WHERE content_id = c.id ORDER BY version DESC LIMIT 1) t ON TRUE
    WHERE c.id = ${contentId}`.execute(sql)
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

export type Named = { filename: string; title: string }

export const selectNames = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, Named>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('content')
    .select(['id', 'filename', 'shown_title as title'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

/** Of these segments the ones that the recordings' current transcripts have, as they read now. */
export async function selectQuotes(
  sql: Sql,
  contentIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, Quoted>> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<Quoted>`
    SELECT part ->> 'id' AS id, (part -> 'start')::float8 AS start, (part -> 'end')::float8 AS end,
      part ->> 'text' AS text, part ->> 'speaker_id' AS speaker_id, speakers
    FROM (SELECT DISTINCT ON (content_id) segments, speakers FROM transcripts
      WHERE content_id = ANY(${contentIds}) ORDER BY content_id, version DESC) newest
    CROSS JOIN jsonb_array_elements(segments) AS parts (part)
    WHERE part ->> 'id' = ANY(${ids})`.execute(sql)
  return new Map(rows.map((row) => [row.id, row]))
}
