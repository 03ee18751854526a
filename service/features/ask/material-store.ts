/** What was said in whole recordings, and around moments of them. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { recordingsOf, type Scope } from './scope-store.ts'
import type { Segment } from './store.ts'

/** Places of one recording, the last included. */
export type Passage = { contentId: string; first: number; last: number }

/** What was said in these passages, each recording in its order. Passages of one recording do not overlap. */
export async function selectPassages(
  handle: Sql,
  passages: readonly Passage[],
): Promise<Segment[]> {
  const column = <T>(pick: (passage: Passage) => T) => passages.map(pick)
  const { rows } = await sql<Segment>`
    SELECT said.content_id, place, segment_id, speaker_id, start_time, end_time, text
    FROM unnest(${column(({ contentId }) => contentId)}::text[], ${column(({ first }) => first)}::integer[],
      ${column(({ last }) => last)}::integer[]) AS passages (id, first, last)
    JOIN ask_segments said ON said.content_id = id AND place BETWEEN first AND last
    ORDER BY said.content_id, place`.execute(handle)
  return rows
}

/** Choice: of more recordings each has too little room. */
const mostWhole = 50

/** The recordings, where all of them together have at most so many words; else none. */
export async function selectWhole(
  handle: Sql,
  scope: Scope,
  mostWords: number,
): Promise<Passage[]> {
  const { rows } = await sql<{ id: string; words: number }>`
    SELECT DISTINCT ON (content_id) content_id AS id, word_count AS words FROM transcripts
    WHERE content_id IN (${recordingsOf(scope)} LIMIT ${mostWhole + 1}::integer)
    ORDER BY content_id, version DESC`.execute(handle)
  const words = rows.reduce((sum, row) => sum + row.words, 0)
  if (rows.length > mostWhole || words > mostWords) return []
  return rows.map(({ id: contentId }) => ({ contentId, first: 0, last: lastPlace }))
}

const lastPlace = 2_147_483_647
