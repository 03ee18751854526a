// Rows that somebody else's service sends: held to the columns of their tables before any is stored.
import { Type, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError, errors } from '../../core/errors.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { bundleFormat, type BundleInput } from './schema.ts'
import { selectBuiltInPrompts, selectForeignPrompts, selectTaken, type Row } from './store.ts'
import { shapes, tablesOf, type BundleTable, type BundleType } from './tables.ts'

/** The rows of each table of a bundle. */
export type BundleRows = ReadonlyMap<BundleTable['name'], readonly Row[]>

/** Throws validation_error for what is not exactly the form of this version. */
export function requireRows(
  type: BundleType,
  { format, tables }: Pick<BundleInput, 'format' | 'tables'>,
): BundleRows {
  if (format !== bundleFormat) {
    const text = `This service takes format ${bundleFormat}: both sides need the same version of Earshot.`
    throw errors.invalid('format', 'unsupported', text)
  }
  const known = tablesOf[type]
  const strange = tables.find(({ name }) => !known.some((table) => table.name === name))
  if (strange) throw invalid(strange.name, 'no table of this bundle')
  return new Map(
    known.map((table) => {
      const rows = tables.filter(({ name }) => name === table.name).flatMap((one) => one.rows)
      if (table.isSingle && rows.length !== 1) throw invalid(table.name, 'one row belongs here')
      for (const row of rows) requireColumns(table, row)
      return [table.name, rows]
    }),
  )
}

export function requireColumns({ name, columns }: BundleTable, row: Row): void {
  const found = Object.keys(row)
  const wrong = [
    ...columns.filter((column) => !(column in row)),
    ...found.filter((column) => !columns.includes(column)),
  ]
  if (wrong.length > 0) throw invalid(name, `missing or unknown: ${wrong.join(', ')}`)
  const bent = columns.find((column) => {
    const shape = shapeOf(column)
    return shape !== undefined && !Value.Check(shape, row[column])
  })
  if (bent !== undefined) throw invalid(name, `${bent} has another form`)
}

/** PostgreSQL alone would take `yesterday` for a time, and `NaN` for a number. */
function shapeOf(column: string): TSchema | undefined {
  if (/_(at|start|end)$/.test(column)) return time
  if (/(^|_)(seconds|count|ms|probability|version|per_peak)$/.test(column)) return number
  return shapes[column]
}

const orNull = (shape: TSchema) => Type.Union([shape, Type.Null()])
const number = orNull(Type.Number())
const time = orNull(
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
)

const invalid = (table: string, message: string) =>
  errors.invalid(`tables.${table}`, 'invalid', `tables.${table}: ${message}.`)

export const rowsOf = (rows: BundleRows, name: BundleTable['name']): readonly Row[] =>
  rows.get(name) ?? []

/** The only row of the table that names the bundle. */
export function onlyRow(rows: BundleRows, name: BundleTable['name']): Row {
  const [row] = rowsOf(rows, name)
  if (!row) throw new Error(`A bundle has no row of ${name}.`)
  return row
}

/** PostgreSQL's words for a value that does not fit its column or its neighbours. */
export async function refuseUnfit<T>(store: Promise<T>): Promise<T> {
  try {
    return await store
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    if (typeof code !== 'string' || !/^(22|23)\w{3}$/.test(code)) throw error
    throw errors.invalid('tables', 'invalid', 'A value does not fit its column.')
  }
}

/** Says no more than that, whoever has it. */
export const idTaken = () =>
  new ApiError('id_taken', 'Something else has this id already; nothing was stored.')

/** Ids of what comes with a bundle: nothing may have them yet, whosever it is. */
export async function requireFreeIds(tx: Tx, type: BundleType, rows: BundleRows): Promise<void> {
  for (const { name, columns } of tablesOf[type]) {
    if (!columns.includes('id')) continue
    const ids = rowsOf(rows, name).map(({ id }) => id)
    if (await selectTaken(tx, name, ids)) throw idTaken()
  }
}

const builtIn = 'built-in:'

/** As they go along: built-in prompts by their names. */
export async function toPortablePrompts(
  sql: Sql,
  organizationId: string,
  rows: readonly Row[],
  column: string,
): Promise<Row[]> {
  const names = new Map(
    (await selectBuiltInPrompts(sql, organizationId)).map(({ id, name }) => [id, name]),
  )
  return rows.map((row) => {
    const name = names.get(String(row[column]))
    return name === undefined ? row : { ...row, [column]: `${builtIn}${name}` }
  })
}

/** And back: those of this organization. One that is gone keeps its id, where it has one. */
export async function fromPortablePrompts(
  tx: Tx,
  organizationId: string,
  rows: readonly Row[],
  { column, withoutOne }: { column: string; withoutOne: () => string | null },
): Promise<Row[]> {
  const given = rows.map((row) => row[column]).filter((value) => typeof value === 'string')
  const custom = given.filter((id) => !id.startsWith(builtIn))
  if ((await selectForeignPrompts(tx, organizationId, custom)).length > 0) throw idTaken()
  const ids = new Map(
    (await selectBuiltInPrompts(tx, organizationId)).map(({ id, name }) => [name, id]),
  )
  return rows.map((row) => {
    const value = row[column]
    if (typeof value !== 'string' || !value.startsWith(builtIn)) return row
    return { ...row, [column]: ids.get(value.slice(builtIn.length)) ?? withoutOne() }
  })
}
