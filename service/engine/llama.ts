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
import type { WorkOptions, ModelRequest, Writing } from './engine.ts'
import { makePreemptible } from './processes/preemption.ts'
import { forkScript } from './processes/fork-script.ts'
import { awaitEnd, type LiveProcess } from './processes/process-end.ts'
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
  /** Pid of the process that has a model loaded, or null. */
  pid: () => number | null
  stop: () => Promise<void>
}

const usualMaxTokens = 900

type Running = LiveProcess & { model: LanguageModel }

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

/**
 * Only the variables a program needs to run: no key or token of the service
 * reaches the model process.
 */
function childEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE']
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), NODE_LLAMA_CPP_DEBUG: 'false' }
}

/** The context of the longest chunk, and what V8 sets aside for itself. */
const besideWeightsBytes = 4 * 2 ** 30

function startEntry({ startChild, startScript }: LlamaOptions, model: LanguageModel): ScriptChild {
  if (startChild) return startChild(entry)
  const execArgv = ['--max-old-space-size=512']
  const env = childEnvironment()
  const order = { entry, args: [], execArgv, env }
  if (startScript) return startScript(order)
  // Weights are mapped, and copied once more where that makes them faster.
  const { size = 0 } = statSync(model.path, { throwIfNoEntry: false }) ?? {}
  const memoryBytes = size + besideWeightsBytes
  // node-llama-cpp tries its library in a process of its own first.
  return forkScript(order, { read: [model.path], memoryBytes, startsPrograms: true })
}

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

  const start = (model: LanguageModel): Running => {
    const child = startEntry(options, model)
    const ended = awaitEnd(child)
    const started: Running = { child, ended, model }
    makePreemptible(child, { isGroup: false })
    child.once('exit', () => {
      if (running !== started) return
      running = null
      void asLogContext(context, async () => options.log.warn(await ended, 'language model ended'))
    })
    running = started
    const threads = options.threads ?? usualThreads()
    const { path: modelPath, sha256 } = model
    send(child, { type: 'load', modelPath, sha256, threads })
    return started
  }

  const work = async (model: LanguageModel, request: ModelRequest, job: WorkOptions) => {
    if (job.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
    clearTimeout(idle)
    context = logContext()
    if (running && running.model.path !== model.path) await end()
    const live = running ?? start(model)
    const id = nextId++
    const limits = { deadlineMs: deadlineMs(request), stallMs }
    const { contextTokens } = options
    const tokens = { maxTokens, ...(contextTokens && { contextTokens }) }
    try {
      return await runJob(
        live,
        { type: 'write', id, request, limits: tokens },
        { ...job, ...limits },
      )
    } catch (error) {
      // Unless the process itself reported the failure, its state is unknown: do not reuse it.
      if (!(error instanceof AnsweredError)) await end()
      throw error instanceof AnsweredError ? error.failure : error
    } finally {
      context = {}
      idle = setTimeout(() => void end(), options.idleMs ?? 60_000).unref()
    }
  }

  return {
    write: async (model, request, job) => {
      const answer = await enqueue(() => work(model, request, job))
      return verifyAnswer(answer, request, model.id)
    },
    pid: () => running?.child.pid ?? null,
    stop: end,
  }
}
