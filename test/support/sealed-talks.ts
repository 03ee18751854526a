import { mkdtemp, open as openFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { hashTables } from '../../service/backup/dump.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase, type OpenedDb } from '../../service/db/open-database.ts'
import { sealedPageBytes } from '../../service/db/sealed-form.ts'
import { copyFolder, removeAtExit, temporaryFolder } from './folders.ts'
import { testKeys } from './library-keys.ts'
import { sharedDataFolder } from './prepared-data.ts'
import { sealInto } from './sealed-library.ts'

/** Words that lie in rows, large values, an index, a name, and in what a sort writes. */
export const talkWords = ['rowmarker', 'toastmarker', 'lexememarker', 'talksmarker', 'spillmarker']

export const openSealed = (dataDir: string): Promise<OpenedDb> =>
  openDatabase({ dataDir, log: createLog('silent'), keys: testKeys })

/** The same as a crash: no checkpoint, no file is closed in order. */
export async function abandon(db: OpenedDb): Promise<void> {
  db.keepAsFound()
  await db.close()
}

export const run = ({ sql: db }: Pick<OpenedDb, 'sql'>, text: string) => sql.raw(text).execute(db)

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

type CrashedTalks = { dataDir: string; hashes: Awaited<ReturnType<typeof hashTables>> }
let crashed: Promise<CrashedTalks> | undefined

async function makeCrashed(): Promise<CrashedTalks> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-talks-'))
  removeAtExit(dataDir)
  await sealInto(dataDir, await sharedDataFolder())
  const db = await openSealed(dataDir)
  await fillTalks(db)
  const hashes = await hashTables(db)
  await abandon(db)
  return { dataDir, hashes }
}

/** A copy of encrypted talks in the files that a crash left, and what is in their tables; made once per worker. */
export async function crashedTalks(): Promise<CrashedTalks> {
  crashed ??= makeCrashed()
  const { dataDir: from, hashes } = await crashed
  const dataDir = await temporaryFolder()
  copyFolder(from, dataDir)
  return { dataDir, hashes }
}

/** A closed database of talks, and where their rows lie. */
export async function closedTalks(): Promise<{ dataDir: string; heap: string; index: string }> {
  const { dataDir } = await crashedTalks()
  const db = await openSealed(dataDir)
  const { rows } = await sql<{ heap: string; index: string }>`
    SELECT pg_relation_filepath('talksmarker') AS heap,
      pg_relation_filepath('talksmarker_pkey') AS index`.execute(db.sql)
  await db.close()
  const [found] = rows
  if (!found) throw new Error('unreachable')
  const at = (file: string) => path.join(dataDir, 'database', file)
  return { dataDir, heap: at(found.heap), index: at(found.index) }
}

export const pageOf = async (file: string, block: number): Promise<Buffer> =>
  (await readFile(file)).subarray(block * sealedPageBytes, (block + 1) * sealedPageBytes)

export async function writeAt(file: string, bytes: Buffer, place: number): Promise<void> {
  const handle = await openFile(file, 'r+')
  await handle.write(bytes, 0, bytes.length, place)
  await handle.close()
}
