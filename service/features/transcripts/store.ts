import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Transcripts } from '../../db/tables.ts'

export type TranscriptRow = Selectable<Transcripts>

/** All but what is long: a transcript of ten hours has 10 MB of segments. */
const headFields = [
  'content_id',
  'version',
  'word_count',
  'language',
  'model_used',
  'speakers',
  'origin',
  'based_on',
  'edited_by',
  'created_at',
  'updated_at',
] as const
export type HeadRow = Pick<TranscriptRow, (typeof headFields)[number]>
export type VersionRow = Omit<HeadRow, 'speakers'>

/** The newest version, or the one requested. */
export function selectTranscript(
  sql: Sql,
  contentId: string,
  version?: number,
): Promise<TranscriptRow | undefined> {
  const query = sql.selectFrom('transcripts').selectAll().where('content_id', '=', contentId)
  const requested = version === undefined ? query : query.where('version', '=', version)
  return requested.orderBy('version', 'desc').limit(1).executeTakeFirst()
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

export async function insertTranscript(sql: Sql, row: Insertable<Transcripts>): Promise<void> {
  await sql.insertInto('transcripts').values(row).execute()
}
