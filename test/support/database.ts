import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../service/core/log.ts'
import { type OpenedDb, openDatabase } from '../../service/db/open-database.ts'
import { migrate, readMigrations } from '../../service/db/migrate.ts'

const root = path.join(import.meta.dirname, '../..')
const log = createLog('silent')
/** Raised when the making of a template changes, so that old files are not used. */
const version = '3'
let template: Promise<Uint8Array> | undefined
let module: Promise<WebAssembly.Module> | undefined

/** A migrated database of its own, in memory. The caller closes it. */
export async function openTestDatabase(): Promise<OpenedDb> {
  module ??= compileEngine()
  return openDatabase({
    dataDir: null,
    log,
    template: await databaseTemplate(),
    module: await module,
  })
}

/** A migrated database, dumped: what the engine can start from in memory. */
export function databaseTemplate(): Promise<Uint8Array> {
  template ??= migratedTemplate()
  return template
}

/** Compiled once per test process instead of once per database. */
async function compileEngine(): Promise<WebAssembly.Module> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(path.join(path.dirname(entry), 'pglite.wasm')))
}

/** Initialising takes seconds: done once per set of migrations, then kept beside the packages. */
async function migratedTemplate(): Promise<Uint8Array> {
  const steps = await readMigrations()
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
  await migrate(db, steps)
  const dump = await db.dump()
  await db.close()
  // Several test processes may get here at once: each writes its own file, the last name wins.
  const part = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(part, dump)
  await rename(part, file)
  return dump
}
