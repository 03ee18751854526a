/** Runs the diarization child processes: one, or two that share a long recording. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Span, WorkOptions } from '../engine.ts'
import { secondsOf } from '../sound/spans.ts'
import { type Listen, type Order, writeSpans } from './exchange.ts'
import { runConcurrently } from '../processes/run-child.ts'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { StartScript } from '../../core/script-child.ts'
import type { BoxRules } from '../box/box.ts'
import { ranOutOfMemory } from '../processes/process-end.ts'
import { runScript } from '../processes/run-script.ts'

const script = fileURLToPath(new URL('./diarization-child.ts', import.meta.url))

/**
 * V8's memory limits; native memory is extra. The young generation is small, because garbage from
 * hours of speech would pile up in a large one.
 */
const limits = ['--max-old-space-size=192', '--max-semi-space-size=2']

const Turn = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  speaker: Type.Integer({ minimum: 0 }),
})
const Answer = Type.Object({
  ok: Type.Literal(true),
  turns: Type.Array(Turn),
  overlaps: Type.Array(Turn),
  embeddings: Type.Array(Type.Array(Type.Number())),
})
export type Diarization = Static<typeof Answer>

export type DiarizationDeps = {
  runDir?: string
  nodePath?: string
  /** How the host starts scripts; plain Node by default. */
  startScript?: StartScript | undefined
  log?: (message: string) => void
  /** Number of processors to use. */
  threads?: number
}

/** Ten hours of speech take about ten minutes; a busy machine may need ten times that. */
const deadlineMs = 7_200_000

const mostMemoryBytes = 3 * 2 ** 30

function boxFor({ listen, runs = [], target }: Order): BoxRules {
  const files = listen === undefined ? [] : [listen.wav, listen.spans, listen.encoder]
  return {
    read: [...files, ...runs].concat(listen?.segmentation ?? []),
    write: target && path.dirname(target),
    memoryBytes: mostMemoryBytes,
    processorSeconds: mostProcesses * (deadlineMs / 1000),
  }
}

/** Runs one child with its order as the only argument. Throws `JobError`. */
async function runProcess(
  deps: DiarizationDeps,
  order: Order,
  options: WorkOptions,
): Promise<Diarization> {
  let last: unknown
  const task = {
    command: deps.nodePath ?? process.execPath,
    args: [...limits, script, JSON.stringify(order)],
    box: boxFor(order),
    deadlineMs,
    ...(deps.runDir !== undefined && { runDir: deps.runDir }),
    startScript: deps.startScript,
    onMessage: (content: unknown) => {
      last = content
    },
  }
  const result = await runScript(task, options)
  if (Value.Check(Answer, last)) return last
  if (result.wasOutOfMemory || ranOutOfMemory(result.stderrTail)) {
    throw new JobError(
      'out_of_memory',
      'Telling the speakers apart took more memory than there is.',
    )
  }
  deps.log?.(
    `The diarization process ended with ${result.code ?? result.signal}: ${result.stderrTail}`,
  )
  throw new JobError('engine_crashed', 'Telling the speakers apart failed.')
}

/** The processes write into `folder`; the caller removes it. */
type DiarizationTask = Omit<Listen, 'spans' | 'share'> & { spans: readonly Span[]; folder: string }

/** Seconds of speech per process; loading the models takes as long as processing this much. */
const fewestSeconds = 20

/** Each process takes up to 250 MB of memory. */
const mostProcesses = 2

/**
 * Separates the speakers of `spans`, in one process or as many as pay off. Without a segmentation
 * model, all speech counts as one speaker's. Throws `JobError`.
 */
export async function diarize(
  deps: DiarizationDeps,
  { spans, folder, ...task }: DiarizationTask,
  options: WorkOptions,
): Promise<Diarization> {
  const paying = Math.floor(secondsOf(spans) / fewestSeconds)
  // A single speaker's voice needs only a minute of speech, and clustering must see the
  // runs of all processes.
  const most = task.segmentation === undefined ? 1 : mostProcesses
  const shares = shareSpans(spans, Math.max(1, Math.min(paying, deps.threads ?? 1, most)))
  const file = path.join(folder, 'spans.json')
  await writeSpans(file, spans)
  const whole = { ...task, spans: file }
  if (shares.length < 2) return runProcess(deps, { listen: whole }, options)
  const starts = shares.map(([first], at) => (at === 0 ? 0 : (first?.start ?? 0)))
  const orders = starts.map((start, at) => {
    const share = { start, end: starts[at + 1] ?? Number.MAX_SAFE_INTEGER }
    return { ...whole, share }
  })
  const progress = orders.map(() => 0)
  const runs = await runConcurrently(
    [...orders.entries()],
    options.signal,
    async ([at, listen], signal) => {
      const target = path.join(folder, `runs-${at}.jsonl`)
      const onProgress = (share: number) => {
        progress[at] = share
        options.onProgress(progress.reduce((sum, each) => sum + each, 0) / progress.length)
      }
      await runProcess(deps, { listen, target }, { signal, onProgress })
      return target
    },
  )
  return runProcess(deps, { runs }, { ...options, onProgress: () => undefined })
}

/** Splits `spans` (in order) into shares with about equal speech; no span is divided. */
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
