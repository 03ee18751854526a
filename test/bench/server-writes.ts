/** What PostgreSQL writes for a recorded hour, on a team's installation with a store: `node test/bench/server-writes.ts`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Project } from '../support/path-client.ts'
import { runOn } from '../support/postgres.ts'
import { findS3Server, startS3Server } from '../support/s3-server.ts'
import { composeSpeech } from './composed-speech.ts'
import { add, printRows, say } from './report.ts'
import { earshotRunner } from './runners.ts'
import { withTeam } from './team.ts'

const [recordedSeconds, quietSeconds] = [600, 60]

/**
 * Counts of one recording from its upload until nothing is left to do, times six; and of a process that has nothing to do,
 * which tells the others that it is there.
 */
export async function benchWrites(): Promise<void> {
  const program = findS3Server()
  if (program === null) {
    say('no store to measure what a recording writes')
    return
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
  const store = await startS3Server(program)
  try {
    const { file } = await composeSpeech(folder, { seconds: recordedSeconds })
    await withTeam({ settings: [] }, async ({ server, start }) => {
      const service = await start('all', store.env)
      const project = await service.client.post<Project>('/v1/projects', { name: 'Calls' })
      const read = () => readCounts(server.url('team'))
      const untilDone = async () => {
        while (await hasJobs(server.url('team'))) await pause(500)
      }
      // The first gives each empty table and index its pages.
      await earshotRunner(service.client, project).run(file)
      await untilDone()
      // What follows a recording, such as tidying, is over then.
      await pause(quietSeconds * 1_000)
      const quiet = await counted(read, () => pause(quietSeconds * 1_000))
      const busy = await counted(read, async () => {
        await earshotRunner(service.client, project).run(file)
        await untilDone()
      })
      report(quiet, busy)
    })
  } finally {
    await store.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is counted: in words, where PostgreSQL tells it, and how many of what it tells are one. */
const measures = [
  { what: 'commits', sql: 'xact_commit', unit: 1 },
  { what: 'flushes of the log', sql: 'wal_sync', unit: 1 },
  { what: 'MB of log', sql: 'wal_bytes', unit: 1_000_000 },
  {
    what: 'pages of 8 kB, by a checkpoint',
    sql: 'buffers_checkpoint + buffers_clean + buffers_backend',
    unit: 1,
  },
  {
    what: 'MB that the database grew',
    sql: 'pg_database_size(current_database())',
    unit: 1_000_000,
  },
  { what: 'seconds', sql: 'extract(epoch FROM clock_timestamp())', unit: 1 },
] as const
type Counts = Record<(typeof measures)[number]['what'], number>

async function readCounts(url: string): Promise<Counts> {
  // Connections report what they did once a second.
  await pause(2_000)
  await runOn(url, 'CHECKPOINT')
  const [row] = await runOn<Counts>(
    url,
    `SELECT ${measures.map(({ what, sql, unit }) => `(${sql})::float / ${unit} AS "${what}"`).join(', ')}
    FROM pg_stat_database, pg_stat_wal, pg_stat_bgwriter WHERE datname = current_database()`,
  )
  if (!row) throw new Error('PostgreSQL tells no counts.')
  return row
}

/** What was counted while `work` was done. */
async function counted(read: () => Promise<Counts>, work: () => Promise<void>): Promise<Counts> {
  const before = await read()
  await work()
  const after = await read()
  for (const { what } of measures) after[what] -= before[what]
  return after
}

async function hasJobs(url: string): Promise<boolean> {
  const [row] = await runOn<{ has: boolean }>(
    url,
    `SELECT EXISTS (SELECT FROM jobs WHERE state = 'running'
      OR not_before IS NULL OR not_before <= now()) AS has`,
  )
  return row?.has === true
}

function report(quiet: Counts, busy: Counts): void {
  for (const { what, unit } of measures.filter((one) => one.what !== 'seconds')) {
    const perSecond = quiet[what] / quiet.seconds
    const perHour = ((busy[what] - perSecond * busy.seconds) * 3_600) / recordedSeconds
    add(`a recorded hour: ${what}`, perHour.toFixed(unit === 1 ? 0 : 1))
    add('  a process that has nothing to do, a second', perSecond.toFixed(unit === 1 ? 1 : 4))
  }
}

if (import.meta.main) {
  await benchWrites()
  printRows()
}
