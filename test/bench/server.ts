/**
 * The service as a team has it: two processes that answer and one that works, on a real PostgreSQL that flushes,
 * with many recordings of real words. `npm run bench -- --server [recordings]`.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'undici'
import type { Db } from '../../service/db/database.ts'
import { systemClock } from '../../service/core/time.ts'
import { createQueue } from '../../service/queue/queue.ts'
import { addOrganizationWithKey } from '../support/organizations.ts'
import { createClient, type Project } from '../support/path-client.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { add, addLimit, quantile, say } from './report.ts'
import { fillAnalysed, measureInsights } from './server-insights.ts'
import { fillServer, readWords, storeCalls, type FilledServer } from './server-library.ts'
import { withTeam } from './team.ts'

const ms = (value: number) => `${value.toFixed(2)} ms`
const perSecond = (value: number) => `${value.toFixed(0)}/s`

/** @param keep where the database stays, or is from an earlier run */
export const benchServer = (recordings: number, keep?: string): Promise<void> =>
  withTeam(
    { keep, settings: ['shared_buffers=1GB', 'maintenance_work_mem=1GB', 'max_wal_size=8GB'] },
    async ({ fileOf, server, start: startProcess, openDatabase }) => {
      const start = (name: string, role: string) =>
        startProcess(name, { EARSHOT_ROLE: role, EARSHOT_RATE_LIMIT_FACTOR: '1000' })
      const first = await start('first', 'api')
      const db = await openDatabase(4)
      const made = fileOf('library.json')
      if (!existsSync(made)) {
        const url = server.url('team')
        await writeFile(made, JSON.stringify(await makeLibrary({ db, url, recordings }, first)))
      }
      const library = JSON.parse(await readFile(made, 'utf8')) as Library
      const second = await start('second', 'api')
      await start('worker', 'worker')
      await measureReads(first, library)
      await measureSmall(first, library)
      await measureLoad([first, second], `/v1/projects/${library.projectId}`)
      await measureInsights(first, { db, projectId: library.analysedId, words: await readWords() })
    },
  )

type Library = FilledServer & {
  /** Of most recordings. */
  projectId: string
  /** Of those with analyses. */
  analysedId: string
  /** A key of an organization of a hundred recordings. */
  smallKey: string
}

const smallRecordings = 100

async function makeLibrary(
  { db, url, recordings }: { db: Db; url: string; recordings: number },
  service: ServiceProcess,
): Promise<Library> {
  const deps = { db, clock: systemClock, queue: createQueue({ clock: systemClock }) }
  const { id: projectId } = await service.client.post<Project>('/v1/projects', { name: 'Library' })
  const filled = await fillServer(db, { url, projectId, recordings })
  const analysed = await service.client.post<Project>('/v1/projects', { name: 'Analysed' })
  await fillAnalysed(db, analysed.id, await readWords())
  const { key: smallKey } = await addOrganizationWithKey(deps, 1)
  const small = createClient({ baseUrl: service.baseUrl, token: smallKey })
  const { id } = await small.post<Project>('/v1/projects', { name: 'Small' })
  await storeCalls(db, id, smallRecordings)
  return { ...filled, projectId, analysedId: analysed.id, smallKey }
}

/** The times of these requests; those of the first round are not counted: code is compiled, and pages are read. */
async function timesOf<T>(
  what: string,
  requests: readonly T[],
  rounds: number,
  send: (request: T) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const request of requests) {
      const from = performance.now()
      await send(request)
      if (round > 0) times.push(performance.now() - from)
    }
  }
  say(`${what}: ${times.length} requests`)
  return times
}

const searchesFor = (queries: readonly string[]) =>
  queries.map((q) => `/v1/search/content?q=${encodeURIComponent(q)}`)

async function measureReads(service: ServiceProcess, library: Library) {
  const client = new Client(service.baseUrl)
  const one = `/v1/projects/${library.projectId}`
  const count = library.recordings.toLocaleString('en')
  const read = (what: string, addresses: readonly string[], rounds: number) =>
    timesOf(what, addresses, rounds, (address) => get(client, address, service.token))
  const gets = await read('GET one project', [one], 2_000)
  addLimit('server: GET one project, p50', quantile(gets, 0.5), 3, ms)
  add('  p99', ms(quantile(gets, 0.99)))
  const lists = await read('list', [`${one}/content?limit=100`], 100)
  addLimit(`server: 100 of ${count} recordings, p95`, quantile(lists, 0.95), 150, ms)
  const found = await read('search', searchesFor(library.queries), 10)
  addLimit(`server: search of ${count} recordings, p95`, quantile(found, 0.95), 150, ms)
  add('  median', ms(quantile(found, 0.5)))
  // Quotes and their sentences; no language model is installed that would put them into words.
  const asked = await timesOf('ask', library.questions, 3, (question) =>
    service.client.post(`${one}/ask`, { question }),
  )
  addLimit(`server: ask of ${count} recordings, p95`, quantile(asked, 0.95), 400, ms)
  add('  median', ms(quantile(asked, 0.5)))
  await client.close()
}

async function measureSmall({ baseUrl }: ServiceProcess, { queries, smallKey }: Library) {
  const client = new Client(baseUrl)
  const found = await timesOf(
    'search of a small organization',
    searchesFor(queries),
    10,
    (address) => get(client, address, smallKey),
  )
  addLimit(`server: search of ${smallRecordings} beside them, p95`, quantile(found, 0.95), 50, ms)
  await client.close()
}

/** As many requests a second as the goal names, whether or not earlier ones are answered, over all processes. */
async function measureLoad(services: readonly ServiceProcess[], address: string): Promise<void> {
  const [rate, seconds] = [1_000, 20]
  const pools = services.map(({ baseUrl }) => new Pool(baseUrl, { connections: 32 }))
  const times: number[] = []
  let failed = 0
  const ask = async (at: number): Promise<void> => {
    const which = at % services.length
    const [pool, service] = [pools[which], services[which]]
    if (!pool || !service) return
    const from = performance.now()
    try {
      await get(pool, address, service.token)
      times.push(performance.now() - from)
    } catch {
      failed += 1
    }
  }
  const from = performance.now()
  const open: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - from) / 1_000) * rate))
    while (sent < due) open.push(ask(sent++))
    await pause(5)
  }
  await Promise.all(open)
  const took = (performance.now() - from) / 1_000
  await Promise.all(pools.map((pool) => pool.close()))
  add('server: requests sent and answered over two processes', perSecond(times.length / took))
  addLimit('  failed', failed, 0, String)
  add('  p50', ms(quantile(times, 0.5)))
  add('  p99', ms(quantile(times, 0.99)))
}

async function get(client: Client | Pool, address: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await client.request({ method: 'GET', path: address, headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${address} was answered ${statusCode}: ${text}`)
  return text
}
