import { readCursor, signCursor } from '../../core/cursor.ts'
import type { Tx } from '../../db/database.ts'
import { foldLetters } from './fold.ts'
import { selectPage } from './hits.ts'
import type { SearchRequest } from './request.ts'
import { parseQuery, type Hit, type ParsedQuery, type SearchPosition } from './store.ts'

export type Ranking = { query: ParsedQuery; hits: Hit[]; nextCursor: string | null }

/** One page of the recordings that match, best first. Throws validation_error for a foreign cursor. */
export async function rank(tx: Tx, key: Buffer, request: SearchRequest): Promise<Ranking> {
  const { words, filter, list, limit, cursor } = request
  // Each of ours was signed below, in this form.
  const after = (readCursor(key, cursor, list) as SearchPosition | null) ?? undefined
  const query = await parseQuery(tx, words, after?.languages ?? null)
  const match = { query: query.text, typed: foldLetters(words.typed), filter }
  const { hits, next } = await selectPage(tx, match, { after, limit })
  const { languages } = query
  return { query, hits, nextCursor: next && signCursor(key, { ...next, languages }, list) }
}
