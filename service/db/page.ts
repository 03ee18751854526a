import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql, type SqlBool, type TableNode } from 'kysely'
import { errors } from '../core/errors.ts'
import { isSameSecret, macBase64Url } from '../core/secrets.ts'
import type { Tables } from './tables.ts'

/** What a list request asks for. `key` seals the cursors; `filters` is all that narrows the list. */
export type PageRequest = {
  limit: number
  cursor?: string | undefined
  filters: Readonly<Record<string, unknown>>
  key: Buffer
}

/** One place in a list: the last row that a page showed. */
export type Position = { created_at: Date; id: string }

/**
 * One page of a query, newest first, and the cursor of the next (null at the end). Keyset: rows that
 * come or go while somebody pages neither repeat nor skip another. The query's first table must have
 * `created_at` and `id`. A cursor that is not ours, or is from another list, other filters or
 * another key's view, is a validation error (reliability.md A-6).
 */
export async function pageOf<O extends Position>(
  query: SelectQueryBuilder<Tables, keyof Tables, O>,
  { limit, cursor, filters, key }: PageRequest,
): Promise<{ items: O[]; nextCursor: string | null }> {
  // The statement itself is part of what a cursor belongs to: it holds the table and the key's view.
  const { sql: text, parameters } = query.compile()
  const list = JSON.stringify([text, parameters, toSorted(filters)])
  const from = cursor === undefined ? null : readPosition(key, cursor, list)

  const table = firstTable(query)
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)]
  const rest = from
    ? query.where(sql<SqlBool>`(${createdAt}, ${id}) < (${from.created_at}, ${from.id})`)
    : query
  const rows = await rest
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? signPosition(key, last, list) : null }
}

type Numbered = { version: number; created_at: Date }
type VersionsRequest = { limit: number; cursor?: string | undefined; list: string; key: Buffer }

/**
 * One page of numbered versions, newest first: below a number, or from the newest on. `list` stands
 * for what they are versions of. Throws validation_error as `pageOf` does.
 */
export async function pageOfVersions<Row extends Numbered>(
  select: (range: { below: number | undefined; limit: number }) => Promise<Row[]>,
  { limit, cursor, list, key }: VersionsRequest,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const from = cursor === undefined ? undefined : readPosition(key, cursor, list)
  const rows = await select({ below: from && Number(from.id), limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const position = last && { created_at: last.created_at, id: String(last.version) }
  const isMore = position && rows.length > limit
  return { items, nextCursor: isMore ? signPosition(key, position, list) : null }
}

/** The opaque text for a position in a list; `list` stands for everything that the list depends on. */
export function signPosition(key: Buffer, position: Position, list: string): string {
  return signCursor(key, JSON.stringify([position.created_at.getTime(), position.id]), list)
}

/** Any text that says where a page ended, for `readCursor`. */
export function signCursor(key: Buffer, body: string, list: string): string {
  const text = Buffer.from(body).toString('base64url')
  return `${text}.${mac(key, text, list)}`
}

/** Throws validation_error where `signPosition` did not make it with the same key and list. */
export function readPosition(key: Buffer, cursor: string, list: string): Position {
  // The seal proves that signPosition wrote it, in this form.
  const [time, id] = JSON.parse(readCursor(key, cursor, list)) as [number, string]
  return { created_at: new Date(time), id }
}

/** What `signCursor` was given; throws validation_error where it was not, with this key and list. */
export function readCursor(key: Buffer, cursor: string, list: string): string {
  const [text = '', seal = ''] = cursor.split('.', 2)
  if (cursor !== `${text}.${seal}` || !isSameSecret(seal, mac(key, text, list))) {
    throw errors.invalid('cursor', 'invalid_cursor', 'The cursor is not one of this list.')
  }
  return Buffer.from(text, 'base64url').toString()
}

function mac(key: Buffer, text: string, list: string): string {
  return macBase64Url(key, `${text}.${createHash('sha256').update(list).digest('hex')}`)
}

/** The order in which a client names its filters does not matter; one left out equals one unset. */
function toSorted(filters: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}

function firstTable(query: SelectQueryBuilder<Tables, keyof Tables, unknown>): string {
  const [first] = query.toOperationNode().from?.froms ?? []
  if (first?.kind === 'TableNode' && 'table' in first) {
    // Kysely exports no narrowing for its nodes; `kind` was just compared.
    return (first as TableNode).table.identifier.name
  }
  throw new Error('A paged query starts from a plain table.')
}
