import { open as openFile, readdir, readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashTables } from '../../../service/backup/dump.ts'
import { createLog } from '../../../service/core/log.ts'
import { isHeapSound, isIndexSound, listHeaps, listIndexes } from '../../../service/db/integrity.ts'
import { openDatabase, type OpenedDb } from '../../../service/db/open-database.ts'
import { sealedPageBytes } from '../../../service/db/sealed-form.ts'
import { testKeys } from '../../support/library-keys.ts'
import { perChange } from '../../support/nightly.ts'
import { sharedDataFolder } from '../../support/prepared-data.ts'
import { startProcess } from '../../support/processes.ts'
import { findWords, sealedDataFolder } from '../../support/sealed-library.ts'

// A real database in encrypted files, read byte by byte (decision 0081).

const log = createLog('silent')
// The first start takes seconds, on a busy machine many.
beforeAll(() => sharedDataFolder(), 120_000)

const words = ['rowmarker', 'toastmarker', 'lexememarker', 'talksmarker', 'spillmarker']

const open = (dataDir: string) => openDatabase({ dataDir, log, keys: testKeys })

/** The same as a crash: no checkpoint, no file is closed in order. */
async function abandon(db: OpenedDb): Promise<void> {
  db.keepAsFound()
  await db.close()
}

const run = ({ sql: db }: Pick<OpenedDb, 'sql'>, text: string) => sql.raw(text).execute(db)

/** 2,000 rows, every tenth with a large value, and indexes of both kinds. */
async function fillTalks(db: OpenedDb): Promise<void> {
  await run(
    db,
    `CREATE EXTENSION amcheck;
     CREATE EXTENSION pageinspect;
     CREATE TABLE talksmarker (id integer PRIMARY KEY, body text, long text, words tsvector);
     CREATE INDEX ON talksmarker USING gin (words) WITH (fastupdate = off);
     INSERT INTO talksmarker
       SELECT n, 'rowmarker ' || n,
         (SELECT string_agg('toastmarker' || md5((n * 1000 + m)::text), ' ') FROM generate_series(1, 99) m WHERE n % 10 = 0),
         to_tsvector('simple', 'lexememarker talk' || n)
       FROM generate_series(1, 2000) n`,
  )
}

test('all that PostgreSQL does with files works, and no file holds a word of it', async () => {
  const dataDir = await sealedDataFolder()
  const first = await open(dataDir)
  await fillTalks(first)
  await first.transaction(async (tx) => {
    // Sorted in files, which are there until the transaction ends.
    await sql`SET LOCAL work_mem = '64kB'`.execute(tx)
    await sql`CREATE TEMPORARY TABLE apart AS SELECT id, 'spillmarker ' || md5(id::text) AS body FROM talksmarker`.execute(
      tx,
    )
    await sql`DECLARE sorted CURSOR FOR
      SELECT md5(n::text) || repeat('spillmarker ', 9) AS body FROM generate_series(1, 20000) n ORDER BY 1`.execute(
      tx,
    )
    const { rows } = await sql<{ body: string }>`FETCH 10000 FROM sorted`.execute(tx)
    const bodies = rows.map(({ body }) => body)
    expect(bodies).toEqual(bodies.toSorted())
    const spilled = await readdir(path.join(dataDir, 'database/base/pgsql_tmp'))
    expect(spilled.length).toBeGreaterThan(0)
    expect(await findWords(dataDir, words)).toEqual([])
  })
  for (const text of [
    `UPDATE talksmarker SET body = body || '!' WHERE id % 2 = 0`,
    'DELETE FROM talksmarker WHERE id > 1500',
    // Cuts the file short.
    'VACUUM talksmarker',
    'CLUSTER talksmarker USING talksmarker_pkey',
    'REINDEX TABLE talksmarker',
    'ANALYZE talksmarker',
    'CHECKPOINT',
  ])
    await run(first, text)
  const before = await hashTables(first)
  expect(await findWords(dataDir, words)).toEqual([])
  await first.close()
  expect(await findWords(dataDir, words)).toEqual([])

  const second = await open(dataDir)
  expect(await hashTables(second)).toEqual(before)
  const found = await run(second, `SELECT id FROM talksmarker WHERE words @@ 'talk77'`)
  expect(found.rows).toEqual([{ id: 77 }])
  for (const heap of await listHeaps(second.sql))
    expect(await isHeapSound(second.sql, heap)).toBe(true)
  for (const index of await listIndexes(second.sql))
    expect(await isIndexSound(second.sql, index)).toBe(true)
  await second.close()
})

