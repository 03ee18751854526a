import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase, type OpenOptions } from '../../../service/db/open-database.ts'
import {
  DatabaseAborted,
  DatabaseDamaged,
  DataFolderInUse,
  OwnershipLost,
} from '../../../service/db/open-errors.ts'
import { openTestDatabase } from '../../support/database.ts'
import { copyFolder, hashFolder, listFolder, temporaryFolder } from '../../support/folders.ts'
import { sharedDataFolder } from '../../support/prepared-data.ts'
import { startProcess } from '../../support/processes.ts'
import { isNightly, perChange } from '../../support/nightly.ts'

const log = createLog('silent')
// The first start takes seconds, on a busy machine many.
beforeAll(() => sharedDataFolder(), 120_000)

/** A folder of its own with a whole database in it. */
async function wholeFolder(): Promise<string> {
  const folder = await temporaryFolder()
  copyFolder(await sharedDataFolder(), folder)
  return folder
}

async function open(dataDir: string, options: Pick<OpenOptions, 'onFatal'> = {}) {
  const db = await openDatabase({ dataDir, log, ...options })
  onTestFinished(() => db.close())
  return db
}

test('every commit reaches the disk, and is there after it was closed and opened again', async () => {
  const dataDir = await wholeFolder()
  const first = await openDatabase({ dataDir, log })
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(first.sql)
  expect(rows).toEqual([{ fsync: 'on' }])
  await sql`create table t (n integer)`.execute(first.sql)
  const before = first.fsyncCount()
  for (let n = 0; n < 20; n += 1) await sql`insert into t values (${n})`.execute(first.sql)
  expect(first.fsyncCount() - before).toBeGreaterThanOrEqual(20)
  await first.close()

  const again = await open(dataDir)
  const counted = await sql<{ n: number }>`select count(*) as n from t`.execute(again.sql)
  expect(counted.rows).toEqual([{ n: 20 }])
})

test('a close waits for the transaction that is open, and what it says is heard', async () => {
  const db = await openTestDatabase()
  const opened = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const running = db.transaction(async (tx) => {
    opened.resolve()
    await closing.promise
    return sql<{ n: number }>`select 1 as n`.execute(tx)
  })
  await opened.promise
  const closed = db.close()
  closing.resolve()
  const [answer] = await Promise.all([running, closed])
  expect(answer.rows).toEqual([{ n: 1 }])
})

test('a second owner is refused by name, in time, and changes no byte; of a race one comes out the owner', async () => {
  const dataDir = await wholeFolder()
  const own = await openDatabase({ dataDir, log })
  const service = { base_url: 'http://127.0.0.1:4777', pid: process.pid }
  await writeFile(path.join(dataDir, 'service.json'), JSON.stringify(service))
  const before = await hashFolder(dataDir, ['owner.lock'])

  const start = performance.now()
  const refusal = await openDatabase({ dataDir, log }).catch((error: unknown) => error)
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(refusal).toMatchObject({ pid: process.pid, baseUrl: service.base_url })

  const processes = [1, 2, 3]
    .slice(0, perChange(2, 3))
    .map(() => startProcess('database-process.ts', dataDir))
  const answersOfAll = () => Promise.all(processes.map((each) => each.receive('opened', 'refused')))
  await Promise.all(processes.map((each) => each.receive('ready')))
  for (const each of processes) each.tell('open')
  for (const answer of await answersOfAll()) {
    expect(answer).toMatchObject({ type: 'refused', name: 'DataFolderInUse' })
    expect(answer['ms']).toBeLessThan(1_000)
  }
  expect(await hashFolder(dataDir, ['owner.lock'])).toEqual(before)
  await own.close()

  // Of processes that start at once exactly one becomes the owner. Whole starts cost seconds; the race is about the
  // lock, so most rounds take only that.
  const races = perChange(20, 100)
  for (let round = 0; round <= races; round += 1) {
    for (const each of processes) each.tell(round < races ? 'lock' : 'open')
    const outcomes = (await answersOfAll()).map(({ type, name }) => name ?? type).toSorted()
    const refused = processes.slice(1).map(() => 'DataFolderInUse')
    expect(outcomes).toEqual([...refused, 'opened'])
    for (const each of processes) each.tell('close')
    await Promise.all(processes.map((each) => each.receive('closed')))
  }
  await Promise.all(processes.map((each) => each.end()))
})

