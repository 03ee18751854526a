import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase } from '../../../service/db/open-database.ts'
import { migratedDataFolder, sharedDataFolder } from '../../support/prepared-data.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { type Fact, startProcess } from '../../support/processes.ts'
import { perChange } from '../../support/nightly.ts'

const log = createLog('silent')
// The first start takes seconds, on a busy machine many.
beforeAll(() => sharedDataFolder(), 120_000)
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
    await cp(await migratedDataFolder(), dataDir, { recursive: true })
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const writer = startProcess('database-process.ts', dataDir)
      writer.tell('open')
      writer.tell('write')
      // A lock that outlived its killed owner would refuse here.
      expect(await writer.receive('opened', 'refused')).toMatchObject({ type: 'opened' })
      expect((await writer.receive('found'))['n']).toBeGreaterThanOrEqual(acknowledged)
      await writer.receive('acknowledged')
      // The moment of the kill, spread over commits, job ends and what happens between them.
      await delay((round * 37) % 150)
      await writer.kill()
      acknowledged = lastNumber(writer.said)
    }
    const last = startProcess('database-process.ts', dataDir)
    last.tell('open')
    last.tell('finish')
    const { highest, ...counted } = await last.receive('counted')
    await last.end()
    expect(highest).toBeGreaterThanOrEqual(acknowledged)
    expect(counted).toEqual({ type: 'counted', written: highest, done: highest, jobs: 0 })
  },
)

test('the folder of a killed owner is free within a second', async () => {
  const dataDir = await temporaryFolder()
  await cp(await sharedDataFolder(), dataDir, { recursive: true })
  const [owner, heir] = [1, 2].map(() => startProcess('database-process.ts', dataDir))
  if (!owner || !heir) throw new Error('unreachable')
  owner.tell('open')
  await owner.receive('opened')
  heir.tell('open')
  await heir.receive('refused')
  await owner.kill()
  heir.tell('open')
  // Refused at once if it were still locked; the time of `opened` is that of recovery.
  expect(await heir.receive('opened', 'refused')).toMatchObject({ type: 'opened' })
  await heir.end()
})

test('a kill during the first start leaves a clean next start', { timeout: 90_000 }, async () => {
  const dataDir = await temporaryFolder()
  for (const wait of [1_500, 200].slice(0, perChange(1, 2))) {
    const first = startProcess('database-process.ts', dataDir)
    await first.receive('ready')
    first.tell('open')
    await delay(wait)
    await first.kill()
  }
  const db = await openDatabase({ dataDir, log })
  await sql`create table t (n integer)`.execute(db.sql)
  await db.close()
  expect(existsSync(path.join(dataDir, 'database.new'))).toBe(false)
})
