import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWhatIsStale } from '../../main/build.ts'
import type { Client, Content, Project, UploadSession } from '../support/path-client.ts'
import { sendFile } from '../support/path-client.ts'
import { mediaTypeOf } from 'earshot/client'
import { readFirstLoad, totalBytes } from '../support/first-load.ts'
import { defaultSpeechModel, findWhisper, shortestClip } from '../support/models.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { accuracyHeading, accuracyLine, runAccuracy, type AccuracyRow } from './accuracy.ts'
import { benchAnalysis } from './analysis.ts'
import { benchApi } from './api.ts'
import { benchPolite } from './polite.ts'
import { memoryOfTree, watchMemory } from './process-memory.ts'
import { add, addLimit, median, printRows, say } from './report.ts'
import { composeTenMinutes } from './ten-minutes.ts'
import { runWordTimes, wordTimesHeading } from './word-times.ts'

/**
 * Measures what is promised: the API beside bare Fastify and bare SQL, speech beside plain whisper-cli
 * with the same weights, threads and greedy search. `--api` and `--short` do a part, `--long` adds
 * recordings of hours, `--polite` a machine that is busy with something else. Prints a table; a busy
 * machine makes it worthless, so it prints the load too.
 */
const threads = Math.min(availableParallelism(), 8)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
let service: ServiceProcess | undefined
try {
  await benchApi(path.join(folder, 'library'))
  if (!process.argv.includes('--api')) await runBench()
} finally {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
}
say(`\n${threads} threads, load ${loadavg()[0]?.toFixed(1)}`)
printRows()

async function runBench(): Promise<void> {
  await buildWhatIsStale()
  const inKb = (bytes: number) => `${Math.round(bytes / 1_000)} kB`
  addLimit('first load of the page, gzip', totalBytes(await readFirstLoad()), 350_000, inKb)
  await benchAnalysis()
  const dataDir = path.join(folder, 'data')
  await (await startServiceProcess(dataDir)).stop() // makes the database
  const from = performance.now()
  service = await startServiceProcess(dataDir)
  await service.client.get('/v1/org')
  addLimit('start to first answer', performance.now() - from, 2_000, seconds)
  await pause(3_000)
  addMemory('memory at rest, all processes', await memoryOfTree(service.pid), 500)

  const project = await service.client.post<Project>('/v1/projects', { name: 'Bench' })
  const whisper = await findWhisper()
  await compare('shortest clip', shortestClip, 3, { service, project, whisper, limit: 1.5 })
  if (process.argv.includes('--short')) return
  const long = await composeTenMinutes(folder)
  const memory = watchMemory(service.pid)
  await compare('ten minutes', long, 1, { service, project, whisper, limit: 1.1 })
  addMemory('most memory while transcribing', await memory.stop(), 950)
  if (process.argv.includes('--long')) await benchLong(service, project)
  if (process.argv.includes('--polite')) await benchPolite(threads)
  await printAccuracy()
  say(`\n${wordTimesHeading}`)
  await runWordTimes(say)
}

/** Memory shall not grow with the length: one hour and three hours. */
async function benchLong(running: ServiceProcess, project: Project): Promise<void> {
  for (const hours of [1, 3]) {
    const file = await composeTenMinutes(folder, hours * 3_600)
    const memory = watchMemory(running.pid)
    add(
      `${hours} h: upload-complete to completed`,
      seconds(await timeService(running.client, project, file)),
    )
    addMemory(`${hours} h: most memory`, await memory.stop(), 950)
  }
}

type Setting = {
  service: ServiceProcess
  project: Project
  whisper: string | undefined
  limit: number
}

/** Times a file through the service and through plain whisper-cli; medians of `times` runs. */
async function compare(name: string, file: string, times: number, setting: Setting) {
  const { service: running, project, whisper, limit } = setting
  const ours: number[] = []
  const plain: number[] = []
  // Turn and turn about, so that a passing load falls on both.
  for (let run = 0; run < times; run++) {
    ours.push(await timeService(running.client, project, file))
    if (whisper) plain.push(await timePlain(whisper, file))
  }
  add(`${name}: upload-complete to completed`, seconds(median(ours)))
  if (!whisper) return
  add(`${name}: plain whisper-cli`, seconds(median(plain)))
  const ratio = median(ours) / median(plain)
  addLimit(`${name}: ratio`, ratio, limit, (value) => value.toFixed(2))
}

async function timeService(client: Client, { id }: Project, file: string): Promise<number> {
  const { size } = await stat(file)
  const address = `/v1/projects/${id}/content`
  const session = await client.post<UploadSession>(`${address}/upload-url`, {
    filename: path.basename(file),
    content_type: mediaTypeOf(file),
    size_bytes: size,
  })
  await sendFile(session, { path: file, sizeBytes: size }, () => undefined)
  const from = performance.now()
  await client.post(`${address}/${session.content_id}/upload-complete`)
  for (;;) {
    const content = await client.get<Content>(`${address}/${session.content_id}?include=analyses`)
    if (content.status === 'completed') return performance.now() - from
    if (content.status === 'failed') throw new Error(JSON.stringify(content.error))
    // Exact to a hundredth: every question takes the service's time, too (6 ms).
    await pause(Math.max(20, (performance.now() - from) / 100))
  }
}

async function timePlain(whisper: string, file: string): Promise<number> {
  const model = await defaultSpeechModel()
  const args = ['-m', model.path, '-f', file, '-t', String(threads), '-bs', '1', '-bo', '1']
  const from = performance.now()
  const child = spawn(whisper, [...args, '-l', 'auto', '-np'], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`whisper-cli ended with ${code}`)
  return performance.now() - from
}

/** Word error rates beside those of whisper-cli with the same weights. */
async function printAccuracy(): Promise<void> {
  say(`\n${accuracyHeading}`)
  const onRow = (row: AccuracyRow) => say(accuracyLine(row))
  const measured = await runAccuracy({ threads, withBeam: false, onRow })
  if (measured.length === 0) say('no recordings in ../shared/speech: accuracy is not measured')
}

function addMemory(what: string, megabytes: number | null, limit: number) {
  if (megabytes === null) add(what, 'not told')
  else addLimit(what, megabytes, limit, (value) => `${Math.round(value)} MB`)
}
