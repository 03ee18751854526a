/**
 * The language model as the service sees it: a separate process, started on demand, kept for the
 * next job, ended when idle, stuck or no longer needed. Handles one job at a time.
 */
import { statSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

import { asLogContext, logContext, type Log, type LogContext } from '../core/log.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { JobError } from '../core/errors.ts'
import { killScript, type ScriptChild, type StartScript } from '../core/script-child.ts'
import type { WorkOptions, ModelRequest, Writing, WritingSpeed } from './engine.ts'
import { makePreemptible } from './processes/preemption.ts'
import { forkScript } from './processes/fork-script.ts'
import { awaitEnd, type LiveProcess } from './processes/process-end.ts'
import type { GraphicsMemory } from './llama/graphics-memory.ts'
import { noteWritingProcessor, type GraphicsUse } from './llama/graphics.ts'
import type { FromChild } from './llama/protocol.ts'
import { AnsweredError, runJob, send } from './llama/run-job.ts'
import { verifyAnswer } from './verify-answer.ts'

export type LanguageModel = { path: string; id: string; sha256: string }

export type LlamaOptions = {
  log: Log
  /** Maximum tokens of an answer. */
  maxTokens?: number
  /** Maximum context in tokens for one chunk of a transcript, with prompt and answer. */
  contextTokens?: number
  /** Time limit for one chunk in milliseconds, regardless of reported progress. */
  deadlineMs?: (request: ModelRequest) => number
  /**
   * Time limit in milliseconds without a sign of progress: loading, reading a
   * batch, writing a token.
   */
  stallMs?: number
  /** How long a loaded model stays in memory without jobs, in milliseconds. */
  idleMs?: number
  threads?: number
  /** Allows the graphics processor, unless it is remembered that it failed; without it the processor alone. */
  graphics?: GraphicsMemory | undefined
  /** How the host starts scripts; plain Node by default. */
  startScript?: StartScript | undefined
  /** Replaces both in tests. */
  startChild?: (entry: string) => ScriptChild
}

export type Llama = {
  /**
   * Answers a request under its schema; jobs run one after another. Throws `JobError`
   * (schema_not_satisfied, model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
   */
  write: (model: LanguageModel, request: ModelRequest, options: WorkOptions) => Promise<Writing>
  /** Measures how fast a model is; takes its turn among the jobs. Throws as `write` does. */
  measure: (model: LanguageModel, options: WorkOptions) => Promise<WritingSpeed>
  /** Pid of the process that has a model loaded, or null. */
  pid: () => number | null
  stop: () => Promise<void>
}

/** What is asked of a process; null: to measure its speed. */
type Order = ModelRequest | null
const nothingToRead: ModelRequest = { instructions: '', segments: [], language: 'en', schema: {} }

const usualMaxTokens = 900

type Running = LiveProcess & {
  model: LanguageModel
  isGraphicsAllowed: boolean
  /** What it works on; undefined until it says so. */
  graphics: GraphicsUse | null | undefined
}

const entry = fileURLToPath(new URL('./llama/child.ts', import.meta.url))

/** Two minutes, plus the time the slowest supported machine needs to read one chunk and write. */
function usualDeadline(maxTokens: number): (request: ModelRequest) => number {
  return ({ instructions, segments, isReadWhole }) => {
    const letters = segments.reduce((sum, { text }) => sum + text.length, instructions.length)
    const mostRead = isReadWhole === true ? Infinity : 8192
    return 120_000 + 100 * Math.min(mostRead, letters / 3) + 500 * maxTokens
  }
}

/**
 * All cores but one: if the last one is used as well, ggml's threads wait for
 * each other by spinning.
 */
function usualThreads(cores: number = os.availableParallelism()): number {
  return Math.max(1, Math.min(8, cores - 1))
}

/** Where drivers, and the libraries of CUDA, are looked for. */
const graphicsVariables = [
  ...['CUDA_PATH', 'LD_LIBRARY_PATH', 'VK_ICD_FILENAMES', 'VK_DRIVER_FILES', 'XDG_DATA_DIRS'],
  ...['windir', 'SystemDrive', 'ProgramFiles', 'ProgramData'],
]

/**
 * Only the variables a program needs to run: no key or token of the service
 * reaches the model process.
 */
function childEnvironment(isGraphicsAllowed: boolean): NodeJS.ProcessEnv {
  const names = [
    ...['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE'],
    ...(isGraphicsAllowed ? graphicsVariables : []),
  ]
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), NODE_LLAMA_CPP_DEBUG: 'false' }
}

/** The context of the longest chunk, and what V8 sets aside for itself. */
const besideWeightsBytes = 4 * 2 ** 30

function startEntry(
  { startChild, startScript, graphics }: LlamaOptions,
  model: LanguageModel,
  isGraphicsAllowed: boolean,
): ScriptChild {
  if (startChild) return startChild(entry)
  const execArgv = ['--max-old-space-size=512']
  const env = childEnvironment(isGraphicsAllowed)
  const order = { entry, args: [], execArgv, env }
  if (startScript) return startScript(order)
  // Weights are mapped, and copied once more where that makes them faster.
  const { size = 0 } = statSync(model.path, { throwIfNoEntry: false }) ?? {}
  const memoryBytes = size + besideWeightsBytes
  const run = graphics && isGraphicsAllowed ? [graphics.packagesFolder] : []
  // node-llama-cpp tries its library in a process of its own first.
  return forkScript(order, {
    read: [model.path],
    run,
    memoryBytes,
    hasGraphics: isGraphicsAllowed,
    startsPrograms: true,
  })
}

