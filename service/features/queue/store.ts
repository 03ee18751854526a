import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { within, type Scope } from '../../db/scope.ts'

/** Recordings at work, those that wait in the queue's order, and last those paused one by one. */
export async function selectQueued(handle: Sql, scope: Scope, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT content.id FROM content
    LEFT JOIN jobs ON jobs.key = content.id AND jobs.name IN ('content.transcribe', 'content.import')
    WHERE content.status = 'processing' AND ${within('content', scope)}
    ORDER BY jobs.state = 'running' DESC NULLS LAST, jobs.id IS NULL,
      jobs.moved_up DESC, jobs.is_first DESC, jobs.id, content.created_at, content.id
    LIMIT ${limit}::integer`.execute(handle)
  return rows.map(({ id }) => id)
}

export type OpenCounts = { recordings: number; analyses: number }

export async function countOpen(handle: Sql, scope: Scope): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    SELECT
      (SELECT count(*)::integer FROM content
        WHERE status = 'processing' AND ${within('content', scope)}) AS recordings,
      (SELECT count(*)::integer FROM analyses
        WHERE status IN ('queued', 'processing') AND ${within('analyses', scope)}) AS analyses`.execute(
    handle,
  )
  return rows[0] ?? { recordings: 0, analyses: 0 }
}

/** What is open of one kind of file and with one model; a null model is the default one. */
export type Load = {
  content_type: string
  model: string | null
  /** Of recordings whose length is known. */
  seconds: number
  /** Of the others. */
  bytes: number
  /** What those at work say themselves. */
  remaining_seconds: number
  /** How many of them are analysed by themselves once they are transcribed. */
  analyses: number
}

/** Recordings that wait or are transcribed, without what is done of them. */
export async function selectLoads(handle: Sql, organizationId: string): Promise<Load[]> {
  const { rows } = await sql<Load>`
    SELECT content_type, model,
      coalesce(sum(duration_seconds * open) FILTER (WHERE remaining_seconds IS NULL), 0) AS seconds,
      coalesce(sum(size_bytes * open) FILTER
        (WHERE remaining_seconds IS NULL AND duration_seconds IS NULL), 0)::float8 AS bytes,
      coalesce(sum(remaining_seconds), 0)::float8 AS remaining_seconds,
      (count(*) FILTER (WHERE is_analysed))::integer AS analyses
    FROM (
      SELECT content.content_type, content.duration_seconds, content.size_bytes,
        content.remaining_seconds, 1 - coalesce(content.progress, 0) AS open,
        coalesce(content.speech_model, projects.speech_model, organizations.speech_model) AS model,
        projects.auto_analyze AND coalesce(projects.default_prompt_id, organizations.default_prompt_id)
          IS NOT NULL AS is_analysed
      FROM content
      JOIN projects ON projects.id = content.project_id
      JOIN organizations ON organizations.id = projects.organization_id
      WHERE content.status = 'processing' AND content.stage IS DISTINCT FROM 'paused'
        AND content.source = 'recording' AND projects.is_shown AND organizations.id = ${organizationId}
    ) queued
    GROUP BY content_type, model`.execute(handle)
  return rows
}

/** The median of the newest recordings of a media type; null without any. */
export async function selectBytesPerSecond(
  handle: Sql,
  contentType: string,
  newest: number,
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY size_bytes / duration_seconds) AS median
    FROM (
      SELECT size_bytes, duration_seconds FROM content
      WHERE content_type = ${contentType} AND duration_seconds > 0
      ORDER BY created_at DESC LIMIT ${newest}::integer
    ) known`.execute(handle)
  return rows[0]?.median ?? null
}

/** The median of the newest analyses; null without any. */
export async function selectAnalysisSeconds(
  handle: Sql,
  organizationId: string,
  newest: number,
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY processing_time_ms) / 1000 AS median
    FROM (
      SELECT processing_time_ms FROM analyses
      JOIN projects ON projects.id = analyses.project_id
      WHERE projects.organization_id = ${organizationId} AND processing_time_ms IS NOT NULL
      ORDER BY analyses.completed_at DESC LIMIT ${newest}::integer
    ) known`.execute(handle)
  return rows[0]?.median ?? null
}
