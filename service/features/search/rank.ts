import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { readCursor, signCursor } from '../../db/page.ts'
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
  const after = cursor === undefined ? undefined : readPosition(readCursor(key, cursor, list))
  const languages = after?.languages ?? (await selectLanguages(tx))
  const query = await parseQuery(tx, words, languages)
  const match = { query: query.text, typed: words.typed, filter }
  // One more than a page holds tells whether there is a next one.
  const rows = await selectHits(tx, match, { after, limit: limit + 1 })
  const hits = rows.slice(0, limit)
  const last = rows.length > limit ? hits.at(-1) : undefined
  const position = last && JSON.stringify(positionOf(last, languages))
  return { query, hits, nextCursor: position ? signCursor(key, position, list) : null }
}

/** The signature proves that `rank` wrote it, in this form. */
const readPosition = (body: string): SearchPosition => JSON.parse(body) as SearchPosition

const positionOf = (hit: Hit, languages: string[]): SearchPosition => ({
  score: hit.score,
  created_at: toIso(hit.created_at),
  id: hit.id,
  languages,
  oldest:
    hit.oldest_created_at && hit.oldest_id
      ? { created_at: toIso(hit.oldest_created_at), id: hit.oldest_id }
      : null,
})
