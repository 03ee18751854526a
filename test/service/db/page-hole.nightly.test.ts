import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase } from '../../../service/db/open-database.ts'
import { pageBytes, pageChecksum } from '../../../service/db/page-hole.ts'
import { readConfig } from '../../../service/config.ts'
import { prepareTemplate } from '../../support/prepared-data.ts'

// A real database on the disk, read byte by byte: what was deleted is in no file of it (reliability.md B-7).

const words = ['rowmarker', 'toastmarker', 'lexememarker', 'namemarker', 'editmarker']

test('what was deleted or replaced is in no file after a stop, and every page is whole', async () => {
  await prepareTemplate()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-hole-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const open = () =>
    openDatabase({
      dataDir,
      log: createLog('silent'),
      templates: readConfig(process.env).databaseTemplates,
    })
  const first = await open()
  const run = (text: string) => sql.raw(text).execute(first.sql)
  await run(`
    create table talks (id integer primary key, name text unique, body text, long text, words tsvector);
    create index talks_words on talks using gin (words) with (fastupdate = off);
    insert into talks
      select n, 'namemarker ' || n, 'rowmarker editmarker ' || n,
        (select string_agg('toastmarker' || md5((n * 1000 + m)::text), ' ') from generate_series(1, 99) m),
        to_tsvector('simple', 'lexememarker talk' || n)
      from generate_series(1, 400) n;
    analyze talks;
    checkpoint`)
  expect(await wordsIn(dataDir)).toEqual(words)
  await run(`
    delete from talks where id between 2 and 399;
    update talks set name = 'n' || id, body = 'b', long = '', words = to_tsvector('simple', 'talk' || id)`)
  await first.close()
  expect(await wordsIn(dataDir)).toEqual([])
  expect(await wrongPages(dataDir)).toEqual([])

  const second = await open()
  const { rows } = await sql`select id, name, body from talks where words @@ 'talk400'`.execute(
    second.sql,
  )
  expect(rows).toEqual([{ id: 400, name: 'n400', body: 'b' }])
  await second.close()
}, 30_000)

/** The path and the bytes of each file of the database. */
async function filesOf(dataDir: string): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = path.join(dataDir, 'database')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(name) })))
}

async function wordsIn(dataDir: string): Promise<string[]> {
  const files = await filesOf(dataDir)
  return words.filter((word) => files.some(({ bytes }) => bytes.includes(word)))
}

/** Pages of tables and indexes whose checksum is not that of their bytes. */
async function wrongPages(dataDir: string): Promise<string[]> {
  const files = await filesOf(dataDir)
  return files
    .filter(({ name }) => /(?:base[\\/]\d+|global)[\\/]\d+$/.test(name))
    .flatMap(({ name, bytes }) =>
      Array.from({ length: bytes.length / pageBytes }, (_, block) => {
        const view = new DataView(bytes.buffer, bytes.byteOffset + block * pageBytes, pageBytes)
        const stored = view.getUint16(8, true)
        const isRight = stored === 0 || stored === pageChecksum(view, block)
        return isRight ? [] : [`${name}:${block}`]
      }).flat(),
    )
}
