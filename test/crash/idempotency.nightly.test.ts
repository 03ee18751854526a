import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedKey } from '../support/path-client.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { createRandom } from './ledger.ts'
import { perChange } from '../support/nightly.ts'

// reliability.md A-5: kills around the commit and the answer; each key ends with one resource.
// 200 by night; 4 where the engines changed, one at each point.
const kills = Number(process.env['EARSHOT_KILLS'] ?? perChange(4, 200))
const seed = Number(process.env['EARSHOT_KILL_SEED'] ?? Date.now() % 1_000_000)
const entry = path.join(import.meta.dirname, '../support/serve-with-kill-point.ts')
/** `none`: killed from outside, at a random moment. First, so that the API key is made. */
const points = ['none', 'reserved', 'committed', 'written'] as const

/** One request that a client wants done once, whatever it takes. */
type KeyedRequest = { key: string; isOfSession: boolean; ids: Set<string>; wasLost: boolean }

let dataDir = ''
let service: ServiceProcess | undefined
let apiKey = ''
const client = { name: 'Client' }
const requests: KeyedRequest[] = []
/** Answers to a request whose first answer was lost in a kill after its commit. */
let recovered = 0

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-crash-'))
})
afterAll(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const start = (point: string) =>
  startServiceProcess(
    dataDir,
    // At the end every wish is asked for again at once, which is more than a minute's writes.
    { EARSHOT_TEST_KILL_POINT: point, EARSHOT_RATE_LIMIT_FACTOR: '1000' },
    entry,
  )

test(`after ${kills} kills each Idempotency-Key has led to one project`, async () => {
  process.stderr.write(`EARSHOT_KILL_SEED=${seed}\n`)
  const random = createRandom(seed)
  for (let round = 0; round < kills; round++) {
    const point = points[round % points.length] ?? 'none'
    const running = await start(point)
    service = running
    if (round === 0) apiKey = (await running.client.post<CreatedKey>('/v1/api-keys', client)).key
    requests.push(...[true, false, false].map(newRequest))
    const open = requests.filter(({ ids }) => ids.size === 0)
    const asked = open.map((request) => ask(running, request))
    if (point === 'none') await pause(random.between(0, 60))
    // All of them, because answers to earlier wishes come without the work that is killed.
    else await Promise.race([Promise.all(asked), pause(5_000)])
    await running.kill()
    await Promise.all(asked)
  }
  service = await start('none')
  for (const request of requests) expect(await ask(service, request), request.key).toBe(201)
  for (const { key, ids } of requests) expect(ids.size, key).toBe(1)
  // Every kill at `committed`, the third point, lost the answer to work that was done.
  expect(recovered).toBeGreaterThanOrEqual(Math.floor((kills + 1) / points.length))
  expect(await service.stop()).toBe(0)
  await checkDatabase()
}, 1_800_000)

const newRequest = (isOfSession: boolean): KeyedRequest => ({
  key: randomUUID(),
  isOfSession,
  ids: new Set(),
  wasLost: false,
})

/** Sends a wish; the status, or null where no answer came. Every project it names is noted. */
async function ask(
  { baseUrl, token }: ServiceProcess,
  request: KeyedRequest,
): Promise<number | null> {
  try {
    const response = await fetch(`${baseUrl}/v1/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${request.isOfSession ? token : apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': request.key,
      },
      body: JSON.stringify({ name: request.key }),
    })
    // An answer is one when it is read to its end.
    const { data } = (await response.json()) as { data?: { id: string } } // the API's own
    if (data) {
      const isReplay = response.headers.get('idempotent-replayed') === 'true'
      if (isReplay && request.wasLost && request.ids.size === 0) recovered += 1
      request.ids.add(data.id)
    }
    return response.status
  } catch {
    request.wasLost = true
    return null
  }
}

/** One project for each key and no other, and no key that is still thought to be under way. */
async function checkDatabase(): Promise<void> {
  const db = await openDatabase({ dataDir, log: createLog('silent') })
  try {
    const projects = await db.sql.selectFrom('projects').select('name').execute()
    expect(projects.map(({ name }) => name).toSorted()).toEqual(
      requests.map(({ key }) => key).toSorted(),
    )
    const keys = await db.sql.selectFrom('idempotency_keys').select(['key', 'state']).execute()
    expect(keys).toHaveLength(requests.length)
    expect(keys.filter(({ state }) => state === 'reserved')).toEqual([])
  } finally {
    await db.close()
  }
}
