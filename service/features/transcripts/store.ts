import { sql as raw, type Insertable } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import type { Transcripts } from '../../db/tables.ts'
import { headFields, type HeadRow, type TranscriptRow } from './record.ts'

/** The newest version, or the one requested. */
export function selectTranscript(
  sql: Sql,
  contentId: string,
  version?: number,
): Promise<TranscriptRow | undefined> {
  const query = sql.selectFrom('transcripts').selectAll().where('content_id', '=', contentId)
  const requested = version === undefined ? query : query.where('version', '=', version)
  const newest = requested.orderBy('version', 'desc').limit(1)
  return newest.modifyFront(plannedOnce).executeTakeFirst()
}

/** The versions below one, newest first; all where there is none given. */
export function selectHeads(
  sql: Sql,
  contentId: string,
  { below, limit }: { below?: number | undefined; limit?: number } = {},
): Promise<HeadRow[]> {
  let query = sql
    .selectFrom('transcripts')
    .select([...headFields])
    .where('content_id', '=', contentId)
  if (below !== undefined) query = query.where('version', '<', below)
  if (limit !== undefined) query = query.limit(limit)
  return query.orderBy('version', 'desc').execute()
}

export async function selectVersion(sql: Sql, contentId: string): Promise<number> {
  const row = await sql
    .selectFrom('transcripts')
    .select((by) => by.fn.max('version').as('version'))
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The keys of two parts of the transcription that hold the segments of a long transcript, one after the other. */
export type Staged = { first: string; second: string }

export async function insertTranscript(
  sql: Sql,
  row: Insertable<Transcripts>,
  staged: Staged | null = null,
): Promise<void> {
  const segments = staged ? segmentsIn(row.content_id, staged) : row.segments
  await sql
    .insertInto('transcripts')
    .values({ ...row, segments })
    .execute()
}

const segmentsIn = (contentId: string, { first, second }: Staged) => raw<string>`(
  SELECT one.value || other.value
  FROM transcription_parts one JOIN transcription_parts other USING (content_id)
  WHERE one.content_id = ${contentId} AND one.key = ${first} AND other.key = ${second})`

/**
 * The engine's or imported version that a version goes back to; it is the one that speaker ids refer
 * to.
 */
export async function selectRoot(
  sql: Sql,
  {
    content_id: contentId,
    version,
    origin,
  }: Pick<TranscriptRow, 'content_id' | 'version' | 'origin'>,
): Promise<number> {
  if (origin === 'machine' || origin === 'imported') return version
  const { rows } = await raw<{ version: number }>`
    WITH RECURSIVE chain AS (
      SELECT version, based_on, origin FROM transcripts
      WHERE content_id = ${contentId} AND version = ${version}
      UNION ALL
      SELECT older.version, older.based_on, older.origin FROM transcripts older
      JOIN chain ON older.version = chain.based_on AND chain.origin NOT IN ('machine', 'imported')
      WHERE older.content_id = ${contentId}
    )
    SELECT version FROM chain WHERE origin IN ('machine', 'imported')`.execute(sql)
  return rows[0]?.version ?? version
}
