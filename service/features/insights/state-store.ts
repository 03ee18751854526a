// Which recordings there are to read, and which of them changed since they were read.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'

/** A recording that can be read; `fingerprint` changes with its analyses and its transcript. */
export type SourceItem = {
  id: string
  created_at: Date
  fingerprint: string
  /** Null where it was not read in this state yet. */
  findings_id: number | null
}

export type Period = { projectId: string; from: Date; to: Date }

/** Raised when findings of the same analyses come out differently, so that all are read again. */
const findingsVersion = '3'

/**
 * Every recording with a transcript or an analysis, and what it would be read from: of each prompt
 * the newest completed analysis, and the newest transcript.
 */
const states = raw`
  SELECT c.id, c.project_id, c.created_at, md5(concat_ws(' ', ${raw.lit(findingsVersion)}::text,
    a.ids, t.version, extract(epoch FROM t.updated_at))) AS fingerprint
  FROM content c
  LEFT JOIN LATERAL (
    SELECT string_agg(n.id, ' ' ORDER BY n.id) AS ids FROM (
      SELECT DISTINCT ON (prompt_id) id FROM analyses
      WHERE content_id = c.id AND status = 'completed'
      ORDER BY prompt_id, version DESC) n) a ON TRUE
  LEFT JOIN LATERAL (
    SELECT version, updated_at FROM transcripts
    WHERE content_id = c.id ORDER BY version DESC LIMIT 1) t ON TRUE
  WHERE (a.ids IS NOT NULL OR t.version IS NOT NULL)`

/** Recordings made in the period that can be read, newest first, from the one after `last` on. */
export async function selectItems(
  sql: Sql,
  { projectId, from, to }: Period,
  { last, limit }: { last: SourceItem | undefined; limit: number },
): Promise<SourceItem[]> {
  const rest = last ? raw`AND (c.created_at, c.id) < (${last.created_at}, ${last.id})` : raw``
  const { rows } = await raw<SourceItem>`
    SELECT s.id, s.created_at, s.fingerprint, f.id AS findings_id
    FROM (${states} AND c.project_id = ${projectId}
      AND c.created_at >= ${from} AND c.created_at < ${to} ${rest}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}) s
    LEFT JOIN recording_findings f ON f.content_id = s.id AND f.fingerprint = s.fingerprint
    ORDER BY s.created_at DESC, s.id DESC`.execute(sql)
  return rows
}

export type Since = { new_recordings: number; changed_recordings: number }

/** What came or changed after these insights were counted, and would be in others made now. */
export async function selectSince(
  sql: Sql,
  row: { id: string; project_id: string; period_start: Date; period_end: Date; created_at: Date },
): Promise<Since> {
  const { rows } = await raw<Since>`
    SELECT count(*) FILTER (WHERE s.created_at >= ${row.period_end}
        -- Days that were over already get no new recordings.
        AND ${row.period_end}::timestamptz >= ${row.created_at})::int AS new_recordings,
      count(*) FILTER (WHERE s.created_at < ${row.period_end})::int AS changed_recordings
    FROM (${states} AND c.project_id = ${row.project_id}
      AND c.created_at >= ${row.period_start}) s
    WHERE NOT EXISTS (
      SELECT FROM recording_findings f JOIN insight_sources i ON i.findings_id = f.id
      WHERE f.content_id = s.id AND f.fingerprint = s.fingerprint
        AND i.insights_id = ${row.id})`.execute(sql)
  return rows[0] ?? { new_recordings: 0, changed_recordings: 0 }
}

/** One text for one state of a transcript, which may be edited in place. */
export const stampOf = (row: { version: number; updated_at: Date }): string =>
  `${row.version} ${row.updated_at.toISOString()}`
