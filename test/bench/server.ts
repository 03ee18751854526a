/**
 * The service as a team has it: two processes that answer and one that works, on a real PostgreSQL that flushes,
 * with many recordings of real words. `npm run bench -- --server [recordings]`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'undici'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { createLog } from '../../service/core/log.ts'
import type { Project } from '../support/path-client.ts'
import { ordinaryRole, runOn, startPostgres } from '../support/postgres.ts'
import { startMeasuredService, type ServiceProcess } from '../support/service-process.ts'
import { add, addLimit, quantile, say } from './report.ts'
import { fillServer, type FilledServer } from './server-library.ts'

const ms = (value: number) => `${value.toFixed(2)} ms`
const perSecond = (value: number) => `${value.toFixed(0)}/s`

export async function benchServer(recordings: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-server-'))
  // Beside the folder, which is for this user only, as PostgreSQL runs as another one.
  const server = await startPostgres(`${folder}-postgres`, {
    isDurable: true,
    settings: ['shared_buffers=1GB', 'maintenance_work_mem=1GB', 'max_wal_size=8GB'],
  })
  const running: ServiceProcess[] = []
  try {
    await runOn(server.url(), `CREATE DATABASE team OWNER ${ordinaryRole}`)
    await writeFile(path.join(folder, 'key'), randomBytes(32))
    const start = async (name: string, role: string) => {
      const service = await startMeasuredService(path.join(folder, name), {
        EARSHOT_DATABASE_URL: server.url('team', ordinaryRole),
        EARSHOT_KEY_FILE: path.join(folder, 'key'),
        EARSHOT_ROLE: role,
        EARSHOT_RATE_LIMIT_FACTOR: '1000',
      })
      running.push(service)
      return service
    }
    const first = await start('first', 'api')
    const project = await first.client.post<Project>('/v1/projects', { name: 'Library' })
    const db = await openServerDatabase({
      ...{ url: server.url('team', ordinaryRole), connections: 4 },
      log: createLog('silent'),
    })
    const filled = await fillServer(db, {
      url: server.url('team'),
      projectId: project.id,
      recordings,
    })
    await db.close()
    const second = await start('second', 'api')
    await start('worker', 'worker')
    await measureReads(first, project.id, filled)
    await measureLoad([first, second], `/v1/projects/${project.id}`)
  } finally {
    await Promise.all(running.map((service) => service.stop()))
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureReads(service: ServiceProcess, projectId: string, filled: FilledServer) {
  const client = new Client(service.baseUrl)
  const one = `/v1/projects/${projectId}`
  const count = filled.recordings.toLocaleString('en')
  const read = async (what: string, addresses: readonly string[], rounds: number) => {
    const times: number[] = []
    // The first round is not counted: code is compiled, and pages are read.
    for (let round = 0; round <= rounds; round += 1) {
      for (const address of addresses) {
        const from = performance.now()
        await get(client, address, service.token)
        if (round > 0) times.push(performance.now() - from)
      }
    }
    say(`${what}: ${times.length} requests`)
    return times
  }
  const gets = await read('GET one project', [one], 2_000)
  addLimit('server: GET one project, p50', quantile(gets, 0.5), 3, ms)
  add('  p99', ms(quantile(gets, 0.99)))
  const lists = await read('list', [`${one}/content?limit=100`], 100)
  addLimit(`server: 100 of ${count} recordings, p95`, quantile(lists, 0.95), 150, ms)
  const searches = filled.queries.map((q) => `/v1/search/content?q=${encodeURIComponent(q)}`)
  const found = await read('search', searches, 10)
  addLimit(`server: search of ${count} recordings, p95`, quantile(found, 0.95), 150, ms)
  add('  median', ms(quantile(found, 0.5)))
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
