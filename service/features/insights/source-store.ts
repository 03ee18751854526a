// What insights are made from: rows of other slices.
import { sql as raw } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import type { StoredClaim } from '../../db/analysis-tables.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { WriterSegment } from '../../engine/engine.ts'
import { withSpeakers } from '../transcripts/segments.ts'
import { stampOf } from './state-store.ts'

export type SourceAnalysis = {
  content_id: string
  result: Record<string, unknown> | null
  needs_language_model: string[] | null
  evidence: Record<string, string[]> | null
  claims: Record<string, StoredClaim> | null
}

/** Of each recording the newest completed analysis per prompt; the newest of them first. */
export async function selectResults(sql: Sql, contentIds: string[]): Promise<SourceAnalysis[]> {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn(['content_id', 'prompt_id'])
    .select(['content_id', 'result', 'needs_language_model', 'evidence', 'claims'])
    .select(['created_at', 'id'])
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

export type SourceTranscript = {
  language: string
  words: number
  stamp: string
  segments: WriterSegment[]
  /** Speakers that somebody gave a name. */
  names: string[]
}

/** The newest transcript, without its words: they are most of it, and nobody reads them here. */
export async function selectSpeech(
  sql: Sql,
  contentId: string,
): Promise<SourceTranscript | undefined> {
  const row = await sql
    .selectFrom('transcripts')
    .select(['language', 'speakers', 'word_count', 'version', 'updated_at'])
    .select(
      raw<Omit<StoredSegment, 'words'>[]>`(
        SELECT coalesce(jsonb_agg(part - 'words' ORDER BY place), '[]')
        FROM jsonb_array_elements(segments) WITH ORDINALITY AS parts (part, place)
      )`.as('segments'),
    )
    .where('content_id', '=', contentId)
    .orderBy('version', 'desc')
    .limit(1)
    .modifyFront(plannedOnce)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    language: row.language,
    words: row.word_count,
    stamp: stampOf(row),
    segments: withSpeakers(row),
    names: row.speakers.flatMap(({ name }) => name ?? []),
  }
}
