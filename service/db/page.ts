import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool, type TableNode } from 'kysely'
import { readCursor, signCursor } from '../core/cursor.ts'
import type { Tables } from './tables.ts'

/** A request for one page. `key` signs the cursors; `filters` is all that narrows the list. */
export type PageRequest = {
  limit: number
  cursor?: string | undefined
  filters: Readonly<Record<string, unknown>>
  key: Buffer
}

export type PageOfRows<Row> = { items: Row[]; nextCursor: string | null }

/** What a list is sorted by; rows with equal values follow by id in the same direction. */
export type Order = {
  value: RawBuilder<unknown>
  /** Casts the text that a cursor carries back to the type of `value`. */
  type: RawBuilder<unknown>
  isDescending: boolean
}

/**
 * One page of a query, newest first, and the cursor of the next (null at the end). Keyset: rows that
 * come or go while somebody pages neither repeat nor skip another. The query's first table must have
 * `created_at` and `id`. A cursor that is not ours, or is from another list, other filters or
 * another key's view, is a validation error (reliability.md A-6).
 */
export async function pageOf<O extends { created_at: Date; id: string }>(
  query: SelectQueryBuilder<Tables, keyof Tables, O>,
  request: PageRequest,
): Promise<PageOfRows<O>> {
  const list = listOf(query, request.filters)
  // Each of ours was signed below, in this form.
  const from = readCursor(request.key, request.cursor, list) as [number, string] | null
  const table = firstTable(query)
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)]
  const rest = from
    ? query.where(sql<SqlBool>`(${createdAt}, ${id}) < (${new Date(from[0])}, ${from[1]})`)
    : query
  const rows = await rest
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    .limit(request.limit + 1)
    .execute()
  return toPage(rows, request, (last) =>
    signCursor(request.key, [last.created_at.getTime(), last.id], list),
  )
}

/**
 * Like `pageOf`, for another order than newest first. Rows that come or go while somebody pages
 * neither repeat nor skip another; one whose own value changes moves to its new place.
 */
export async function orderedPageOf<O extends { id: string }>(
  query: SelectQueryBuilder<Tables, keyof Tables, O>,
  { value, type, isDescending }: Order,
  request: PageRequest,
): Promise<PageOfRows<O>> {
  const id = sql.ref(`${firstTable(query)}.id`)
  const sorted = query.select(sql<string>`(${value})::text`.as('sort_value'))
  const list = listOf(sorted, { ...request.filters, isDescending })
  // Each of ours was signed below, in this form.
  const from = readCursor(request.key, request.cursor, list) as [string, string] | null
  const sign = sql.raw(isDescending ? '<' : '>')
  const rest = from
    ? sorted.where(sql<SqlBool>`(${value}, ${id}) ${sign} (${from[0]}::${type}, ${from[1]})`)
    : sorted
  const direction = isDescending ? 'desc' : 'asc'
  const rows = await rest
    .orderBy(value, direction)
    .orderBy(id, direction)
    .limit(request.limit + 1)
    .execute()
  return toPage(rows, request, (last) => signCursor(request.key, [last.sort_value, last.id], list))
}

type Numbered = { version: number }
type VersionsRequest = { limit: number; cursor?: string | undefined; list: string; key: Buffer }

/**
 * One page of numbered versions, newest first: below a number, or from the newest on. `list` stands
 * for what they are versions of. Throws validation_error as `pageOf` does.
 */
export async function pageOfVersions<Row extends Numbered>(
  select: (range: { below: number | undefined; limit: number }) => Promise<Row[]>,
  { limit, cursor, list, key }: VersionsRequest,
): Promise<PageOfRows<Row>> {
  // Each of ours was signed below, in this form.
  const below = (readCursor(key, cursor, list) as number | null) ?? undefined
  const rows = await select({ below, limit: limit + 1 })
  return toPage(rows, { limit }, (last) => signCursor(key, last.version, list))
}

/** Queries select one row more than a page holds, which tells whether there is a next page. */
function toPage<Row>(
  rows: Row[],
  { limit }: { limit: number },
  cursorOf: (last: Row) => string,
): PageOfRows<Row> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : cursorOf(last) }
}

/**
 * What a cursor belongs to: the statement, which holds the table and the key's view, and the filters
 * in any order; one left out equals one unset.
 */
function listOf<O>(
  query: SelectQueryBuilder<Tables, keyof Tables, O>,
  filters: Readonly<Record<string, unknown>>,
): string {
  const { sql: text, parameters } = query.compile()
  const sorted = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return JSON.stringify([text, parameters, sorted])
}

function firstTable(query: SelectQueryBuilder<Tables, keyof Tables, unknown>): string {
  const [first] = query.toOperationNode().from?.froms ?? []
  if (first?.kind === 'TableNode' && 'table' in first) {
    // Kysely exports no narrowing for its nodes; `kind` was just compared.
    return (first as TableNode).table.identifier.name
  }
  throw new Error('A paged query starts from a plain table.')
}
