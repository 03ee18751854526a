import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpackBackup } from '../../service/backup/unpack.ts'
import { hashTables } from '../../service/backup/dump.ts'
import { loadBackup } from '../../service/backup/load.ts'
import { createLog } from '../../service/core/log.ts'
import { migrate, readMigrations } from '../../service/db/migrate.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { isNightly } from '../support/nightly.ts'
import { createRandom } from './ledger.ts'

// A kill while an update changes the tables of a library: the next start goes on, and no row is lost.
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)
const archive = path.join(import.meta.dirname, '../fixtures/backups/0008.tar')
const entry = path.join(import.meta.dirname, '../support/migrate-and-die.ts')
const log = createLog('silent')
const points = ['begun', 'written', 'committed'] as const

/** The library of version 8, at rest, and its rows in the newest version where nothing is killed. */
let folder = ''
let expected: Awaited<ReturnType<typeof rowsOf>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-migration-'))
  const backup = path.join(folder, 'backup')
  const manifest = await unpackBackup(archive, backup)
  const db = await openDatabase({ dataDir: path.join(folder, 'library'), log })
  await loadBackup(db, backup, manifest, { isMigrated: false })
  await db.close()
  expected = await rowsOf(await copyLibrary())
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** In the place of the last copy. */
async function copyLibrary(): Promise<string> {
  const copy = path.join(folder, 'copy')
  await rm(copy, { recursive: true, force: true })
  await cp(path.join(folder, 'library'), copy, { recursive: true })
  return copy
}

/** Opened and brought to the newest version: rows and hash of each table. Times of the steps themselves differ. */
async function rowsOf(dataDir: string) {
  const db = await openDatabase({ dataDir, log })
  await migrate(db)
  const tables = (await hashTables(db)).filter(({ name }) => name !== 'migrations')
  const { rows } = await sql<{ steps: number }>`SELECT count(*) AS steps FROM migrations`.execute(
    db.sql,
  )
  await db.close()
  return { steps: rows[0]?.steps, tables }
}

async function killAt(dataDir: string, step: number, point: string): Promise<void> {
  const args = [entry, dataDir, String(step), point]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

const all = (await readMigrations())
  .slice(8)
  .flatMap((_, index) => points.map((point) => ({ step: index + 1, point })))
const random = createRandom(seed)
const sample = [random.pick(all), random.pick(all)].filter((kill) => kill !== undefined)
const kills = isNightly ? all : sample

test(`${kills.length} kills in the middle of an update lose no row`, async () => {
  process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
  for (const { step, point } of kills) {
    const dataDir = await copyLibrary()
    await killAt(dataDir, step, point)
    expect(await rowsOf(dataDir), `step ${step}, ${point}`).toEqual(expected)
  }
}, 900_000)
