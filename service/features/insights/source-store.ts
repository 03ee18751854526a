// What insights are made from: rows of other slices, read in pages.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { WriterSegment } from '../../engine/engine.ts'
import { withSpeakers } from '../transcripts/transcripts.ts'

export type SourceItem = { id: string; created_at: Date }

export type Period = { projectId: string; from: Date; to: Date }

/** Recordings made in the period, newest first, from the one after `last` on. */
export function selectItems(
  sql: Sql,
  { projectId, from, to }: Period,
  { last, limit }: { last: SourceItem | undefined; limit: number },
): Promise<SourceItem[]> {
  const all = sql
    .selectFrom('content')
    .select(['id', 'created_at'])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
  const rest = last
    ? all.where(raw<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`)
    : all
  return rest.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export type SourceAnalysis = { content_id: string; result: Record<string, unknown> | null }

/** Of each recording the newest completed analysis per prompt; the newest of them first. */
export async function selectResults(sql: Sql, contentIds: string[]): Promise<SourceAnalysis[]> {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn(['content_id', 'prompt_id'])
    .select(['content_id', 'result', 'created_at', 'id'])
    .where('content_id', 'in', contentIds)
    .where('status', '=', 'completed')
    .orderBy('content_id')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
  )
}

export type SourceTranscript = { language: string; segments: WriterSegment[] }

/** The newest transcript, without its words: they are most of it, and nobody reads them here. */
export async function selectSpeech(
  sql: Sql,
  contentId: string,
): Promise<SourceTranscript | undefined> {
  const row = await sql
    .selectFrom('transcripts')
    .select(['language', 'speakers'])
    .select(
      raw<Omit<StoredSegment, 'words'>[]>`(
        select coalesce(jsonb_agg(part - 'words' order by place), '[]')
        from jsonb_array_elements(segments) with ordinality as parts (part, place)
      )`.as('segments'),
    )
    .where('content_id', '=', contentId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { language: row.language, segments: withSpeakers(row) }
}
