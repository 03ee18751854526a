import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { createLog } from '../../service/core/log.ts'
import type { Signals } from '../../service/core/signals.ts'
import { type OpenedDb, openDatabase } from '../../service/db/open-database.ts'
import { migrate, type Migration, readMigrations } from '../../service/db/migrate.ts'
import { DatabaseAborted } from '../../service/db/open-errors.ts'
import { postgresVariable } from './postgres.ts'
import { openPostgresDatabase } from './server-database.ts'

const root = path.join(import.meta.dirname, '../..')
const log = createLog('silent')
/** Raised when the making of a template changes, so that old files are not used. */
const version = '3'
let template: Promise<Uint8Array> | undefined
let blank: Promise<Uint8Array> | undefined

type Pooled = { db: OpenedDb; schema: string }

/** Open databases that nobody uses, empty but for their schema. */
const idle: Pooled[] = []
/** As many as one test uses at once; each holds 100 MB. */
const maxIdle = 2

/**
 * A migrated, empty database in memory. The caller closes it, after which its engine serves the next
 * caller in this process: starting one costs a second of processor time, emptying one 10 ms.
 */
export async function openTestDatabase(): Promise<OpenedDb> {
  return lease(idle.pop() ?? (await openPooled()))
}

/** Whether the tests run on a PostgreSQL server. */
export const isOnServer = process.env[postgresVariable] !== undefined

async function openPooled(): Promise<Pooled> {
  const db = isOnServer ? await openPostgresDatabase() : await openFrom(await databaseTemplate())
  return { db, schema: await readSchema(db) }
}

/** A database in memory without any table, for tests that migrate it step by step. */
export async function openBlankDatabase(): Promise<OpenedDb> {
  if (isOnServer) return openPostgresDatabase({ isBlank: true })
  blank ??= storedTemplate([])
  return openFrom(await blank)
}

/** That of a machine of its own, also where the tests run on a PostgreSQL server. */
export const openLibraryDatabase = async (): Promise<OpenedDb> => openFrom(await databaseTemplate())

async function openFrom(from: Uint8Array): Promise<OpenedDb> {
  return openDatabase({ dataDir: null, log, template: from })
}

/** A use of the database: it ends with `close`, and whatever still asks afterwards is refused. */
function lease(pooled: Pooled): OpenedDb {
  const { db } = pooled
  let isClosed = false
  const refuseClosed = (): void => {
    if (isClosed) throw new DatabaseAborted('it is closed')
  }
  const guard: KyselyPlugin = {
    transformQuery: ({ node }) => {
      refuseClosed()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { signals, removeListeners } = ownListeners(db.signals)
  return {
    ...db,
    signals,
    sql: db.sql.withPlugin(guard),
    transaction: async (fn, options) => {
      refuseClosed()
      return db.transaction(fn, options)
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      removeListeners()
      const isReusable = idle.length < maxIdle && (await empty(pooled))
      if (isReusable) idle.push(pooled)
      else await db.close()
    },
  }
}

/** The same signals, of which one use takes its listeners along: a service that has ended lives no longer than its test. */
function ownListeners({ emit, on }: Signals) {
  const removals: (() => void)[] = []
  const signals: Signals = {
    emit,
    on: (topic, listener) => {
      const remove = on(topic, listener)
      removals.push(remove)
      return remove
    },
  }
  const removeListeners = () => {
    for (const remove of removals) remove()
  }
  return { signals, removeListeners }
}

/** Removes all rows; false where the database is broken or has another schema than at first. */
async function empty({ db, schema }: Pooled): Promise<boolean> {
  try {
    // Of a server each connection would have to be reset, and knows for which organization it works.
    if (!isOnServer) await sql`RESET ALL`.execute(db.sql)
    const tables = await readFilledTables(db)
    // Deleting is quick but leaves dead rows behind; truncating costs 20 ms for each table.
    const [large, small] = [tables.filter(isLarge), tables.filter((table) => !isLarge(table))]
    const names = large.map(({ name }) => sql.table(name))
    if (large.length > 0) await sql`TRUNCATE ${sql.join(names)} CASCADE`.execute(db.sql)
    await db.transaction(async (tx) => {
      // Neither foreign keys nor triggers: every table is emptied.
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      for (const { name } of small) await sql`DELETE FROM ${sql.table(name)}`.execute(tx)
      await sql`DELETE FROM row_counts WHERE table_name <> 'migrations'`.execute(tx)
    })
    await sql`SELECT setval(oid::regclass, 1, false) FROM pg_class
      WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`.execute(db.sql)
    return (await readSchema(db)) === schema
  } catch {
    return false
  }
}

type FilledTable = { name: string; bytes: number }

const isLarge = ({ bytes }: FilledTable): boolean => bytes > 1_000_000

async function readFilledTables({ sql: db }: OpenedDb): Promise<FilledTable[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname NOT IN ('migrations', 'row_counts')`.execute(db)
  // Only then their sizes: to ask for those of all takes as long as to empty them.
  const tests = rows.map(
    ({ name }) => sql`SELECT ${name} AS name, pg_table_size(${name}::regclass)::integer AS bytes
    WHERE EXISTS (SELECT FROM ${sql.table(name)})`,
  )
  return (await sql<FilledTable>`${sql.join(tests, sql` UNION ALL `)}`.execute(db)).rows
}

/** What a test may have changed besides rows: columns, constraints, indexes, triggers, migrations. */
async function readSchema({ sql: db }: OpenedDb): Promise<string> {
  const { rows } = await sql`
    SELECT (SELECT count(*) || ' ' || max(oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
      (SELECT count(*) FROM pg_attribute WHERE attisdropped IS FALSE) AS columns,
      (SELECT count(*) FROM pg_constraint) AS constraints,
      (SELECT count(*) FROM pg_trigger) AS triggers,
      (SELECT count(*) FROM pg_proc) AS functions,
      (SELECT md5(string_agg(migrations::text, ' ' ORDER BY migrations::text)) FROM migrations)
  `.execute(db)
  return JSON.stringify(rows)
}

/** A migrated database, dumped: what the engine can start from in memory. */
export function databaseTemplate(): Promise<Uint8Array> {
  template ??= readMigrations().then(storedTemplate)
  return template
}

/** Initialising takes seconds: done once per set of migrations, then kept beside the packages. */
async function storedTemplate(steps: Migration[]): Promise<Uint8Array> {
  const lock = await readFile(path.join(root, 'package-lock.json'))
  const hash = createHash('sha256')
    .update(version)
    .update(lock)
    .update(steps.map(({ name, sha256 }) => name + sha256).join())
  const folder = path.join(root, 'node_modules/.cache/earshot')
  const file = path.join(folder, `database-${hash.digest('hex').slice(0, 16)}.tar`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept

  const db = await openDatabase({ dataDir: null, log })
  if (steps.length > 0) await migrate(db, steps)
  const dump = await db.dump()
  await db.close()
  // Several test processes may get here at once: each writes its own file, the last name wins.
  const part = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(part, dump)
  await rename(part, file)
  return dump
}
