// Older versions of a transcript: listed, read and restored.
import type { Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import { pageOfVersions } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { provenanceOf, type HeadRow } from './record.ts'
import { selectHeads } from './store.ts'
import type { TranscriptVersion } from './transcript.ts'
import { findHead } from './transcripts.ts'

/** Newest first; the list of a recording without a transcript is empty. */
export async function listVersions(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  query: PagingQuery,
) {
  await requireContent(db.sql, caller, projectId, contentId)
  const { items, nextCursor } = await pageOfVersions(
    (range) => selectHeads(db.sql, contentId, range),
    { ...query, list: `transcript versions of ${contentId}`, key: keys.cursor },
  )
  const newest = await findHead(db.sql, contentId)
  return { items: items.map((row) => toVersion(row, newest?.version)), nextCursor }
}

export const toVersion = (row: HeadRow, newest: number | undefined): TranscriptVersion => ({
  ...provenanceOf(row),
  model_used: row.model_used,
  language: row.language,
  created_at: toIso(row.created_at),
  is_current: row.version === newest,
})
