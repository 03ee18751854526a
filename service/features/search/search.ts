import type { Caller } from '../../core/caller.ts'
import { readCursor, signCursor } from '../../core/cursor.ts'
import type { Deps } from '../../deps.ts'
import { present } from './present.ts'
import { rank } from './rank.ts'
import { readReach, readRequest } from './request.ts'
import type { SearchQuery, SearchResult, SearchSpeaker, SpeakersQuery } from './schema.ts'
import { selectSpeakers, type SpeakerRow } from './speech-store.ts'
import { normalize } from './words.ts'

/** Spec: Search covers filenames, transcripts and analysis results of all projects in reach. */
export function searchContent(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: SearchQuery,
): Promise<{ items: SearchResult[]; nextCursor: string | null }> {
  return db.transaction(async (tx) => {
    const request = await readRequest(tx, caller, query)
    const ranking = await rank(tx, keys.cursor, request)
    return { items: await present(tx, request, ranking), nextCursor: ranking.nextCursor }
  })
}

/** The names to search by, in the projects that the caller may see. */
export async function listSpeakers(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { q, project_id: projectId, limit, cursor }: SpeakersQuery,
): Promise<{ items: SearchSpeaker[]; nextCursor: string | null }> {
  const reach = await readReach(db.sql, caller, projectId)
  const beginning = q === undefined ? undefined : normalize(q)
  const list = JSON.stringify(['search-speakers', reach, beginning ?? null])
  // Each of ours was signed below, in this form.
  const after = readCursor(keys.cursor, cursor, list) as SpeakerRow | null
  const rows = await selectSpeakers(db.sql, { reach, beginning, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ name, content_count }) => ({ name, content_count })),
    nextCursor: last ? signCursor(keys.cursor, last, list) : null,
  }
}
