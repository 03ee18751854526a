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
const findingsVersion = '2'

/**
 * Every recording with a transcript or an analysis, and what it would be read from: of each prompt
 * the newest completed analysis, and the newest transcript.
 */
const states = raw`
  select c.id, c.project_id, c.created_at, md5(concat_ws(' ', ${raw.lit(findingsVersion)}::text,
    a.ids, t.version, extract(epoch from t.updated_at))) as fingerprint
  from content c
  left join lateral (
    select string_agg(n.id, ' ' order by n.id) as ids from (
      select distinct on (prompt_id) id from analyses
      where content_id = c.id and status = 'completed'
      order by prompt_id, version desc) n) a on true
  left join lateral (
    select version, updated_at from transcripts
    where content_id = c.id order by version desc limit 1) t on true
  where (a.ids is not null or t.version is not null)`

/** Recordings made in the period that can be read, newest first, from the one after `last` on. */
export async function selectItems(
  sql: Sql,
  { projectId, from, to }: Period,
  { last, limit }: { last: SourceItem | undefined; limit: number },
): Promise<SourceItem[]> {
  const rest = last ? raw`and (c.created_at, c.id) < (${last.created_at}, ${last.id})` : raw``
  const { rows } = await raw<SourceItem>`
    select s.id, s.created_at, s.fingerprint, f.id as findings_id
    from (${states} and c.project_id = ${projectId}
      and c.created_at >= ${from} and c.created_at < ${to} ${rest}
      order by c.created_at desc, c.id desc limit ${limit}) s
    left join recording_findings f on f.content_id = s.id and f.fingerprint = s.fingerprint
    order by s.created_at desc, s.id desc`.execute(sql)
  return rows
}

export type Since = { new_recordings: number; changed_recordings: number }

/** What came or changed after these insights were counted, and would be in others made now. */
export async function selectSince(
  sql: Sql,
  row: { id: string; project_id: string; period_start: Date; period_end: Date },
): Promise<Since> {
  const { rows } = await raw<Since>`
    select count(*) filter (where s.created_at >= ${row.period_end})::int as new_recordings,
      count(*) filter (where s.created_at < ${row.period_end})::int as changed_recordings
    from (${states} and c.project_id = ${row.project_id}
      and c.created_at >= ${row.period_start}) s
    where not exists (
      select from recording_findings f join insight_sources i on i.findings_id = f.id
      where f.content_id = s.id and f.fingerprint = s.fingerprint
        and i.insights_id = ${row.id})`.execute(sql)
  return rows[0] ?? { new_recordings: 0, changed_recordings: 0 }
}

/** One text for one state of a transcript, which may be edited in place. */
export const stampOf = (row: { version: number; updated_at: Date }): string =>
  `${row.version} ${row.updated_at.toISOString()}`
