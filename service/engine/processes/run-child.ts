/**
 * Runs one child process to completion: no shell, low priority,
 * deadline, cancellation, bounded output.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { JobError } from '../../core/errors.ts'
import { observe } from '../../core/observe.ts'
import type { ScriptChild } from '../../core/script-child.ts'
import { enterBox, whyNotStarted, type BoxRules } from '../box/box.ts'
import { makePreemptible, preemption } from './preemption.ts'
import { forgetChild, noteChild } from './orphans.ts'
import { lowerPriority } from './process-priority.ts'
import { workingTimer } from './working-timer.ts'

const stderrTailLength = 8000

/**
 * Ten hours of speech produce about 2 MB of output; without a limit, a faulty child
 * could fill our memory.
 */
const longestOutputBytes = 64 << 20

export type ChildTask = {
  command: string
  args: string[]
  /** Null for a child that serves jobs: each has a deadline of its own. */
  deadlineMs: number | null
  signal: AbortSignal
  /** Null for what needs the network: the tool that fetches models. */
  box: BoxRules | null
  env?: NodeJS.ProcessEnv
  onStdoutLine?: (line: string) => void
  onStderrLine?: (line: string) => void
  /**
   * Folder that records running children, so that the next start can kill those
   * a crash left behind.
   */
  runDir?: string
  onSpawn?: (pid: number) => void
  /** Gets the child's input, which is closed otherwise. */
  onInput?: (input: Writable) => void
  /** Someone is waiting for it: keeps its priority and preempts all other children. */
  isUrgent?: boolean
  /** Replaces `command` and its box: starts the child through the host, in the host's process group. */
  start?: () => ScriptChild
}

export type ChildResult = {
  code: number | null
  signal: NodeJS.Signals | null
  stderrTail: string
  /** The system's out-of-memory killer ended a process during this run. */
  wasOutOfMemory: boolean
}

/**
 * Runs `task`; resolves once the child and its pipes are closed, whatever the exit code.
 * Throws `cancelled` if the signal fires, `engine_timeout` past the deadline or the processor time, and
 * `engine_crashed` if the program cannot be started or its output exceeds the limit. The child
 * is gone afterwards in every case.
 */
export function runChild(task: ChildTask): Promise<ChildResult> {
  const run = (): Promise<ChildResult> =>
    observe('child', { program: programOf(task) }, () => runServing(task))
  return task.isUrgent === true ? preemption.urgently(run) : run()
}

/** The name of its file: of one of our own scripts, its own. */
function programOf({ command, args }: ChildTask): string {
  const script = args.find((arg) => !arg.startsWith('--'))
  return path.basename(command === process.execPath ? (script ?? command) : command)
}

/** As `runChild`, for a child that waits for jobs: while it is to preempt others, its caller says. */
export async function runServing(task: ChildTask): Promise<ChildResult> {
  const oomBefore = await oomKills()
  if (task.signal.aborted) throw new JobError('cancelled', 'The work was cancelled.')
  const child = task.start?.() ?? spawnGroup(task)
  const end = task.start ? () => void child.kill('SIGKILL') : () => killGroup(child)
  let stopReason: JobError | undefined
  const stop = (reason: JobError): void => {
    stopReason ??= reason
    end()
  }
  const onAbort = (): void => stop(new JobError('cancelled', 'The work was cancelled.'))
  task.signal.addEventListener('abort', onAbort, { once: true })
  const stopTimer = startTimer(task, () =>
    stop(new JobError('engine_timeout', 'The engine did not finish in the time allowed.')),
  )
  for (const stream of [child.stdout, child.stderr]) boundOutput(stream, stop)
  try {
    const result = await settled(child, task, end)
    if (stopReason !== undefined) throw stopReason
    if (result.signal === 'SIGXCPU') throw new JobError('engine_timeout', outOfProcessorTime)
    const reason = task.box === null ? undefined : whyNotStarted(result)
    if (reason !== undefined) throw notStarted(reason)
    const wasOutOfMemory = result.signal === 'SIGKILL' && (await oomKills()) > oomBefore
    return { ...result, wasOutOfMemory }
  } finally {
    stopTimer()
    task.signal.removeEventListener('abort', onAbort)
    end()
    if (task.runDir !== undefined && child.pid !== undefined)
      await forgetChild(task.runDir, child.pid)
  }
}

