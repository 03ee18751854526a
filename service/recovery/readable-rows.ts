import { sql, type RawBuilder } from 'kysely'
import type { Sql } from '../db/database.ts'

const batch = 100

/**
 * A table's rows by their place in the file, which needs no index, some at a time: `value` of each (`t` is the row),
 * and the places of those that cannot be read.
 */
export async function* readByPlace<T>(
  db: Sql,
  table: string,
  value: RawBuilder<T>,
): AsyncGenerator<{ values: T[]; unreadable: string[] }> {
  let last = '(0,0)'
  for (;;) {
    const places = await placesAfter(db, table, last)
    yield await readPlaces(db, table, places, value)
    last = places.at(-1) ?? last
    if (places.length < batch) return
  }
}

async function placesAfter(db: Sql, table: string, last: string): Promise<string[]> {
  const { rows } = await sql<{ ctid: string }>`
    SELECT ctid::text AS ctid FROM ${sql.table(table)} WHERE ctid > ${last}::tid
    ORDER BY ${sql.table(table)}.ctid LIMIT ${batch}`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows.map(({ ctid }) => ctid)
}

/** All at once or, where one of them cannot be read, one after another. */
async function readPlaces<T>(
  db: Sql,
  table: string,
  places: readonly string[],
  value: RawBuilder<T>,
): Promise<{ values: T[]; unreadable: string[] }> {
  const read = async (some: readonly string[]): Promise<T[]> => {
    const { rows } = await sql<{ value: T }>`
      SELECT ${value} AS value FROM ${sql.table(table)} AS t WHERE ctid = ANY(${some}::tid[])`.execute(
      db,
    )
    return rows.map((row) => row.value)
  }
  if (places.length === 0) return { values: [], unreadable: [] }
  const values = await read(places).catch(() => null)
  if (values) return { values, unreadable: [] }
  const found: T[] = []
  const unreadable: string[] = []
  for (const place of places) {
    const one = await read([place]).catch(() => [])
    found.push(...one)
    if (one.length === 0) unreadable.push(place)
  }
  return { values: found, unreadable }
}
