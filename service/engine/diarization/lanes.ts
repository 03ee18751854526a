/** A long recording is listened to by several processes at once, each a part of it. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Span, WorkOptions } from '../engine.ts'
import { secondsOf } from '../sound/spans.ts'
import type { Listen, Order } from './order.ts'
import { runConcurrently } from './side-by-side.ts'
import { writeSpans } from './spans-file.ts'
import { runSpeakersProcess, type ProcessDeps, type SpeakersAnswer } from './diarization-process.ts'

export type LaneDeps = ProcessDeps & { threads?: number }

/** `folder` is theirs for the time, and emptied by the caller. */
export type LaneTask = Omit<Listen, 'spans'> & { spans: readonly Span[]; folder: string }

/** Loading the models takes as long as listening to so much speech. */
const fewestSeconds = 20

/** Each holds up to 250 MB. */
const mostLanes = 2

/** Listens in one process, or in as many as pay, and tells voices apart. Throws `JobError`. */
export async function runLanes(
  deps: LaneDeps,
  { spans, folder, ...task }: LaneTask,
  options: WorkOptions,
): Promise<SpeakersAnswer> {
  const paying = Math.floor(secondsOf(spans) / fewestSeconds)
  // One person's voice is known from a minute, and what several heard is told apart.
  const most = task.segmentation === undefined ? 1 : mostLanes
  const shares = shareSpans(spans, Math.max(1, Math.min(paying, deps.threads ?? 1, most)))
  const orders = await Promise.all(
    shares.map(async (share, at) => {
      const file = path.join(folder, `spans-${at}.json`)
      await writeSpans(file, share)
      return { ...task, spans: file }
    }),
  )
  const [only, ...more] = orders
  if (only !== undefined && more.length === 0) return run(deps, { listen: only }, options)
  const progress = orders.map(() => 0)
  const heard = await runConcurrently(
    [...orders.entries()],
    options.signal,
    async ([at, listen], signal) => {
      const target = path.join(folder, `heard-${at}.jsonl`)
      const onProgress = (share: number) => {
        progress[at] = share
        options.onProgress(progress.reduce((sum, each) => sum + each, 0) / progress.length)
      }
      await run(deps, { listen, target }, { signal, onProgress })
      return target
    },
  )
  return run(deps, { heard }, { ...options, onProgress: () => undefined })
}

/** Parts with about as much speech each; `spans` are in order and stay whole. */
export function shareSpans(spans: readonly Span[], count: number): Span[][] {
  const total = secondsOf(spans)
  const shares = Array.from({ length: count }, (): Span[] => [])
  let before = 0
  for (const span of spans) {
    const length = span.end - span.start
    shares[Math.floor(((before + length / 2) / total) * count)]?.push(span)
    before += length
  }
  return shares.filter((share) => share.length > 0)
}

/**
 * What a process may hold beside its native parts. New things are looked through early, or what is
 * thrown away in hours of listening would pile up.
 */
const limits = ['--max-old-space-size=192', '--max-semi-space-size=2']
const script = fileURLToPath(new URL('./diarization-child.ts', import.meta.url))

const run = (deps: ProcessDeps, order: Order, options: WorkOptions): Promise<SpeakersAnswer> =>
  runSpeakersProcess(deps, [...limits, script, JSON.stringify(order)], options)
