import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { perChange } from '../support/nightly.ts'
import { ApiFailure, type Analysis, type Content } from '../support/path-client.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { actOnce } from './actor.ts'
import { checkInvariants } from './invariants.ts'
import { createRandom, type Ledger, type Random } from './ledger.ts'
import { prepareLedger } from './prepare-ledger.ts'

/**
 * A disk that somebody else fills at random moments, under uploads, imports, transcriptions, analyses, notes,
 * deletions and webhooks (reliability.md C-3). EARSHOT_FULL_DISK_SEED and EARSHOT_FULL_DISKS repeat a run.
 */
const moments = Number(process.env['EARSHOT_FULL_DISKS'] ?? perChange(2, 30))
const seed = Number(process.env['EARSHOT_FULL_DISK_SEED'] ?? Date.now() % 1_000_000)
const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')

// An upload leaves 1 GB free (reliability.md U-3).
const disk = mountSmallDisk(1_500_000_000)
if (!disk) process.stderr.write('LEFT OUT: no disk could be mounted, so none was filled.\n')

let receiver: Receiver
let service: ServiceProcess | undefined
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(async () => {
  await service?.kill()
  await receiver.stop()
  disk?.unmount()
})

async function start(folder: string): Promise<ServiceProcess> {
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, receiver.authority)
  const env = { EARSHOT_WEBHOOK_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority }
  return (service = await startServiceProcess(path.join(folder, 'data'), env, entry))
}

test.skipIf(!disk)(
  `a disk that is full at ${moments} random moments costs nothing that was acknowledged`,
  { timeout: 180_000 + moments * 30_000 },
  async () => {
    if (!disk) return
    process.stderr.write(`EARSHOT_FULL_DISK_SEED=${seed}\n`)
    onTestFailed(() => void process.stderr.write(service?.lastWords() ?? ''))
    const random = createRandom(seed)
    const dataDir = path.join(disk.folder, 'data')
    let running = await start(disk.folder)
    const ledger = await prepareLedger(running)
    await running.client.post('/v1/webhooks', { url: receiver.url('/'), events: ['*'] })
    let refused = 0
    for (let moment = 1; moment <= moments; moment += 1) {
      const actors = startActors(running, ledger, random)
      await pause(random.between(200, 1_500))
      // Not always the last byte: what is written by then may be half of a file or a page.
      await disk.fill(random.between(0, 1) * random.between(0, 500_000))
      await pause(random.between(500, 3_000))
      expect(await running.client.get('/v1/org')).toBeTruthy()
      await disk.empty()
      await pause(500)
      const ended = await actors.rest()
      refused += ended.refused
      expect(ended.failures).toEqual([])
      if (moment % 10 === 0) process.stderr.write(`${moment} full disks, ${refused} refusals\n`)
    }
    expect(refused).toBeGreaterThan(0)
    await checkInvariants(running, dataDir, ledger)
    await checkNothingElse(running, ledger)
    await checkDelivered(running, ledger)
    // A busy machine may cut it at five seconds (reliability.md J-4), which is another end to start from.
    await running.stop()
    running = await start(disk.folder)
    await checkInvariants(running, dataDir, ledger)
    await checkWhole(running)
    await running.stop()
  },
)

/** Three that do one random thing after the other until they rest; any answer but that of a full disk or a refusal fails. */
function startActors({ client }: ServiceProcess, ledger: Ledger, random: Random) {
  const result = { refused: 0, failures: [] as string[] }
  const over = new AbortController()
  const act = async () => {
    while (!over.signal.aborted) {
      try {
        await actOnce(client, ledger, random)
      } catch (error) {
        await pause(20)
        if (!(error instanceof ApiFailure)) result.failures.push(String(error))
        else if (error.code === 'insufficient_storage') result.refused += 1
        else if (error.status >= 500)
          result.failures.push(`${error.status} ${error.code}: ${error.message}`)
      }
    }
  }
  const actors = [act(), act(), act()]
  return {
    rest: async () => {
      over.abort()
      await Promise.all(actors)
      return result
    },
  }
}

/** What was refused is not there, nor a part of it. */
async function checkNothingElse({ client }: ServiceProcess, ledger: Ledger): Promise<void> {
  const content = `/v1/projects/${ledger.projectId}/content`
  const known = new Map(ledger.items.map((item) => [item.id, item]))
  for (const { id } of await client.list<Content>(content)) {
    const item = known.get(id)
    expect(item, `${id} was refused`).toBeDefined()
    for (const analysis of await client.list<Analysis>(`${content}/${id}/analyses`))
      expect(item?.analyses, `${analysis.id} was refused`).toContain(analysis.id)
  }
  const keys = await client.list<{ id: string; name: string }>('/v1/api-keys')
  const made = keys.filter(({ name }) => name === 'Crash test').map(({ id }) => id)
  const left = ledger.keys.filter(({ revoked }) => revoked === 'no').map(({ id }) => id)
  expect(made.toSorted()).toEqual(left.toSorted())
}

/** Each transcription that is there was told to the webhook, perhaps with the next attempt. */
async function checkDelivered({ client }: ServiceProcess, ledger: Ledger): Promise<void> {
  const items = await client.list<Content>(`/v1/projects/${ledger.projectId}/content`)
  const completed = items.filter(({ status }) => status === 'completed').map(({ id }) => id)
  const missing = () => {
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    const told = bodies.filter(({ event }) => event === 'transcription.completed')
    const ids = new Set(told.map(({ data }) => data.content_id))
    return completed.filter((id) => !ids.has(id))
  }
  await expect.poll(missing, { timeout: 90_000, interval: 500 }).toEqual([])
}

async function checkWhole({ client }: ServiceProcess): Promise<void> {
  const read = () => client.get<{ status: string; finding_count: number }>('/v1/verify')
  const ended = async () => (await read()).status !== 'running'
  await expect.poll(ended, { timeout: 60_000 }).toBe(true)
  await client.post('/v1/verify', {})
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
  expect(await read()).toMatchObject({ finding_count: 0 })
}