test('what was committed is there after a crash, and the files of the crash hold no word', async () => {
  const dataDir = await sealedDataFolder()
  const first = await open(dataDir)
  await fillTalks(first)
  const before = await hashTables(first)
  await abandon(first)
  expect(await findWords(dataDir, words)).toEqual([])
  const second = await open(dataDir)
  expect(second.wasClosed).toBe(false)
  expect(await hashTables(second)).toEqual(before)
  await second.close()
})

const rounds = perChange(1, 50)
test(
  `${rounds} kills lose nothing that was acknowledged`,
  async () => {
    const dataDir = await sealedDataFolder({ isMigrated: true })
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const writer = startProcess('database-process.ts', dataDir, 'encrypted')
      writer.tell('open')
      writer.tell('write')
      expect(await writer.receive('opened', 'refused')).toMatchObject({ type: 'opened' })
      expect((await writer.receive('found'))['n']).toBeGreaterThanOrEqual(acknowledged)
      acknowledged = Number((await writer.receive('acknowledged'))['n'])
      await delay((round * 37) % 150)
      await writer.kill()
      for (const { type, n } of writer.said) {
        if (type === 'acknowledged') acknowledged = Number(n)
      }
    }
    const db = await open(dataDir)
    const { rows } = await sql<{ n: number }>`SELECT max(n) AS n FROM written`.execute(db.sql)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
    await db.close()
  },
  60_000 + rounds * 20_000,
)

/** A closed database of talks, and where their rows lie. */
async function closedTalks(): Promise<{ dataDir: string; heap: string; index: string }> {
  const dataDir = await sealedDataFolder()
  const db = await open(dataDir)
  await fillTalks(db)
  const { rows } = await sql<{ heap: string; index: string }>`
    SELECT pg_relation_filepath('talksmarker') AS heap,
      pg_relation_filepath('talksmarker_pkey') AS index`.execute(db.sql)
  await db.close()
  const [found] = rows
  if (!found) throw new Error('unreachable')
  const at = (file: string) => path.join(dataDir, 'database', file)
  return { dataDir, heap: at(found.heap), index: at(found.index) }
}

const pageOf = async (file: string, block: number): Promise<Buffer> =>
  (await readFile(file)).subarray(block * sealedPageBytes, (block + 1) * sealedPageBytes)

async function writeAt(file: string, bytes: Buffer, place: number): Promise<void> {
  const handle = await openFile(file, 'r+')
  await handle.write(bytes, 0, bytes.length, place)
  await handle.close()
}

test('what was changed, moved or cut off is refused by name, never read as something else', async () => {
  const { dataDir, heap, index } = await closedTalks()
  const place = (block: number, byte = 0) => block * sealedPageBytes + byte
  const flip = async (at: number) =>
    writeAt(heap, Buffer.from([((await readFile(heap)).at(at) ?? 0) ^ 1]), at)
  const [fourth, ofIndex] = [await pageOf(heap, 4), await pageOf(index, 6)]
  // Each of the first pages in another way.
  await flip(place(1, 5_000))
  await flip(place(2, 8_192))
  await flip(place(3, 8_204))
  await writeAt(heap, await pageOf(heap, 5), place(4))
  await writeAt(heap, fourth, place(5))
  await writeAt(heap, ofIndex, place(6))
  const pages = (await stat(heap)).size / sealedPageBytes
  await truncate(heap, (await stat(heap)).size - 100)

  const db = await open(dataDir)
  onTestFinished(() => abandon(db))
  const read = (block: number) =>
    run(db, `SELECT length(get_raw_page('talksmarker', ${block}))`).then(
      () => 'read',
      (error: { code: string }) => error.code,
    )
  expect(await read(0)).toBe('read')
  for (const block of [1, 2, 3, 4, 5, 6]) expect(await read(block), String(block)).toBe('XX001')
  // The page that is cut is none, and what an index says of it is refused.
  expect((await run(db, `SELECT pg_relation_size('talksmarker') / 8192 AS n`)).rows).toEqual([
    { n: pages - 1 },
  ])
  const last = 'SET enable_seqscan = off; SELECT body FROM talksmarker WHERE id = 2000'
  await expect(run(db, last)).rejects.toMatchObject({ code: 'XX001' })
})
