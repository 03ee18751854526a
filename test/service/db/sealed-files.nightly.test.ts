import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hashTables } from '../../../service/backup/dump.ts'
import { createLog } from '../../../service/core/log.ts'
import { isIndexSound, listIndexes } from '../../../service/db/integrity.ts'
import { openSnapshot } from '../../../service/db/open-snapshot.ts'
import { sealedPageBytes } from '../../../service/db/sealed-form.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { testKeys } from '../../support/library-keys.ts'
import { startProcess } from '../../support/processes.ts'
import { findWords, sealedDataFolder } from '../../support/sealed-library.ts'
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

// With each change sealed-files.test.ts reads the files of a crash byte by byte, and damages them, and kill.nightly.test.ts
// kills the owner of a database that is not encrypted.

test('a snapshot is as encrypted as what it was taken of', async () => {
  const { dataDir } = await crashedTalks()
  const db = await openSealed(dataDir)
  onTestFinished(() => db.close())
  const folder = path.join(await temporaryFolder(), 'snapshot')
  await db.snapshot(folder)
  expect(await findWords(folder, talkWords)).toEqual([])
  const snapshot = await openSnapshot(folder, createLog('silent'), testKeys)
  expect(await hashTables(snapshot)).toEqual(await hashTables(db))
  await snapshot.close()
})

const rounds = 50
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
    const db = await openSealed(dataDir)
    const { rows } = await sql<{ n: number }>`SELECT max(n) AS n FROM written`.execute(db.sql)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
    await db.close()
  },
  60_000 + rounds * 20_000,
)

test('what encryption does not tell: an older state of a page, and a page of zeros', async () => {
  const { dataDir, heap } = await closedTalks()
  const older = await pageOf(heap, 0)
  const again = await openSealed(dataDir)
  await run(again, `UPDATE talksmarker SET body = 'newer' WHERE id = 1`)
  await run(again, 'VACUUM talksmarker')
  await again.close()
  await writeAt(heap, older, 0)
  await writeAt(heap, Buffer.alloc(sealedPageBytes), 2 * sealedPageBytes)
  const db = await openSealed(dataDir)
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
