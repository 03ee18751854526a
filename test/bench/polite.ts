/**
 * How the engine and a busy machine bear each other: a loop on every one of two processors, as a
 * person's own programs would run. `npm run bench -- --polite` adds it, and
 * `npx node test/bench/polite.ts` runs it alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createLog } from '../../service/core/log.ts'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { findWhisper, shortestClip } from '../support/models.ts'
import { add, median, printRows } from './report.ts'

const busyLoops = 2
const runs = 3

/** Counts its turns by the hundred thousand: one number for all would soon pass 32 bits, and crawl. */
const loop = `
  const counts = new BigInt64Array(require('node:worker_threads').workerData)
  for (;;) {
    for (let turn = 0; turn < 100_000; turn += 1);
    Atomics.add(counts, 0, 1n)
  }
`

type Loops = { count: () => number; stop: () => Promise<void> }

/** Loops of ordinary priority in this process; the engine runs in processes of its own. */
function startLoops(): Loops {
  const counts = new BigInt64Array(new SharedArrayBuffer(8))
  const workers = Array.from(
    { length: busyLoops },
    () => new Worker(loop, { eval: true, workerData: counts.buffer }),
  )
  return {
    count: () => Number(Atomics.load(counts, 0)),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}

/** How many turns the loops make each second while `work` runs, and how long that takes. */
async function timeBeside(loops: Loops | undefined, work: () => Promise<unknown>) {
  const [from, before] = [performance.now(), loops?.count() ?? 0]
  await work()
  const seconds = (performance.now() - from) / 1_000
  return { seconds, rate: ((loops?.count() ?? 0) - before) / seconds }
}

/** Adds two rows: the engine's time beside the loops by its time alone, and what the loops lose. */
export async function benchPolite(threads: number): Promise<void> {
  const whisperCli = await findWhisper()
  if (whisperCli === undefined) return
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-polite-'))
  const [folders, cacheDir, log] = [modelFolders([]), earshotCacheDir(), createLog('warn')]
  const engine = createTranscriber({
    ...{ folders, cacheDir, whisperCli, threads, log },
    workDir: folder,
  })
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const transcribe = () => engine.transcribe({ audioPath: shortestClip, language: 'en' }, options)
  const [slower, lost]: [number[], number[]] = [[], []]
  try {
    await transcribe() // The first run may prepare the weights.
    for (let run = 0; run < runs; run += 1) {
      const alone = await timeBeside(undefined, transcribe)
      const loops = startLoops()
      await pause(500) // Until both turn.
      const free = await timeBeside(loops, () => pause(3_000))
      const shared = await timeBeside(loops, transcribe)
      await loops.stop()
      slower.push(shared.seconds / alone.seconds)
      lost.push(1 - shared.rate / free.rate)
    }
  } finally {
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
  add('beside two busy loops: engine time by time alone', median(slower).toFixed(2))
  add('beside two busy loops: what the loops lose', `${Math.round(median(lost) * 100)} %`)
}

if (process.argv[1] === import.meta.filename) {
  await benchPolite(Math.min(os.availableParallelism(), 8))
  printRows()
}
