import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWhatIsStale } from '../../main/build.ts'
import { readFirstLoad, totalBytes } from '../support/first-load.ts'
import { findWhisper, shortestClip } from '../support/models.ts'
import type { Project } from '../support/path-client.ts'
import { startMeasuredService, type ServiceProcess } from '../support/service-process.ts'
import { kennedyText } from '../support/sound.ts'
import { accuracyHeading, accuracyLine, runAccuracy, type AccuracyRow } from './accuracy.ts'
import { benchAnalysis } from './analysis.ts'
import { benchApi } from './api.ts'
import { composeSpeech } from './composed-speech.ts'
import { benchDeliveries } from './deliveries.ts'
import { fasterWhisperRunners } from './peer.ts'
import { benchPolite } from './polite.ts'
import { memoryOfTree, watchMemory } from './process-memory.ts'
import { stolenSeconds } from './process-time.ts'
import { add, addLimit, printRows, say } from './report.ts'
import {
  compareRunners,
  earshotRunner,
  whisperCliRunner,
  type Compared,
  type Runner,
} from './runners.ts'
import { benchQueue } from './queue.ts'
import { benchServer } from './server.ts'
import { benchWrites } from './server-writes.ts'
import { runSpeakers, speakerHeading, speakerLine } from './speakers.ts'
import { runWordTimes, wordTimesHeading } from './word-times.ts'

/**
 * Measures what is promised: the API beside bare Fastify and bare SQL, speech beside plain whisper-cli
 * with the same weights, threads and greedy search. `--api` and `--short` do a part, `--peer` adds
 * faster-whisper, `--long` recordings of hours, `--polite` a machine that is busy with something else. `--server` or
 * `--server=1000000` measures many recordings on PostgreSQL; to make a million takes longer than to measure them, so that
 * `--keep=FOLDER` leaves them there for another run, and `--long` takes five minutes of deliveries in place of one. Prints
 * a table; a busy machine makes it worthless, so it prints the load too.
 */
const threads = Math.min(availableParallelism(), 8)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
const serverFlag = process.argv.find((word) => word.startsWith('--server'))
let service: ServiceProcess | undefined
const stolenBefore = await stolenSeconds()
try {
  const [, recordings] = /^--server=?(\d*)$/.exec(serverFlag ?? '') ?? []
  if (recordings !== undefined) {
    const keep = process.argv.find((word) => word.startsWith('--keep='))?.slice('--keep='.length)
    await benchServer(Number(recordings || 100_000), keep)
    await benchQueue()
    await benchWrites()
    const long = process.argv.includes('--long')
    await benchDeliveries({ seconds: long ? 300 : 60, perSecond: 1_000, webhooks: 10 })
  } else await benchApi(path.join(folder, 'library'))
  if (recordings === undefined && !process.argv.includes('--api')) await runBench()
} finally {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
}
const stolen = (((await stolenSeconds()) - stolenBefore) / performance.now()) * 1_000
say(
  `\n${threads} threads, load ${loadavg()[0]?.toFixed(1)}, processors taken away by the host ${stolen.toFixed(2)}`,
)
printRows()

async function runBench(): Promise<void> {
  await buildWhatIsStale()
  const inKb = (bytes: number) => `${Math.round(bytes / 1_000)} kB`
  addLimit('first load of the page, gzip', totalBytes(await readFirstLoad()), 300_000, inKb)
  await benchAnalysis()
  const dataDir = path.join(folder, 'data')
  await (await startMeasuredService(dataDir)).stop() // makes the database
  const from = performance.now()
  service = await startMeasuredService(dataDir)
  await service.client.get('/v1/org')
  addLimit('start to first answer', performance.now() - from, 2_000, seconds)
  await pause(3_000)
  addMemory('memory at rest, all processes', await memoryOfTree(service.pid), 500)

  const project = await service.client.post<Project>('/v1/projects', { name: 'Bench' })
  const whisper = await findWhisper()
  const ours = earshotRunner(service.client, project)
  const peers = process.argv.includes('--peer') ? await fasterWhisperRunners(threads) : []
  const plain = whisper === undefined ? [] : [whisperCliRunner(whisper, { threads, folder })]
  const runners = [ours, ...plain, ...peers]
  const shortest = { file: shortestClip, text: kennedyText }
  const short = await compareRunners('shortest clip', shortest, { runners, times: 3 })
  addRatio('shortest clip', short, plain[0], 1.3)
  if (process.argv.includes('--short')) return
  const memory = watchMemory(service.pid)
  const tenMinutes = await composeSpeech(folder, { seconds: 600 })
  const times = peers.length > 0 ? 3 : 1
  const long = await compareRunners('ten minutes', tenMinutes, { runners, times })
  addMemory('most memory while transcribing', await memory.stop(), 950)
  addRatio('ten minutes', long, plain[0], 1.1)
  addRatio('ten minutes', long, peers[0], 1.25)
  addRatio('ten minutes', long, peers[1], 0.87)
  if (process.argv.includes('--long')) await benchLong(service, ours, peers[1])
  if (process.argv.includes('--polite')) await benchPolite(threads)
  await printAccuracy()
  say(`\n${wordTimesHeading}`)
  await runWordTimes(say)
  say(`\n${speakerHeading}`)
  await runSpeakers((row) => say(speakerLine(row)))
}

/** Earshot's time by that of another runner; nothing where that one is absent. */
function addRatio(
  name: string,
  compared: readonly Compared[],
  other: Runner | undefined,
  limit: number,
) {
  const [own, others] = [compared[0], compared.find((each) => each.name === other?.name)]
  if (!own || !others) return
  const ratio = own.seconds / others.seconds
  addLimit(`${name}: by ${others.name}`, ratio, limit, (value) => value.toFixed(2))
}

/** Memory shall not grow with the length: one hour and three hours, and an hour with much silence. */
async function benchLong({ pid }: ServiceProcess, ours: Runner, peer: Runner | undefined) {
  for (const hours of [1, 3]) {
    const { file } = await composeSpeech(folder, { seconds: hours * 3_600 })
    const memory = watchMemory(pid)
    add(`${hours} h: upload-complete to completed`, seconds((await ours.run(file)).seconds * 1_000))
    addMemory(`${hours} h: most memory`, await memory.stop(), 950)
  }
  if (peer === undefined) return
  const call = await composeSpeech(folder, { seconds: 3_600, silence: 0.4 })
  const name = '1 h, 40 % silence'
  const compared = await compareRunners(name, call, { runners: [ours, peer], times: 1 })
  addRatio(name, compared, peer, 0.5)
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
