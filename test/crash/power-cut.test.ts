/**
 * A power cut, simulated: what the service did to its folder is noted, and the folder made anew as a disk may hold it
 * after a cut at a random moment (disk-model.ts). EARSHOT_POWER_CUT_SEED and EARSHOT_POWER_CUTS repeat a run.
 */
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isNightly, perChange } from '../support/nightly.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { actUntilGone } from './actor.ts'
import { readDiskLog, straceOptions, type DiskCall } from './disk-log.ts'
import { DiskModel } from './disk-model.ts'
import { checkInvariants } from './invariants.ts'
import { createRandom, type Ledger, type Random } from './ledger.ts'
import { prepareLedger } from './prepare-ledger.ts'

const cuts = Number(process.env['EARSHOT_POWER_CUTS'] ?? perChange(1, 100))
/** The encrypted one differs below PostgreSQL only, so it waits for the night. */
const databases =
  isNightly || 'EARSHOT_POWER_CUTS' in process.env ? ['plain', 'encrypted'] : ['plain']
const seed = Number(process.env['EARSHOT_POWER_CUT_SEED'] ?? Date.now() % 1_000_000)
/** Of one recording of what the service did; another one does other things. */
const cutsOfOne = 20
const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
if (!canTrace)
  process.stderr.write('LEFT OUT: strace is not here, so no power cut was simulated.\n')

let folder = ''
let env: Record<string, string> = {}
let service: ServiceProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-power-'))
})
afterEach(async () => {
  await service?.kill()
  await rm(folder, { recursive: true, force: true })
})

type Noted = {
  calls: DiskCall[]
  known: { at: number; ledger: Ledger }[]
  before: string
  place: string
}

/** Lets the service work for a while, and notes what it does to the disk and what it acknowledges. */
async function note(random: Random, round: number): Promise<Noted> {
  const place = path.join(folder, `data-${round}`)
  const before = path.join(folder, `before-${round}`)
  const log = path.join(folder, `log-${round}`)
  service = await startServiceProcess(place, env, entry)
  const ledger = await prepareLedger(service)
  await service.stop()
  // A service that stopped has synced what matters; all of this is on the disk.
  await cp(place, before, { recursive: true, preserveTimestamps: true })
  const running = await startServiceProcess(place, env, entry, ['strace', ...straceOptions(log)])
  service = running
  const known = [{ at: Date.now(), ledger: copyOf(ledger) }]
  const noting = setInterval(() => known.push({ at: Date.now(), ledger: copyOf(ledger) }), 10)
  const actors = [1, 2, 3].map(() => actUntilGone(running.client, ledger, random))
  await expect.poll(() => acknowledged(ledger), { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
  await pause(perChange(500, 4_000))
  await running.kill()
  await Promise.all(actors)
  clearInterval(noting)
  known.push({ at: Infinity, ledger })
  // The tracer ends after what it traces.
  const end = new RegExp(String.raw`^${running.pid} .*\+\+\+ killed by SIGKILL`, 'm')
  await expect.poll(async () => end.test(await readFile(log, 'latin1'))).toBe(true)
  return { calls: readDiskLog(await readFile(log, 'latin1'), place), known, before, place }
}

const acknowledged = ({ items }: Ledger): number =>
  items.filter(({ confirmed }) => confirmed === 'acknowledged').length

const copyOf = ({ items, keys, ...rest }: Ledger): Ledger => ({
  ...rest,
  items: items.map((item) => ({
    ...item,
    analyses: new Set(item.analyses),
    notes: { ...item.notes, written: [...item.notes.written] },
  })),
  keys: keys.map((key) => ({ ...key })),
})

/** What was acknowledged at `at` must be there; what was asked for a little later may be. */
function knownAt(known: Noted['known'], at: number): Ledger {
  const then = known.findLast((one) => one.at < at - 1)?.ledger
  const soon = known.find((one) => one.at > at + 1)?.ledger
  if (then === undefined || soon === undefined) throw new Error('nothing was known')
  return {
    ...then,
    items: then.items.map((item) => {
      const later = soon.items.find(({ id }) => id === item.id)
      return {
        ...item,
        removed: between(item.removed, later?.removed ?? 'no'),
        notes: { ...item.notes, written: later?.notes.written ?? item.notes.written },
      }
    }),
    keys: then.keys.map((key) => {
      const later = soon.keys.find(({ id }) => id === key.id)
      return { ...key, revoked: between(key.revoked, later?.revoked ?? 'no') }
    }),
  }
}
const between = (then: Ledger['keys'][0]['revoked'], soon: typeof then): typeof then =>
  then === 'acknowledged' || soon === 'no' ? then : 'asked'

test.skipIf(!canTrace).for(databases)(
  `after ${cuts} power cuts at random moments nothing acknowledged is lost of a database that is %s`,
  { timeout: 120_000 + cuts * 20_000 },
  async (state) => {
    env = { EARSHOT_TEST_ENCRYPTED: state === 'encrypted' ? '1' : '0' }
    process.stderr.write(`EARSHOT_POWER_CUT_SEED=${seed}\n`)
    const random = createRandom(seed)
    const losses: string[] = []
    for (let done = 0, round = 0; done < cuts; round += 1) {
      const noted = await note(random, round)
      const started = noted.known[0]?.at ?? 0
      const first = noted.calls.findIndex(({ at }) => at > started + 2)
      expect(first, 'it did something to the disk').toBeGreaterThan(0)
      for (let of = 0; of < cutsOfOne && done < cuts; of += 1, done += 1) {
        const loss = { sector: random.pick([512, 4_096]) ?? 512, quarters: random.between(0, 3) }
        const last = random.between(first, noted.calls.length - 1)
        const about = `cut ${done} after call ${last} of ${noted.calls.length}, ${JSON.stringify(loss)}`
        if (done % 10 === 9)
          process.stderr.write(`${done + 1} power cuts, ${losses.length} losses\n`)
        await cutAndCheck(noted, { last, loss, random }).catch((error: Error) => {
          losses.push(`${about}: ${error.message}`)
          process.stderr.write(`${losses.at(-1)}\n`)
        })
      }
      for (const place of [noted.before, noted.place]) await rm(place, { recursive: true })
    }
    expect(losses).toEqual([])
  },
)

type Cut = { last: number; loss: { sector: number; quarters: number }; random: Random }

async function cutAndCheck({ calls, known, before, place }: Noted, { last, loss, random }: Cut) {
  const model = new DiskModel(before, place)
  for (const call of calls.slice(0, last + 1)) model.apply(call)
  const image = path.join(folder, 'image')
  await model.cut(image, loss, random)
  try {
    service = await startServiceProcess(image, env, entry)
    await checkInvariants(service, image, knownAt(known, calls[last]?.at ?? 0))
    expect(await service.stop(), service.lastWords()).toBe(0)
  } finally {
    await service?.kill()
    await rm(image, { recursive: true, force: true })
  }
}
