// Older versions of a transcript: listed, read and restored.
import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import { pageOfVersions } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { queueEmbedding } from '../ask/embedding.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { indexContent } from '../search/index-content.ts'
import { learnVoice } from '../voices/voices.ts'
import { addVersion, requireEditable } from './change.ts'
import { selectRoot } from './edit-store.ts'
import { provenanceOf } from './record.ts'
import type { TranscriptVersion } from './schema.ts'
import { selectHeads, type HeadRow } from './store.ts'

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
  const [newest] = await selectHeads(db.sql, contentId, { limit: 1 })
  return { items: items.map((row) => toVersion(row, newest?.version)), nextCursor }
}

/** Makes an older version the newest one again; the newest one itself stays as it is. */
export async function restoreVersion(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  caller: Caller,
  { projectId, contentId, version }: ContentRef & { version: number },
): Promise<TranscriptVersion> {
  return deps.db.transaction(async (tx) => {
    const newest = await requireEditable(tx, caller, { projectId, contentId })
    if (newest.version === version) return toVersion(newest, version)
    const [source] = await selectHeads(tx, contentId, { below: version + 1, limit: 1 })
    if (source?.version !== version) throw errors.notFound('version')
    const copy = { projectId, contentId, basedOn: version, origin: 'restored' } as const
    await addVersion(deps, tx, caller, copy)
    await indexContent(tx, contentId)
    await queueEmbedding(deps, tx)
    const root = await selectRoot(tx, source)
    // What the speakers are called now is what their voices are known by.
    for (const { id, name } of source.speakers) {
      const lesson = { contentId, projectId, version: root, speakerIds: [id], name }
      await learnVoice(deps, tx, lesson)
    }
    const [restored] = await selectHeads(tx, contentId, { limit: 1 })
    if (!restored) throw new Error('A version of a transcript was not stored.')
    return toVersion(restored, restored.version)
  })
}

const toVersion = (row: HeadRow, newest: number | undefined): TranscriptVersion => ({
  ...provenanceOf(row),
  model_used: row.model_used,
  language: row.language,
  created_at: toIso(row.created_at),
  is_current: row.version === newest,
})
