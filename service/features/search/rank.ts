import { readCursor, signCursor } from '../../core/cursor.ts'
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { SearchRequest } from './request.ts'
import {
  parseQuery,
  selectHits,
  selectLanguages,
  type Hit,
  type ParsedQuery,
  type SearchPosition,
} from './store.ts'

export type Ranking = { query: ParsedQuery; hits: Hit[]; nextCursor: string | null }

/** One page of the recordings that match, best first. Throws validation_error for a foreign cursor. */
export async function rank(tx: Tx, key: Buffer, request: SearchRequest): Promise<Ranking> {
  const { words, filter, list, limit, cursor } = request
  // Each of ours was signed below, in this form.
  const after = (readCursor(key, cursor, list) as SearchPosition | null) ?? undefined
  const languages = after?.languages ?? (await selectLanguages(tx))
  const query = await parseQuery(tx, words, languages)
  const match = { query: query.text, typed: words.typed, filter }
  // One more than a page holds tells whether there is a next one.
  const rows = await selectHits(tx, match, { after, limit: limit + 1 })
  const hits = rows.slice(0, limit)
  const last = rows.length > limit ? hits.at(-1) : undefined
  const nextCursor = last ? signCursor(key, positionOf(last, languages), list) : null
  return { query, hits, nextCursor }
}

const positionOf = (hit: Hit, languages: string[]): SearchPosition => ({
  score: hit.score,
  created_at: toIso(hit.created_at),
  id: hit.id,
  languages,
  oldest:
    hit.oldest_created_at && hit.oldest_id
      ? { created_at: toIso(hit.oldest_created_at), id: hit.oldest_id }
      : null,
  is_bounded: hit.is_bounded,
})
