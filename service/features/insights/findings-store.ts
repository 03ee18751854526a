// What was found in recordings, kept so that only what changed is read again; and which of it
// insights were counted from.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { toCounted, type CountedFindings, type RecordingFindings } from './findings.ts'

export type NewFindings = { content_id: string; fingerprint: string; findings: RecordingFindings }

/** Ids by recording; one that was deleted meanwhile has none. What nothing needs any more goes. */
export async function replaceFindings(
  sql: Sql,
  all: readonly NewFindings[],
  createdAt: Date,
): Promise<Map<string, number>> {
  const { rows } = await raw<{ id: number; content_id: string }>`
    INSERT INTO recording_findings (content_id, fingerprint, findings, counted, created_at)
    SELECT n.content_id, n.fingerprint, n.findings, n.counted, ${createdAt}
    FROM json_to_recordset(${JSON.stringify(all.map(withCounted))}::json)
      AS n (content_id text, fingerprint text, findings json, counted json)
    WHERE EXISTS (SELECT FROM content c WHERE c.id = n.content_id)
    ON CONFLICT (content_id, fingerprint) DO UPDATE
      SET findings = excluded.findings, counted = excluded.counted
    RETURNING id, content_id`.execute(sql)
  await raw`
    DELETE FROM recording_findings f
    WHERE f.content_id = ANY(${rows.map(({ content_id }) => content_id)})
      AND f.id <> ALL(${rows.map(({ id }) => id)})
      AND NOT EXISTS (SELECT FROM insight_sources s WHERE s.findings_id = f.id)`.execute(sql)
  return new Map(rows.map(({ id, content_id }) => [content_id, id]))
}

const withCounted = (one: NewFindings) => ({ ...one, counted: toCounted(one.findings) })

export type NewSource = { findings_id: number; is_current: boolean }

/** Leaves out what is gone, as its recording was deleted; false where that is any. */
export async function replaceSources(
  sql: Sql,
  insightsId: string,
  sources: readonly NewSource[],
): Promise<boolean> {
  await sql.deleteFrom('insight_sources').where('insights_id', '=', insightsId).execute()
  const { numAffectedRows } = await raw`
    INSERT INTO insight_sources (insights_id, findings_id, is_current)
    SELECT ${insightsId}, n.findings_id, n.is_current
    FROM unnest(${sources.map((one) => one.findings_id)}::bigint[],
      ${sources.map((one) => one.is_current)}::boolean[]) AS n (findings_id, is_current)
    WHERE EXISTS (SELECT FROM recording_findings f WHERE f.id = n.findings_id)`.execute(sql)
  return numAffectedRows === BigInt(sources.length)
}

/** Whether all of these are there still. */
export async function areKept(sql: Sql, ids: readonly number[]): Promise<boolean> {
  const { rows } = await raw<{ are_kept: boolean }>`
    SELECT count(*) = ${ids.length} AS are_kept FROM recording_findings
    WHERE id = ANY(${[...ids]}::bigint[])`.execute(sql)
  return rows[0]?.are_kept ?? false
}

/** What was found in one recording; `content_id` comes once in each period. */
export type Source = { findings_id: number; content_id: string; created_at: Date }

/** What the recordings of their period, or of the one before it, gave to insights, the newest first. */
export async function selectSources(
  sql: Sql,
  insightsId: string,
  isCurrent: boolean,
): Promise<Source[]> {
  const { rows } = await raw<Source>`
    SELECT f.id AS findings_id, c.id AS content_id, c.created_at
    FROM insight_sources s
    JOIN recording_findings f ON f.id = s.findings_id
    JOIN content c ON c.id = f.content_id
    WHERE s.insights_id = ${insightsId} AND s.is_current = ${isCurrent}
    ORDER BY c.created_at DESC, c.id DESC, f.id DESC`.execute(sql)
  return rows
}

export async function selectFindings(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, RecordingFindings>> {
  const { rows } = await raw<{ id: number; findings: RecordingFindings }>`
    SELECT id, findings FROM recording_findings WHERE id = ANY(${ids})`.execute(sql)
  return new Map(rows.map(({ id, findings }) => [id, findings]))
}

/** The same without where it was said, which is most of it: for counting those of thousands of recordings. */
export async function selectCounted(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, CountedFindings>> {
  const { rows } = await raw<{ id: number; counted: CountedFindings }>`
    SELECT id, coalesce(counted, findings) AS counted
    FROM recording_findings WHERE id = ANY(${ids})`.execute(sql)
  return new Map(rows.map(({ id, counted }) => [id, counted]))
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
    WITH holders AS (
      SELECT s.insights_id AS id, bool_or(s.is_current) AS is_current
      FROM insight_sources s JOIN recording_findings f ON f.id = s.findings_id
      WHERE f.content_id = ${contentId} GROUP BY s.insights_id)
    UPDATE insights i SET
      removed_ids = array_append(removed_ids, ${contentId}),
      removed_recordings = removed_recordings
        + coalesce((SELECT h.is_current FROM holders h WHERE h.id = i.id), FALSE)::int
    WHERE project_id = ${projectId} AND (
      EXISTS (SELECT FROM holders h WHERE h.id = i.id OR h.id = i.compared_with)
      -- Their sources were not kept: any of them may have it.
      OR (recordings_read IS NULL AND result IS NOT NULL))
    RETURNING i.id`.execute(sql)
  return rows.length > 0
}