/** Urgent work is never paused, so its deadline is wall-clock time. */
export function startTimer(
  { isUrgent, deadlineMs }: Pick<ChildTask, 'isUrgent' | 'deadlineMs'>,
  onEnd: () => void,
): () => void {
  if (deadlineMs === null) return () => undefined
  if (isUrgent === true) {
    const timer = setTimeout(onEnd, deadlineMs)
    return () => clearTimeout(timer)
  }
  const timer = workingTimer(onEnd, deadlineMs)
  timer.restart()
  return timer.stop
}

const notStarted = (reason: string): JobError =>
  new JobError('engine_crashed', `The engine could not be started: ${reason}`)

const outOfProcessorTime = 'The engine used up the processor time allowed.'

function spawnGroup({ env, box, onInput, ...program }: ChildTask): ScriptChild {
  const { command, args } = box === null ? program : enterBox(program, box)
  const child = spawn(command, args, {
    stdio: [onInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    // A separate process group, so that the child's own children die with it.
    detached: process.platform !== 'win32',
    ...(env !== undefined && { env }),
  })
  if (child.stdin) {
    // A child that ends before it has read all says so by its end.
    child.stdin.on('error', () => undefined)
    onInput?.(child.stdin)
  }
  return child
}

/** Waits for exit and closed pipes, forwarding lines as they arrive. */
async function settled(
  child: ScriptChild,
  task: ChildTask,
  end: () => void,
): Promise<Omit<ChildResult, 'wasOutOfMemory'>> {
  let stderrTail = ''
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(error.message)))
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  eachLine(child.stdout, (line) => task.onStdoutLine?.(line))
  eachLine(child.stderr, (line) => {
    stderrTail = `${stderrTail}${line}\n`.slice(-stderrTailLength)
    task.onStderrLine?.(line)
  })
  if (task.isUrgent !== true) makePreemptible(child, { isGroup: task.start === undefined })
  let failure: unknown
  const note = async (): Promise<void> => {
    try {
      if (child.pid !== undefined) await started(child.pid, task)
    } catch (error) {
      // A child that nobody knows of must not outlive us.
      failure = error
      end()
    }
  }
  let noted = Promise.resolve()
  if (child.pid === undefined) child.once('spawn', () => void (noted = note()))
  else noted = note()
  const [code, signal] = await closed
  await noted
  if (failure !== undefined) throw failure
  return { code, signal, stderrTail }
}

async function started(pid: number, task: ChildTask): Promise<void> {
  if (task.isUrgent !== true) lowerPriority(pid)
  task.onSpawn?.(pid)
  if (task.runDir !== undefined) await noteChild(task.runDir, pid, task.command)
}

/** A child's environment: no keys, and no variables that change how it runs. */
export function quietEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const system = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']
  // Node's compile cache halves the processor time that a script needs to start.
  const passed = [...system, 'NODE_COMPILE_CACHE']
  const kept = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), ...extra }
}

function eachLine(stream: Readable | null, handle: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', handle)
}

function boundOutput(stream: Readable | null, stop: (reason: JobError) => void): void {
  let bytes = 0
  stream?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > longestOutputBytes)
      stop(new JobError('engine_crashed', 'The engine wrote without end and was stopped.'))
  })
}

function killGroup(child: ScriptChild): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
}

/** The number of processes that Linux has killed for lack of memory; 0 if unknown. */
async function oomKills(): Promise<number> {
  const text = await readFile('/proc/vmstat', 'utf8').catch(() => '')
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}

/**
 * Works on all items concurrently. If one fails, aborts the others, waits for them to end, and
 * throws its error.
 */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const results = await Promise.all(
    items.map(async (item) => {
      try {
        return [await work(item, either)]
      } catch (error) {
        failed.abort(error)
        return []
      }
    }),
  )
  failed.signal.throwIfAborted()
  return results.flat()
}
