import { type RawBuilder, sql } from 'kysely'
import type { Keys } from '../core/secrets.ts'
import type { Sql, Tx } from './database.ts'

/** Where the database holds what is sealed with a key of the installation. */
export type SealedColumn = {
  key: keyof Keys
  table: string
  column: string
  /** The primary key. */
  id: readonly string[]
  /** Of `jobs`: the kind that has `sealed_url` in its payload. */
  job?: string
}

/**
 * Every one of them: what is missing here can be opened no more once the key is exchanged
 * (test/service/db/sealed-columns.test.ts).
 */
export const sealedColumns: readonly SealedColumn[] = [
  { key: 'webhook', table: 'webhooks', column: 'secret_sealed', id: ['id'] },
  { key: 'webhook', table: 'webhooks', column: 'previous_secret_sealed', id: ['id'] },
  { key: 'modelServer', table: 'model_servers', column: 'api_key_sealed', id: ['id'] },
  { key: 'calendar', table: 'calendars', column: 'url_sealed', id: ['id'] },
  {
    ...{ key: 'idempotency', table: 'idempotency_keys', column: 'body_sealed' },
    id: ['api_key_id', 'method', 'path', 'key'],
  },
  { key: 'invitation', table: 'jobs', column: 'payload', id: ['id'], job: 'invitation.send' },
  { key: 'signIn', table: 'jobs', column: 'payload', id: ['id'], job: 'sign_in.send' },
]

/** As people are told of it, such as webhooks.secret_sealed. */
export const nameOf = ({ table, column, job }: SealedColumn): string =>
  job === undefined ? `${table}.${column}` : `${table}.${column} of ${job}`

/** Its row, and what is sealed there. */
export type SealedValue = { id: readonly unknown[]; sealed: string }

/** Choice: answers to requests are the longest, and 500 of them are some megabytes; 100,000 take ten seconds. */
const pageSize = 500

export async function countSealed(tx: Sql, column: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(column.table)} WHERE ${isSealed(column)}`.execute(tx)
  return rows[0]?.count ?? 0
}

type Row = Record<string, unknown> & { sealed: string }

/** All values of a column, a page at a time; values may be replaced meanwhile. */
export async function* readSealed(tx: Sql, column: SealedColumn): AsyncGenerator<SealedValue[]> {
  const { table, id } = column
  const ids = columnsOf(id)
  for (let after: readonly unknown[] = []; ;) {
    const isNext = after.length > 0 ? sql`(${ids}) > (${sql.join(after)})` : sql`TRUE`
    const { rows }: { rows: Row[] } = await sql<Row>`
      SELECT ${ids}, ${valueOf(column)} AS sealed FROM ${sql.table(table)}
      WHERE ${isSealed(column)} AND ${isNext}
      ORDER BY ${ids} LIMIT ${pageSize}`.execute(tx)
    const page = rows.map((row) => toValue(column, row))
    yield page
    if (rows.length < pageSize) return
    after = page.at(-1)?.id ?? []
  }
}

/** What these rows hold then, as the database has it. */
export async function replaceSealed(
  tx: Tx,
  column: SealedColumn,
  values: readonly SealedValue[],
): Promise<SealedValue[]> {
  const { table, column: name, id, job } = column
  const [own, given] = [sql.ref(`${table}.${name}`), sql.ref(`given.${name}`)]
  const records = values.map((value) => ({
    ...Object.fromEntries(id.map((part, at) => [part, value.id[at]])),
    [name]: job === undefined ? value.sealed : { sealed_url: value.sealed },
  }))
  const { rows } = await sql<Row>`
    UPDATE ${sql.table(table)} SET ${sql.ref(name)} = ${job === undefined ? given : sql`${own} || ${given}`}
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(records)}::jsonb) AS given
    WHERE (${columnsOf(id, table)}) = (${columnsOf(id, 'given')})
    RETURNING ${columnsOf(id, table)}, ${valueOf(column)} AS sealed`.execute(tx)
  return rows.map((row) => toValue(column, row))
}

/** Until the end of the transaction nobody seals anything, and no process begins. */
export async function lockSealed(tx: Tx): Promise<void> {
  const tables = ['processes', 'installation_key', ...sealedColumns.map(({ table }) => table)]
  const names = [...new Set(tables)].map((table) => sql.table(table))
  await sql`LOCK TABLE ${sql.join(names)} IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
}

const toValue = ({ id }: SealedColumn, row: Row): SealedValue => ({
  id: id.map((name) => row[name]),
  sealed: row.sealed,
})

const columnsOf = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)))

const valueOf = ({ table, column, job }: SealedColumn): RawBuilder<string | null> => {
  const value = sql.ref<string | null>(`${table}.${column}`)
  return job === undefined ? sql`${value}` : sql`${value} ->> 'sealed_url'`
}

const isSealed = (column: SealedColumn): RawBuilder<unknown> =>
  column.job === undefined
    ? sql`${valueOf(column)} IS NOT NULL`
    : sql`${valueOf(column)} IS NOT NULL AND name = ${column.job}`
