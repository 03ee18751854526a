import type { Caller } from '../../core/caller.ts'
import { readCursor, signCursor } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import type { SearchSpeaker, SpeakersQuery } from './schema.ts'
import { readReach } from './search.ts'
import { selectSpeakers, type SpeakerRow } from './speech-store.ts'
import { normalize } from './words.ts'

/** The names to search by, in the projects that the caller may see. */
export async function listSpeakers(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { q, project_id: projectId, limit, cursor }: SpeakersQuery,
): Promise<{ items: SearchSpeaker[]; nextCursor: string | null }> {
  const reach = await readReach(db.sql, caller, projectId)
  const beginning = q === undefined ? undefined : normalize(q)
  const list = JSON.stringify(['search-speakers', reach, beginning ?? null])
  const after = cursor === undefined ? null : readPlace(readCursor(keys.cursor, cursor, list))
  const rows = await selectSpeakers(db.sql, { reach, beginning, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ name, content_count }) => ({ name, content_count })),
    nextCursor: last ? signCursor(keys.cursor, JSON.stringify(last), list) : null,
  }
}

/** The seal proves that the line above wrote it, in this form. */
const readPlace = (body: string): SpeakerRow => JSON.parse(body) as SpeakerRow
