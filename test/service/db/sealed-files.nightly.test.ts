import { open as openFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashTables } from '../../../service/backup/dump.ts'
import { createLog } from '../../../service/core/log.ts'
import { isIndexSound, listIndexes } from '../../../service/db/integrity.ts'
import { openDatabase, type OpenedDb } from '../../../service/db/open-database.ts'
import { openSnapshot } from '../../../service/db/open-snapshot.ts'
import { sealedPageBytes } from '../../../service/db/sealed-form.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { testKeys } from '../../support/library-keys.ts'
import { sharedDataFolder } from '../../support/prepared-data.ts'
import { findWords, sealedDataFolder } from '../../support/sealed-library.ts'

// With each change sealed-files.test.ts reads the files byte by byte, and damages them.

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

test('a snapshot is as encrypted as what it was taken of', async () => {
  const dataDir = await sealedDataFolder()
  const db = await open(dataDir)
  onTestFinished(() => db.close())
  await fillTalks(db)
  const folder = path.join(await temporaryFolder(), 'snapshot')
  await db.snapshot(folder)
  expect(await findWords(folder, words)).toEqual([])
  const snapshot = await openSnapshot(folder, log, testKeys)
  expect(await hashTables(snapshot)).toEqual(await hashTables(db))
  await snapshot.close()
})

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

test('what encryption does not tell: an older state of a page, and a page of zeros', async () => {
  const { dataDir, heap } = await closedTalks()
  const older = await pageOf(heap, 0)
  const again = await open(dataDir)
  await run(again, `UPDATE talksmarker SET body = 'newer' WHERE id = 1`)
  await run(again, 'VACUUM talksmarker')
  await again.close()
  await writeAt(heap, older, 0)
  await writeAt(heap, Buffer.alloc(sealedPageBytes), 2 * sealedPageBytes)
  const db = await open(dataDir)
  onTestFinished(() => abandon(db))
  // Both are pages as they once were: the row counters and amcheck find them, as without encryption.
  const { rows } = await run(db, 'SELECT count(*) AS n FROM talksmarker')
  expect(rows[0]).not.toEqual({ n: 2_000 })
  const table = (await listIndexes(db.sql, 'talksmarker')).filter(
    ({ method }) => method === 'btree',
  )
  const sound = await Promise.all(table.map((each) => isIndexSound(db.sql, each)))
  expect(sound).toContain(false)
})
