import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { perChange } from '../support/nightly.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { actUntilGone } from './actor.ts'
import { checkInvariants } from './invariants.ts'
import { createRandom, type Ledger } from './ledger.ts'
import { prepareLedger } from './prepare-ledger.ts'

// reliability.md C-1: one kill with each change, 200 by night. The seed differs each time, so changes
// add up.
const kills = Number(process.env['EARSHOT_KILLS'] ?? perChange(1, 200))
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)
const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')

/** Of one library: what a check reads grows with it. */
const killsOfOne = 25

let dataDir = ''
let service: ServiceProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-crash-'))
})
afterEach(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const libraries = Array.from({ length: Math.ceil(kills / killsOfOne) }, (_, at) => ({
  seed: seed + at,
  rounds: Math.min(killsOfOne, kills - at * killsOfOne),
}))

test.each(libraries)(
  'after $rounds kills at random moments nothing acknowledged is lost',
  { timeout: 60_000 + killsOfOne * 60_000 },
  async ({ seed: ofThis, rounds }) => {
    process.stderr.write(`EARSHOT_KILL_SEED=${ofThis} EARSHOT_KILLS=${rounds}\n`)
    const random = createRandom(ofThis)
    service = await startServiceProcess(dataDir, {}, entry)
    const ledger = await prepareLedger(service)
    for (let round = 1; round <= rounds; round++) {
      const running = service
      const actors = [1, 2, 3].map(() => actUntilGone(running.client, ledger, random))
      // On a slow machine a kill may come before anything was acknowledged, and then shows nothing.
      const wanted = acknowledged(ledger) + 2
      await expect
        .poll(() => acknowledged(ledger), { timeout: 60_000 })
        .toBeGreaterThanOrEqual(wanted)
      await pause(random.between(50, perChange(500, 1_500)))
      await running.kill()
      await Promise.all(actors)
      service = await startServiceProcess(dataDir, {}, entry)
      await checkInvariants(service, dataDir, ledger)
    }
    expect(await service.stop(), 'it stops when it is asked to').toBe(0)
    expect(acknowledged(ledger)).toBeGreaterThan(rounds)
    await checkEvents(ledger)
    const names = await readdir(dataDir)
    expect(names).not.toContain('service.json')
    expect(names).not.toContain('session-token')
  },
)

const acknowledged = ({ items }: Ledger): number =>
  items.filter(({ confirmed }) => confirmed === 'acknowledged').length

/** (4) One event for each transcription, and the minutes of each counted once; an import has none. */
async function checkEvents({ items }: Ledger): Promise<void> {
  const db = await openDatabase({ dataDir, log: createLog('silent') })
  try {
    const events = await db.sql
      .selectFrom('events')
      .select(['data'])
      .where('event', '=', 'transcription.completed')
      .execute()
    const announced = events.map(({ data }) => (data as { content_id: string }).content_id)
    expect(announced).toHaveLength(new Set(announced).size)
    const completed = await db.sql
      .selectFrom('content')
      .select('id')
      .where('status', '=', 'completed')
      .execute()
    expect(
      completed.filter(({ id }) => !announced.includes(id)),
      '(4) without event',
    ).toEqual([])
    const usage = await db.sql.selectFrom('transcription_usage').select('content_id').execute()
    const isImport = ({ bytes }: Ledger['items'][number]) =>
      bytes.toString('latin1', 0, 6) === 'WEBVTT'
    const imports = new Set(items.filter(isImport).map(({ id }) => id))
    const transcribed = announced.filter((id) => !imports.has(id))
    expect(usage.map(({ content_id: id }) => id).toSorted()).toEqual(transcribed.toSorted())
  } finally {
    await db.close()
  }
}
