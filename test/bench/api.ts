import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { Client } from 'undici'
import type { Project } from '../support/path-client.ts'
import type { OpenedDb } from '../../service/db/open-database.ts'
import { startMeasuredService } from '../support/service-process.ts'
import { fillLibrary, openLibrary, wordAt } from './library.ts'
import { add, addLimit, quantile } from './report.ts'

/** Frequent, middling and rare words, two at once, unfinished ones, and a part of many filenames. */
const queries = [
  ...[0, 1, 5, 20, 60].map(wordAt),
  ...[200, 1_000, 5_000, 15_000].map(wordAt),
  ...[10, 300].map((rank) => `${wordAt(rank)} ${wordAt(rank + 7)}`),
  wordAt(40).slice(0, 4),
  wordAt(2_000).slice(0, 6),
  'call-1',
]
const ms = (value: number) => `${value.toFixed(2)} ms`

/**
 * Reads over HTTP with 10,000 recordings stored: one project, a page of 100, a search. Each beside a
 * bare Fastify that sends the same bytes and beside the bare statement, all in one run.
 */
export async function benchApi(dataDir: string): Promise<void> {
  const first = await startMeasuredService(dataDir)
  const project = await first.client.post<Project>('/v1/projects', { name: 'Library' })
  await first.stop()
  const db = await openLibrary(dataDir)
  await fillLibrary(db, project.id)
  const bare = await timeStatements(db, project.id)
  await db.close()

  const service = await startMeasuredService(dataDir)
  const server = await startBareServer()
  try {
    const own = { origin: service.baseUrl, token: service.token }
    const one = `/v1/projects/${project.id}`
    await compare('GET one project', 1_000, [one], { own, server: server.url, bare: bare.one })
    const page = `${one}/content?limit=100`
    await compare('100 of 10,000 recordings', 300, [page], {
      own,
      server: server.url,
      bare: bare.page,
    })
    const searches = queries.map((q) => `/v1/search/content?q=${encodeURIComponent(q)}`)
    await compare('search 10,000 transcripts', 10, searches, {
      own,
      server: server.url,
      bare: bare.search,
    })
  } finally {
    server.stop()
    await service.stop()
  }
}

type Limit = { share: number; most: number; mostTimesBare?: number }

/** In milliseconds, of a day on which bare Fastify took 0.29: on another the machine takes twice as long for everything. */
const limits: Record<string, Limit[]> = {
  'GET one project': [
    { share: 0.5, most: 1, mostTimesBare: 1 / 0.29 },
    { share: 0.99, most: 10 },
  ],
  '100 of 10,000 recordings': [{ share: 0.99, most: 25 }],
  'search 10,000 transcripts': [{ share: 0.95, most: 60 }],
}
const timesBare = (value: number) => `${value.toFixed(2)} ×`

type Setting = { own: { origin: string; token: string }; server: string; bare: number[] }

/** Each address `times` over, in turn with the same answer from the bare server. */
async function compare(what: string, times: number, addresses: string[], setting: Setting) {
  const { own, server, bare } = setting
  const headers = { authorization: `Bearer ${own.token}` }
  const [ours, plain] = [new Client(own.origin), new Client(server)]
  const [ourTimes, plainTimes]: [number[], number[]] = [[], []]
  // First as often again unmeasured, as in any service that has run for a minute: code is compiled.
  for (let round = 0; round < times; round++) {
    for (const address of addresses) await get(ours, address, headers)
    await get(plain, '/', headers)
  }
  for (const address of addresses) {
    const text = await get(ours, address, headers)
    await plain.request({ method: 'PUT', path: '/', body: text }).then(({ body }) => body.text())
    for (let round = 0; round < times; round++) {
      ourTimes.push(await timed(() => get(ours, address, headers)))
      plainTimes.push(await timed(() => get(plain, '/', headers)))
    }
  }
  await Promise.all([ours.close(), plain.close()])
  for (const { share, most, mostTimesBare } of limits[what] ?? []) {
    const [ourTime, plainTime] = [quantile(ourTimes, share), quantile(plainTimes, share)]
    addLimit(`${what}: p${share * 100}`, ourTime, most, ms)
    add('  bare Fastify with the same bytes', ms(plainTime))
    if (mostTimesBare) {
      addLimit('  as many times bare Fastify', ourTime / plainTime, mostTimesBare, timesBare)
    }
    add('  the bare statement', ms(quantile(bare, share)))
  }
}

async function get(client: Client, address: string, headers: Record<string, string>) {
  const { statusCode, body } = await client.request({ method: 'GET', path: address, headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${address} was answered ${statusCode}: ${text}`)
  return text
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The least PostgreSQL has to do for each: one row, one page by its index, one ranked match. */
async function timeStatements({ sql: db }: OpenedDb, projectId: string) {
  const repeat = async (times: number, run: () => Promise<unknown>) => {
    const all: number[] = []
    for (let round = 0; round < times; round++) all.push(await timed(run))
    return all
  }
  const one = await repeat(500, () =>
    sql`select * from projects where id = ${projectId}`.execute(db),
  )
  const page = await repeat(200, () =>
    sql`select * from content where project_id = ${projectId}
      order by created_at desc, id desc limit 100`.execute(db),
  )
  const search: number[] = []
  for (const q of queries) {
    const run = () =>
      sql`select content_id, ts_rank(ranking, query) as score
        from search_documents, websearch_to_tsquery('plain_english', ${q}) query
        where document @@ query order by score desc limit 20`.execute(db)
    search.push(...(await repeat(5, run)))
  }
  return { one, page, search }
}

async function startBareServer(): Promise<{ url: string; stop: () => void }> {
  const entry = path.join(import.meta.dirname, 'bare-server.ts')
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), stop: () => void child.kill() }
}