/** Whether work may end well on the processor that failed where a graphics processor had a part in it. */
const mayBeOfGraphics = (error: unknown): error is JobError =>
  error instanceof JobError &&
  ['engine_crashed', 'engine_timeout', 'out_of_memory'].includes(error.code)

/** Creates the language model engine; starts no process until the first job. */
export function createLlama(options: LlamaOptions): Llama {
  const maxTokens = options.maxTokens ?? usualMaxTokens
  const deadlineMs = options.deadlineMs ?? usualDeadline(maxTokens)
  const stallMs = options.stallMs ?? 120_000
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  const enqueue = oneAtATime()
  let nextId = 1
  // The context of the current job, which is rarely the one that started the process.
  let context: LogContext = {}

  const end = async () => {
    clearTimeout(idle)
    const ended = running
    running = null
    if (ended) await killScript(ended.child)
  }

  const start = (model: LanguageModel, isGraphicsAllowed: boolean): Running => {
    const child = startEntry(options, model, isGraphicsAllowed)
    const ended = awaitEnd(child)
    const started: Running = { child, ended, model, isGraphicsAllowed, graphics: undefined }
    child.on('message', (message: FromChild) => {
      if (message.type !== 'processor') return
      started.graphics = message.graphics
      noteWritingProcessor(message.graphics)
    })
    makePreemptible(child, { isGroup: false })
    child.once('exit', () => {
      if (running !== started) return
      running = null
      void asLogContext(context, async () => options.log.warn(await ended, 'language model ended'))
    })
    running = started
    const threads = options.threads ?? usualThreads()
    const { path: modelPath, sha256 } = model
    const graphics = isGraphicsAllowed && options.graphics ? options.graphics : null
    send(child, {
      ...{ type: 'load', modelPath, sha256, threads },
      graphics: graphics && { packagesFolder: graphics.packagesFolder },
    })
    return started
  }

  /** The process that has the model loaded, started where there is none for it. */
  const serve = async (model: LanguageModel, isGraphicsAllowed: boolean): Promise<Running> => {
    const isOther =
      running?.model.path !== model.path || running.isGraphicsAllowed !== isGraphicsAllowed
    if (isOther) await end()
    return running ?? start(model, isGraphicsAllowed)
  }

  const attempt = async (live: Running, order: Order, job: WorkOptions) => {
    clearTimeout(idle)
    context = logContext()
    const id = nextId++
    const limits = { deadlineMs: deadlineMs(order ?? nothingToRead), stallMs }
    const { contextTokens } = options
    const tokens = { maxTokens, ...(contextTokens && { contextTokens }) }
    const task = order
      ? { type: 'write' as const, id, request: order, limits: tokens }
      : { type: 'measure' as const, id }
    try {
      return await runJob(live, task, { ...job, ...limits })
    } catch (error) {
      // Unless the process itself reported the failure, its state is unknown: do not reuse it.
      if (!(error instanceof AnsweredError)) await end()
      throw error instanceof AnsweredError ? error.failure : error
    } finally {
      context = {}
      idle = setTimeout(() => void end(), options.idleMs ?? 60_000).unref()
    }
  }

  /** Where the graphics processor had a part in a failure, once more without it; what then succeeds is remembered. */
  const work = async (model: LanguageModel, order: Order, job: WorkOptions) => {
    if (job.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
    clearTimeout(idle)
    const { graphics } = options
    const live = await serve(model, graphics !== undefined && (await graphics.failure()) === null)
    try {
      return await attempt(live, order, job)
    } catch (error) {
      const isOfProcessor = !live.isGraphicsAllowed || live.graphics === null
      if (isOfProcessor || job.signal.aborted || !mayBeOfGraphics(error)) throw error
      options.log.warn({ code: error.code }, 'language model failed on the graphics processor')
      const answer = await attempt(await serve(model, false), order, job)
      const { code } = error
      // Other programs may take less of its memory the next time.
      if (code === 'engine_crashed' || code === 'engine_timeout') {
        await graphics?.remember({ name: live.graphics?.name ?? null, code })
      }
      return answer
    }
  }

  return {
    write: async (model, request, job) => {
      const answer = await enqueue(() => work(model, request, job))
      if (answer.type !== 'written') throw new Error('The language model answered something else.')
      return verifyAnswer(answer, request, model.id)
    },
    measure: async (model, job) => {
      const answer = await enqueue(() => work(model, null, job))
      if (answer.type !== 'measured') throw new Error('The language model answered something else.')
      const { read_tokens_per_second, written_tokens_per_second } = answer
      return { read_tokens_per_second, written_tokens_per_second }
    },
    pid: () => running?.child.pid ?? null,
    stop: end,
  }
}
