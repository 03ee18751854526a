import type { Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { indexContent } from '../search/index-content.ts'
import type { Notes, PutNotesRequest } from './schema.ts'
import { selectNotes, upsertNotes } from './store.ts'

/** The notes of a recording; empty ones where nobody wrote any. */
export async function readNotes(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<Notes> {
  await requireContent(db.sql, caller, projectId, contentId)
  const row = await selectNotes(db.sql, contentId)
  return {
    content_id: contentId,
    text: row?.text ?? '',
    markers: row?.markers ?? [],
    updated_at: row ? toIso(row.updated_at) : null,
  }
}

/** Replaces the notes of a recording as a whole, whatever it is at; search finds them at once. */
export async function writeNotes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { text, markers: given }: PutNotesRequest,
): Promise<Notes> {
  const markers = given.toSorted((a, b) => a.at_seconds - b.at_seconds)
  const now = clock.now()
  return db.transaction(async (tx) => {
    await requireContent(tx, caller, projectId, contentId)
    await upsertNotes(tx, {
      content_id: contentId,
      text,
      markers: JSON.stringify(markers),
      updated_at: now,
    })
    await indexContent(tx, contentId)
    return { content_id: contentId, text, markers, updated_at: toIso(now) }
  })
}
