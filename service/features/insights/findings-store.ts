// What was found in recordings, kept so that only what changed is read again; and which of it
// insights were counted from.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { RecordingFindings } from './findings.ts'

export type NewFindings = { content_id: string; fingerprint: string; findings: RecordingFindings }

/** Ids by recording; one that was deleted meanwhile has none. What nothing needs any more goes. */
export async function replaceFindings(
  sql: Sql,
  all: readonly NewFindings[],
  createdAt: Date,
): Promise<Map<string, number>> {
  const { rows } = await raw<{ id: number; content_id: string }>`
    insert into recording_findings (content_id, fingerprint, findings, created_at)
    select n.content_id, n.fingerprint, n.findings, ${createdAt}
    from json_to_recordset(${JSON.stringify(all)}::json)
      as n (content_id text, fingerprint text, findings json)
    where exists (select from content c where c.id = n.content_id)
    on conflict (content_id, fingerprint) do update set findings = excluded.findings
    returning id, content_id`.execute(sql)
  await raw`
    delete from recording_findings f
    where f.content_id = any(${rows.map(({ content_id }) => content_id)})
      and f.id <> all(${rows.map(({ id }) => id)})
      and not exists (select from insight_sources s where s.findings_id = f.id)`.execute(sql)
  return new Map(rows.map(({ id, content_id }) => [content_id, id]))
}

export type NewSource = { findings_id: number; is_current: boolean }

export async function replaceSources(
  sql: Sql,
  insightsId: string,
  sources: readonly NewSource[],
): Promise<void> {
  await sql.deleteFrom('insight_sources').where('insights_id', '=', insightsId).execute()
  await raw`
    insert into insight_sources (insights_id, findings_id, is_current)
    select ${insightsId}, n.findings_id, n.is_current
    from json_to_recordset(${JSON.stringify(sources)}::json)
      as n (findings_id bigint, is_current boolean)
    where exists (select from recording_findings f where f.id = n.findings_id)`.execute(sql)
}

/** One recording's part; `content_id` comes once in each of the three periods. */
export type Source = {
  findings_id: number
  content_id: string
  created_at: Date
  is_now: boolean
  is_before: boolean
  /** In the period of the insights that these are compared with. */
  is_compared: boolean
}

/** Everything that insights are counted from, the newest recording first. */
export async function selectSources(
  sql: Sql,
  { id, compared_with: other }: { id: string; compared_with: string | null },
): Promise<Source[]> {
  const { rows } = await raw<Source>`
    select f.id as findings_id, c.id as content_id, c.created_at,
      bool_or(s.insights_id = ${id} and s.is_current) as is_now,
      bool_or(s.insights_id = ${id} and not s.is_current) as is_before,
      bool_or(s.insights_id <> ${id} and s.is_current) as is_compared
    from insight_sources s
    join recording_findings f on f.id = s.findings_id
    join content c on c.id = f.content_id
    where s.insights_id = ${id} or (s.insights_id = ${other}::text and s.is_current)
    group by f.id, c.id
    order by c.created_at desc, c.id desc, f.id desc`.execute(sql)
  return rows
}

export async function selectFindings(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, RecordingFindings>> {
  const { rows } = await raw<{ id: number; findings: RecordingFindings }>`
    select id, findings from recording_findings where id = any(${ids})`.execute(sql)
  return new Map(rows.map(({ id, findings }) => [id, findings]))
}

/**
 * Notes in everything that a recording is counted in that it is deleted, so that nothing that may
 * be from it is shown. To be called before the recording's rows go. True where there is any.
 */
export async function markRemoved(
  sql: Sql,
  projectId: string,
  contentId: string,
): Promise<boolean> {
  const { rows } = await raw`
    with holders as (
      select s.insights_id as id, bool_or(s.is_current) as is_current
      from insight_sources s join recording_findings f on f.id = s.findings_id
      where f.content_id = ${contentId} group by s.insights_id)
    update insights i set
      removed_ids = array_append(removed_ids, ${contentId}),
      removed_recordings = removed_recordings
        + coalesce((select h.is_current from holders h where h.id = i.id), false)::int
    where project_id = ${projectId} and (
      exists (select from holders h where h.id = i.id or h.id = i.compared_with)
      -- Their sources were not kept: any of them may have it.
      or (recordings_read is null and result is not null))
    returning i.id`.execute(sql)
  return rows.length > 0
}
