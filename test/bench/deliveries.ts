/**
 * Deliveries of webhooks on a PostgreSQL server that flushes its commits, to a receiver beside it:
 * `npx node test/bench/deliveries.ts [seconds] [deliveries a second] [webhooks]`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock as clock } from '../../service/core/time.ts'
import type { Db } from '../../service/db/database.ts'
import type { ContentRow } from '../../service/features/content/content-item.ts'
import { findContent } from '../../service/features/content/content.ts'
import { announceLines } from '../../service/features/transcription/outcome.ts'
import { createQueue } from '../../service/queue/queue.ts'
import { makeCertificate, testAuthority } from '../support/certificates.ts'
import type { Project } from '../support/path-client.ts'
import { storeRecordings } from '../support/recordings.ts'
import { processorSeconds, stolenSeconds } from './process-time.ts'
import { add, addLimit, printRows, quantile, say } from './report.ts'
import { withTeam, type Team } from './team.ts'

type Load = { seconds: number; perSecond: number; webhooks: number }

/** How many transcriptions tell of their lines at the same time. */
const recordings = 200

/**
 * Events arise as those of transcriptions under way: each second so many of them store that more lines can be read, by
 * the service's own function and with its transaction, from a process of their own. Each event goes to all webhooks.
 */
export const benchDeliveries = (load: Load): Promise<void> =>
  withTeam({ settings: ['shared_buffers=256MB', 'max_wal_size=4GB'] }, (team) =>
    measureDeliveries(team, load),
  )

async function measureDeliveries(
  { fileOf, server, start: startProcess, openDatabase }: Team,
  load: Load,
): Promise<void> {
  await writeFile(fileOf('authority.pem'), (await testAuthority()).cert)
  const start = (role: string) =>
    startProcess(role, {
      EARSHOT_ROLE: role,
      EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: fileOf('authority.pem'),
    })
  const api = await start('api')
  const { process: receiver, port } = await startReceiver(fileOf)
  try {
    for (let at = 0; at < load.webhooks; at += 1) {
      const url = `https://localhost:${port}/${at}`
      await api.client.post('/v1/webhooks', { url, events: ['transcription.progress'] })
    }
    const project = await api.client.post<Project>('/v1/projects', { name: 'Calls' })
    const db = await openDatabase(8)
    const content = await makeRecordings(db, project.id)
    const worker = await start('worker')
    const parts = {
      PostgreSQL: () => processorSeconds(server.process.pid, { withChildren: true }),
      worker: () => processorSeconds(worker.pid),
      receiver: () => processorSeconds(receiver.pid),
      events: () => processorSeconds(process.pid),
      'taken away by the host': stolenSeconds,
    }
    const before = await readAll(parts)
    const from = performance.now()
    const sent = await produce(db, content, load)
    const late = await untilDelivered(db)
    const took = (performance.now() - from) / 1_000
    const after = await readAll(parts)
    receiver.kill('SIGTERM')
    await once(receiver, 'exit')
    const notes = (await readFile(fileOf('received'), 'utf8')).split('\n')
    report(notes, { ...load, sent, took, late })
    const share = (name: string) =>
      `${name} ${(((after[name] ?? 0) - (before[name] ?? 0)) / took).toFixed(2)}`
    add('  cores', Object.keys(parts).map(share).join(', '))
  } finally {
    receiver.kill('SIGKILL')
  }
}

async function startReceiver(file: (name: string) => string) {
  const { cert, key } = await makeCertificate('good')
  await writeFile(file('receiver.pem'), cert)
  await writeFile(file('receiver-key.pem'), key)
  const program = path.join(import.meta.dirname, 'receiver.ts')
  const child = spawn(
    process.execPath,
    [program, file('receiver.pem'), file('receiver-key.pem'), file('received')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [port] = await once(child.stdout, 'data')
  return { process: child, port: Number(port) }
}

type Parts = Record<string, () => Promise<number>>

const readAll = async (parts: Parts): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await read()])),
  )

async function makeRecordings(db: Db, projectId: string): Promise<ContentRow[]> {
  const rows = Array.from({ length: recordings }, () => ({ filename: 'call.wav' }))
  const ids = await storeRecordings({ deps: { db }, clock }, projectId, rows)
  const found = await Promise.all(ids.map((id) => findContent(db.sql, id)))
  return found.filter((row) => row !== undefined)
}

/** As many events as are due by the clock, whether or not earlier ones were delivered. Answers how many. */
async function produce(db: Db, content: readonly ContentRow[], load: Load): Promise<number> {
  const deps = { db, clock, queue: createQueue({ clock }) }
  const total = Math.round((load.seconds * load.perSecond) / load.webhooks)
  const open = new Set<Promise<void>>()
  const from = performance.now()
  for (let made = 0; made < total;) {
    const passed = (performance.now() - from) / 1_000
    const due = Math.min(total, Math.floor((passed / load.seconds) * total))
    while (made < due) {
      const row = content[made % content.length]
      const second = Math.floor(made / content.length)
      made += 1
      if (!row) throw new Error('There are no recordings.')
      const done = db.transaction((tx) => announceLines(deps, tx, row, second))
      open.add(done)
      const remove = () => open.delete(done)
      // Whoever waits for all of them hears of the failure.
      void done.then(remove, () => {})
    }
    await pause(5)
  }
  await Promise.all(open)
  return total
}

/** Milliseconds until nothing is waiting any more. */
async function untilDelivered(db: Db): Promise<number> {
  const from = performance.now()
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      SELECT EXISTS (SELECT FROM jobs WHERE name = 'event.fan-out')
        OR EXISTS (SELECT FROM deliveries WHERE status IN ('pending', 'in_flight', 'retrying')) AS waits
    `.execute(db.sql)
    if (rows[0]?.waits === false) return performance.now() - from
    await pause(200)
  }
}

type Sent = Load & { sent: number; took: number; late: number }

function report(notes: readonly string[], { webhooks, sent, took, late, perSecond }: Sent): void {
  const seen = new Set<string>()
  const latest = new Map<string, number>()
  const delays: number[] = []
  let [twice, outOfOrder] = [0, 0]
  for (const note of notes) {
    const [, time = '', place = '', body = '{}'] = /^(\d+) (\S+) (.*)$/.exec(note) ?? []
    const { id, created_at: createdAt, data } = JSON.parse(body)
    if (seen.has(place + id)) twice += 1
    else {
      const recording = place + data.content_id
      if ((latest.get(recording) ?? -1) > data.transcribed_seconds) outOfOrder += 1
      latest.set(recording, data.transcribed_seconds)
      delays.push(Number(time) - Date.parse(createdAt))
    }
    seen.add(place + id)
  }
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const rate = seen.size / took
  addLimit(
    'deliveries: short of the goal',
    Math.max(0, perSecond - rate) / perSecond,
    0.01,
    (share) => `${(share * 100).toFixed(1)} %`,
  )
  add('  a second', `${rate.toFixed(0)}/s`)
  addLimit('  lost', sent * webhooks - seen.size, 0, String)
  addLimit('  of one recording, out of order', outOfOrder, 0, String)
  add('  delivered twice', String(twice))
  add('  from the event to the receipt, p50', ms(quantile(delays, 0.5)))
  add('  p99', ms(quantile(delays, 0.99)))
  add('  after the last event', ms(late))
}

if (import.meta.main) {
  const [seconds = 60, perSecond = 1_000, webhooks = 10] = process.argv.slice(2).map(Number)
  await benchDeliveries({ seconds, perSecond, webhooks })
  say('')
  printRows()
}
