import { readdir, readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hashTables } from '../../../service/backup/dump.ts'
import { isHeapSound, isIndexSound, listHeaps, listIndexes } from '../../../service/db/integrity.ts'
import { sealedPageBytes } from '../../../service/db/sealed-form.ts'
import { findWords } from '../../support/sealed-library.ts'
import {
  abandon,
  closedTalks,
  crashedTalks,
  openSealed,
  pageOf,
  run,
  talkWords,
  writeAt,
} from '../../support/sealed-talks.ts'

// A real database in encrypted files, read byte by byte (decision 0081).

test('what was committed is there after a crash, all that PostgreSQL does with files works, and no file holds a word of it', async () => {
  const { dataDir, hashes } = await crashedTalks()
  expect(await findWords(dataDir, talkWords)).toEqual([])
  const first = await openSealed(dataDir)
  expect(first.wasClosed).toBe(false)
  expect(await hashTables(first)).toEqual(hashes)
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
    expect(await findWords(dataDir, talkWords)).toEqual([])
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
  expect(await findWords(dataDir, talkWords)).toEqual([])
  await first.close()
  expect(await findWords(dataDir, talkWords)).toEqual([])

  const second = await openSealed(dataDir)
  expect(await hashTables(second)).toEqual(before)
  const found = await run(second, `SELECT id FROM talksmarker WHERE words @@ 'talk77'`)
  expect(found.rows).toEqual([{ id: 77 }])
  for (const heap of await listHeaps(second.sql))
    expect(await isHeapSound(second.sql, heap)).toBe(true)
  for (const index of await listIndexes(second.sql))
    expect(await isIndexSound(second.sql, index)).toBe(true)
  await second.close()
})

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

  const db = await openSealed(dataDir)
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