test('whoever removes the lock of a running owner lets nobody else in, and ends that owner', async () => {
  const dataDir = await wholeFolder()
  const lost = Promise.withResolvers<Error>()
  await open(dataDir, { onFatal: lost.resolve })
  const lock = path.join(dataDir, 'owner.lock')
  expect(await readFile(lock, 'latin1')).toContain('so that no second service opens this folder')
  await rm(lock)
  if (process.platform !== 'darwin') {
    const refusal = await openDatabase({ dataDir, log }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUse)
  }
  expect(await lost.promise).toBeInstanceOf(OwnershipLost)
})

test('an engine that aborts says so once, and lets go of all that waits', async () => {
  const dataDir = await wholeFolder()
  const fatal: Error[] = []
  const db = await openDatabase({ dataDir, log, onFatal: (error) => fatal.push(error) })
  // PostgreSQL ends itself (PANIC) where it cannot write its log.
  await rm(path.join(dataDir, 'database/pg_wal'), { recursive: true })
  const all = await Promise.allSettled(
    [1, 2, 3].map(async () => {
      await sql`select pg_logical_emit_message(true, 'test', repeat('x', 2000000))`.execute(db.sql)
      await sql`checkpoint`.execute(db.sql)
    }),
  )
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(sql`select 1`.execute(db.sql)).rejects.toThrow(DatabaseAborted)
  expect(fatal.map(String)).toEqual([expect.stringContaining('PANIC')])
  await db.close()
  // The folder is free again, and known to be damaged.
  await expect(openDatabase({ dataDir, log })).rejects.toBeInstanceOf(DatabaseDamaged)
})

type Damages = Record<string, (folder: string) => Promise<void>>

/** One of each check that comes before PostgreSQL opens the files, and what only that finds. */
const damages: Damages = {
  'the marker is gone': (folder) => rm(path.join(folder, 'earshot-database.json')),
  'PG_VERSION is gone': (folder) => rm(path.join(folder, 'PG_VERSION')),
  'pg_control is cut short': (folder) => truncate(path.join(folder, 'global/pg_control'), 100),
  'the log is gone': (folder) => rm(path.join(folder, 'pg_wal'), { recursive: true }),
  'the log is empty': async (folder) => {
    await rm(path.join(folder, 'pg_wal'), { recursive: true })
    await mkdir(path.join(folder, 'pg_wal/archive_status'), { recursive: true })
  },
  'the folder is gone': (folder) => rm(folder, { recursive: true }),
}

const moreDamages: Damages = {
  'PG_VERSION is empty': (folder) => truncate(path.join(folder, 'PG_VERSION')),
  'it is of another PostgreSQL': (folder) => writeFile(path.join(folder, 'PG_VERSION'), '17\n'),
  'pg_control is gone': (folder) => rm(path.join(folder, 'global/pg_control')),
  'pg_control is garbled': (folder) =>
    writeFile(path.join(folder, 'global/pg_control'), Buffer.alloc(8192, 7)),
  'base is gone': (folder) => rm(path.join(folder, 'base'), { recursive: true }),
  'the folder is empty': async (folder) => {
    await rm(folder, { recursive: true })
    await mkdir(folder)
  },
}

test.for(Object.entries({ ...damages, ...(isNightly ? moreDamages : {}) }))(
  'when %s it is not opened and not touched',
  async ([, damage]) => {
    const dataDir = await wholeFolder()
    await damage(path.join(dataDir, 'database'))
    const before = await listFolder(dataDir)
    await expect(openDatabase({ dataDir, log })).rejects.toBeInstanceOf(DatabaseDamaged)
    // The owner's lock stays; PostgreSQL writes its process id before it looks at anything.
    expect(await listFolder(dataDir, ['owner.lock', 'postmaster.pid'])).toEqual(before)
  },
)
