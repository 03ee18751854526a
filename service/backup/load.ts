import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { migrate, readMigrations, type Migration } from '../db/migrate.ts'
import { listCountedTables, recount } from '../db/row-counts.ts'
import { hashTables } from './dump.ts'
import { BackupDamaged, BackupTooNew } from './errors.ts'
import { openSealedFile } from '../encryption/sealed-file.ts'
import { tableFile, type Manifest, type Table } from './manifest.ts'

export type LoadOptions = {
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  /** False leaves the tables as the backup's version had them. */
  isMigrated?: boolean
  /** Opens the tables of an encrypted backup. */
  key?: Buffer | undefined
}

/**
 * Fills an empty database from the backup in `folder`, compares each table's rows and hash with the
 * manifest, and brings it to the newest version. Throws BackupDamaged or BackupTooNew; `db` then holds a part
 * and is of no use.
 */
export async function loadBackup(
  db: Db,
  folder: string,
  manifest: Manifest,
  { onProgress = () => {}, isMigrated = true, key }: LoadOptions = {},
): Promise<void> {
  const steps = await readMigrations()
  await migrate(db, stepsOf(manifest, steps))
  try {
    await db.transaction((tx) => loadTables(tx, manifest, { folder, key }, onProgress))
  } catch (error) {
    if (isRefused(error)) throw new BackupDamaged('it holds what no library has', error)
    throw error
  }
  await compare(db, manifest)
  // A version that counts rows by triggers, which did not run.
  if ((await listCountedTables(db.sql)).length > 0) await recount(db)
  if (isMigrated) await migrate(db, steps)
  await sql`ANALYZE`.execute(db.sql)
}

/** Where the tables lie, and what opens those of an encrypted backup. */
type TableFiles = { folder: string; key: Buffer | undefined }

async function loadTables(
  tx: Tx,
  { tables, sequences }: Manifest,
  files: TableFiles,
  onProgress: (share: number) => void,
): Promise<void> {
  // Neither triggers nor foreign keys: the rows are a whole as they are.
  await sql`SET LOCAL session_replication_role = replica`.execute(tx)
  const types = await readTypes(tx)
  const names = [...types.keys()].map((name) => sql.table(name))
  await sql`TRUNCATE ${sql.join(names)}`.execute(tx)
  for (const [at, table] of tables.entries()) {
    await loadTable(tx, files, table, types.get(table.name))
    onProgress((at + 1) / tables.length)
  }
  for (const { name, last_value: last, is_called: isCalled } of sequences) {
    await sql`SELECT setval(${`public.${name}`}::regclass, ${last}, ${isCalled})`.execute(tx)
  }
}

/**
 * Whether PostgreSQL takes a value or a name for none: features that it lacks, data, constraints, states, names and
 * sizes (PostgreSQL, Appendix A: classes 0A, 22, 23, 55, 42 and 54).
 */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(0A|22|23|42|54|55)\w{3}$/.test(String(error.code))

/** Whether the backup's tables are those of this version; BackupTooNew is thrown by `loadBackup`. */
export async function isOfThisVersion({ migrations }: Manifest): Promise<boolean> {
  return migrations.length === (await readMigrations()).length
}

/** The steps that made the backup's tables; throws BackupTooNew where one of them is not known here, and BackupDamaged where there is none. */
function stepsOf({ migrations }: Manifest, steps: readonly Migration[]): Migration[] {
  if (migrations.length === 0) throw new BackupDamaged('nothing made its tables')
  return migrations.map(({ name, sha256 }, at) => {
    const step = steps[at]
    if (step?.name === name && step.sha256 === sha256) return step
    throw new BackupTooNew(`the step ${name} of its database is not known here`)
  })
}

type Types = Map<string, Map<string, string>>

/** The type of each column of each table. */
async function readTypes(tx: Tx): Promise<Types> {
  const { rows } = await sql<{ owner: string; name: string; type: string }>`
    SELECT c.relname AS owner, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND c.relname NOT IN ('migrations', 'row_counts') AND a.attnum > 0 AND NOT a.attisdropped`.execute(
    tx,
  )
  const types: Types = new Map()
  for (const { owner, name, type } of rows) {
    types.set(owner, (types.get(owner) ?? new Map<string, string>()).set(name, type))
  }
  return types
}

/** Length of the lines that are inserted at once; one line may be longer. */
const batchLength = 4_000_000

async function loadTable(
  tx: Tx,
  { folder, key }: TableFiles,
  table: Table,
  types: ReadonlyMap<string, string> | undefined,
): Promise<void> {
  const values = table.columns.map((column, at) => {
    const type = types?.get(column)
    if (type === undefined) throw new BackupDamaged(`no column ${table.name}.${column} is known`)
    return sql`(line->>${sql.lit(at)})::${sql.raw(type)}`
  })
  const insert = (lines: readonly string[]) =>
    sql`
      INSERT INTO ${sql.table(table.name)} (${sql.join(table.columns.map((name) => sql.ref(name)))})
      OVERRIDING SYSTEM VALUE
      SELECT ${sql.join(values)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line
      `.execute(tx)
  let lines: string[] = []
  let length = 0
  const file = path.join(folder, tableFile(table.name, { isSealed: key !== undefined }))
  for await (const line of readTable(file, table, key)) {
    lines.push(line)
    length += line.length
    if (length < batchLength) continue
    await insert(lines)
    ;[lines, length] = [[], 0]
  }
  if (lines.length > 0) await insert(lines)
}

async function* readTable(
  file: string,
  { name, bytes }: Table,
  key: Buffer | undefined,
): AsyncGenerator<string> {
  let close = async (): Promise<void> => {}
  try {
    const sealed = key && (await openSealedFile(file, key))
    if (sealed) close = sealed.close
    const raw: Readable = sealed ? sealed.read() : createReadStream(file)
    const unzipped = createGunzip()
    raw.on('error', (error) => unzipped.destroy(error))
    try {
      yield* splitLines(raw.pipe(unzipped), bytes)
    } finally {
      raw.destroy()
    }
  } catch (error) {
    throw new BackupDamaged(`the rows of ${name} are missing or unreadable`, error)
  } finally {
    await close()
  }
}

/** Length that no line reaches: what a hundred hours of talk take. */
const mostLineLength = 1 << 27

/**
 * At line feeds only: to Node's readline some characters of a JSON text end a line as well. Throws where there are more
 * than `most` bytes, or a line that would take too much memory: a few packed bytes can become gigabytes.
 */
async function* splitLines(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  let [bytes, length] = [0, 0]
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most) throw new Error(`There are more than the ${most} bytes of the manifest.`)
    const [first = '', ...more] = decoder.write(chunk).split('\n')
    begun.push(first)
    length += first.length
    for (const next of more) {
      yield begun.join('')
      begun = [next]
      length = next.length
    }
    if (length > mostLineLength) throw new Error('A line is longer than any of ours.')
  }
  if (begun.join('') !== '') throw new Error('The last line is cut short.')
}

async function compare(db: Db, { tables }: Manifest): Promise<void> {
  const loaded = new Map((await hashTables(db)).map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of tables) {
    const found = loaded.get(name)
    if (found?.rows !== rows) {
      throw new BackupDamaged(`${name} has ${found?.rows ?? 0} rows instead of ${rows}`)
    }
    if (found.sha256 !== sha256) throw new BackupDamaged(`the rows of ${name} are not as written`)
  }
}
