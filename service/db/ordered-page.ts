import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { readCursor, signCursor, type PageRequest } from './page.ts'
import type { Tables } from './tables.ts'

/** What a list is sorted by; rows with equal values follow by id in the same direction. */
export type Order = {
  value: RawBuilder<unknown>
  /** Casts what a cursor carries, which is text, back to what `value` is. */
  type: RawBuilder<unknown>
  isDescending: boolean
}

/**
 * Like `pageOf`, for another order than newest first. Rows that come or go while somebody pages
 * neither repeat nor skip another; one whose own value changes moves to its new place.
 */
export async function orderedPageOf<O extends { id: string }>(
  query: SelectQueryBuilder<Tables, 'content', O>,
  { value, type, isDescending }: Order,
  { limit, cursor, filters, key }: PageRequest,
): Promise<{ items: O[]; nextCursor: string | null }> {
  const id = sql.ref('content.id')
  const placed = query.select(sql<string>`(${value})::text`.as('place'))
  const { sql: text, parameters } = placed.compile()
  const list = JSON.stringify([text, parameters, isDescending, Object.entries(filters).toSorted()])
  const from = cursor === undefined ? null : readPlace(readCursor(key, cursor, list))
  const sign = sql.raw(isDescending ? '<' : '>')
  const rest = from
    ? placed.where(sql<SqlBool>`(${value}, ${id}) ${sign} (${from.place}::${type}, ${from.id})`)
    : placed
  const direction = isDescending ? 'desc' : 'asc'
  const rows = await rest
    .orderBy(value, direction)
    .orderBy(id, direction)
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const nextCursor = last && signCursor(key, JSON.stringify([last.place, last.id]), list)
  return { items, nextCursor: nextCursor ?? null }
}

function readPlace(body: string): { place: string; id: string } {
  // The seal proves that the line above wrote it, in this form.
  const [place, id] = JSON.parse(body) as [string, string]
  return { place, id }
}
