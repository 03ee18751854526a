import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase } from '../../../service/db/open-database.ts'
import { migratedDataFolder } from '../../support/prepared-data.ts'
import { copyFolder, temporaryFolder } from '../../support/folders.ts'
import { type Fact, startProcess } from '../../support/processes.ts'
import { perChange } from '../../support/nightly.ts'

const log = createLog('silent')
// The first start takes seconds, on a busy machine many.
beforeAll(() => migratedDataFolder(), 120_000)
const rounds = Number(process.env['EARSHOT_TEST_KILLS'] ?? perChange(1, 50))

const lastNumber = (said: Fact[]): number => {
  const numbers = said.filter(({ type }) => type === 'acknowledged').map(({ n }) => Number(n))
  return Math.max(0, ...numbers)
}

test(
  `${rounds} kills at any moment lose nothing that was acknowledged, and every job ends once`,
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const dataDir = await temporaryFolder()
    copyFolder(await migratedDataFolder(), dataDir)
    let acknowledged = 0
    const heir = startProcess('database-process.ts', dataDir)
    for (let round = 0; round < rounds; round += 1) {
      const writer = startProcess('database-process.ts', dataDir)
      writer.tell('open')
      writer.tell('write')
      // A lock that outlived its killed owner would refuse here, and below.
      expect(await writer.receive('opened', 'refused')).toMatchObject({ type: 'opened' })
      expect((await writer.receive('found'))['n']).toBeGreaterThanOrEqual(acknowledged)
      await writer.receive('acknowledged')
      if (round === rounds - 1) {
        heir.tell('open')
        expect(await heir.receive('opened', 'refused')).toMatchObject({ type: 'refused' })
      }
      // The moment of the kill, spread over commits, job ends and what happens between them.
      await delay((round * 37) % 150)
      await writer.kill()
      acknowledged = lastNumber(writer.said)
    }
    heir.tell('open')
    // Refused at once if it were still locked; the time of `opened` is that of recovery.
    expect(await heir.receive('opened', 'refused')).toMatchObject({ type: 'opened' })
    heir.tell('finish')
    const { highest, ...counted } = await heir.receive('counted')
    await heir.end()
    expect(highest).toBeGreaterThanOrEqual(acknowledged)
    expect(counted).toEqual({ type: 'counted', written: highest, done: highest, jobs: 0 })
  },
)

test('a kill during the first start leaves a clean next start', { timeout: 90_000 }, async () => {
  const dataDir = await temporaryFolder()
  const isHalfMade = () => existsSync(path.join(dataDir, 'database.new/PG_VERSION'))
  const moments = [
    () => vi.waitUntil(isHalfMade, { timeout: 60_000, interval: 5 }),
    () => delay(200),
  ]
  for (const moment of moments.slice(0, perChange(1, 2))) {
    const first = startProcess('database-process.ts', dataDir)
    await first.receive('ready')
    first.tell('open')
    await moment()
    await first.kill()
  }
  // That one is made without a template, too, is what template.nightly.test.ts shows.
  const { databaseTemplates: templates } = readConfig(process.env)
  const db = await openDatabase({ dataDir, log, templates })
  await sql`create table t (n integer)`.execute(db.sql)
  await db.close()
  expect(existsSync(path.join(dataDir, 'database.new'))).toBe(false)
})
