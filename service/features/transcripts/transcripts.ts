import type { Insertable } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentStatus, Transcripts } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { listSuggestions } from '../voices/voices.ts'
import { toTranscriptRecord, type TranscriptRow, type HeadRow } from './record.ts'
import {
  selectRoot,
  selectTranscript,
  insertTranscript,
  selectHeads,
  selectVersion,
  type Staged,
} from './store.ts'
import type { Transcript } from './transcript.ts'

export type { Staged }

export type TranscriptRef = ContentRef & {
  /** Left out, the current one. */
  version?: number | undefined
}

/** The newest version of a transcript, or the one requested. */
export const findTranscript = (
  sql: Sql,
  contentId: string,
  version?: number,
): Promise<TranscriptRow | undefined> => selectTranscript(sql, contentId, version)

/** The same without text and segments, which are long. */
export async function findHead(
  sql: Sql,
  contentId: string,
  version?: number,
): Promise<HeadRow | undefined> {
  const below = version === undefined ? undefined : version + 1
  const [head] = await selectHeads(sql, contentId, { below, limit: 1 })
  return version === undefined || head?.version === version ? head : undefined
}

/** The number of the version after the newest; 1 where there is none. */
export const nextVersion = async (tx: Tx, contentId: string): Promise<number> =>
  (await selectVersion(tx, contentId)) + 1

/** Stores a version that an engine made; `staged` has its segments where they are many. */
export const addTranscript = (
  tx: Tx,
  row: Insertable<Transcripts>,
  staged: Staged | null = null,
): Promise<void> => insertTranscript(tx, row, staged)

/** The engine's version that a version goes back to; it is the one that speaker ids refer to. */
export const findRoot = (
  sql: Sql,
  head: Pick<HeadRow, 'content_id' | 'version' | 'origin'>,
): Promise<number> => selectRoot(sql, head)

/** The current transcript of a recording, or one of its versions. */
export async function readTranscript(
  { db }: Pick<Deps, 'db'>,
  caller: Reach,
  { projectId, contentId, version }: TranscriptRef,
): Promise<Transcript> {
  const content = await requireContent(db.sql, caller, projectId, contentId)
  const row = await selectTranscript(db.sql, contentId, version)
  if (row) return describeTranscript(db.sql, row)
  if (version !== undefined) throw errors.notFound('version')
  throw missingTranscript(content.status)
}

/** A transcript as it is answered, with the names that voice memory proposes for its speakers. */
export async function describeTranscript(sql: Sql, row: TranscriptRow): Promise<Transcript> {
  const root = await selectRoot(sql, row)
  return toTranscriptRecord(row, await listSuggestions(sql, row.content_id, root))
}

/**
 * The refusal where a recording has no transcript. Choice: a failed item will never have one, so it
 * is missing rather than not ready.
 */
export const missingTranscript = (status: ContentStatus | undefined): ApiError =>
  status === 'failed'
    ? errors.notFound('transcript')
    : new ApiError('transcript_not_ready', 'This recording is not transcribed yet.')
