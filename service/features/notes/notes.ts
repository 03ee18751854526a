import type { Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { indexContent } from '../search/index-content.ts'
import type { Notes, PutNotesRequest } from './schema.ts'
import { selectNotes, upsertNotes, type NotesRow } from './store.ts'

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
    line_times: row?.line_times ?? [],
    updated_at: row ? toIso(row.updated_at) : null,
  }
}

/** What was noted beside a recording, for whoever writes about it. */
export const notesOf = async (tx: Tx, contentId: string): Promise<string> =>
  (await selectNotes(tx, contentId))?.text.trim() ?? ''

/** Replaces the notes of a recording as a whole, whatever it is at; search finds them at once. */
export async function writeNotes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { text, markers: given, line_times: timed }: PutNotesRequest,
): Promise<Notes> {
  const markers = given.toSorted((a, b) => a.at_seconds - b.at_seconds)
  const now = clock.now()
  return db.transaction(async (tx) => {
    await requireContent(tx, caller, projectId, contentId)
    const line_times = timesOf(text, timed ?? keptTimes(text, await selectNotes(tx, contentId)))
    await upsertNotes(tx, {
      content_id: contentId,
      text,
      markers: JSON.stringify(markers),
      line_times: JSON.stringify(line_times),
      updated_at: now,
    })
    await indexContent(tx, contentId)
    return { content_id: contentId, text, markers, line_times, updated_at: toIso(now) }
  })
}

type Times = readonly (number | null)[]

/** Without what is beyond the last line, and without those at the end that say nothing. */
function timesOf(text: string, times: Times): (number | null)[] {
  const within = times.slice(0, text.split('\n').length)
  return within.slice(0, within.findLastIndex((time) => time !== null) + 1)
}

/** The times of lines that were there before: of equal ones, each goes to one. */
function keptTimes(text: string, before: NotesRow | undefined): Times {
  const left = before?.text.split('\n') ?? []
  return text.split('\n').map((line) => {
    const at = line.trim() === '' ? -1 : left.indexOf(line)
    if (at < 0) return null
    delete left[at]
    return before?.line_times[at] ?? null
  })
}
