/**
 * Processes of whisper-cli that stay: they load their models once and transcribe one short piece of
 * sound after another. One serves live words, one the short recordings of the queue, since a priority
 * that was lowered cannot be raised again.
 */
import { link, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { JobError } from '../../core/errors.ts'
import { observe } from '../../core/observe.ts'
import type { BoxRules } from '../box/box.ts'
import { preemption } from '../processes/preemption.ts'
import { runServing, startTimer, type ChildResult, type ChildTask } from '../processes/run-child.ts'
import { readyLine } from './resident-patches.ts'

type Lines = Pick<ChildTask, 'onStdoutLine' | 'onStderrLine'>

type ResidentJob = Lines &
  Pick<ChildTask, 'command' | 'env' | 'runDir' | 'isUrgent' | 'signal'> & {
    deadlineMs: number
    durationSeconds: number
    wav: string
    /** What is decided when the models are loaded; the same as in `args`. */
    loadArgs: readonly string[]
    /** All arguments but those that name the sound and the output. */
    args: readonly string[]
    /** What it reads apart from the sound; its folder is added. */
    box: Pick<BoxRules, 'memoryBytes' | 'read'>
    /** Changes with the files of the models. */
    version: string
  }

/** How the job ended, and the JSON that it wrote, if any. */
export type WhisperEnd = { result: ChildResult; json: Buffer | undefined }

export type Residents = {
  /**
   * Runs a job in a process that stays. Undefined where the caller is to start one for it: it is long,
   * another job has the process, or the program cannot stay. Throws as `runChild`; the process is gone
   * then, and the next job starts another.
   */
  run: (job: ResidentJob) => Promise<WhisperEnd | undefined>
  stop: () => Promise<void>
}

type Resident = {
  key: string
  folder: string
  stopping: AbortController
  ended: Promise<ChildResult>
  input: Promise<Writable>
  /** What it said while it loaded: each job is told. */
  loading: string[]
  isLoaded: boolean
  jobs: number
  current: (Lines & { done: () => void }) | undefined
  idle?: NodeJS.Timeout
}

type Settings = {
  /** Makes a folder, where the sound of jobs lies too; it is removed here. */
  openFolder: () => Promise<string>
  /** How long models stay in memory without a job, in milliseconds. */
  idleMs?: number
}

/**
 * Choice: the longest sound, in seconds. Of a longer one, loading is a small part; its process ends
 * before speakers are told apart, which needs the memory.
 */
const longestSeconds = 60

/** Choice: a new process after so many jobs, whatever the old one had gathered. */
const mostJobs = 500

/** Choice: each job has a deadline of its own; this ends what escapes all of them. */
const processorSeconds = 24 * 3600

/** Creates the processes' keeper; starts none. */
export function createResidents({ openFolder, idleMs = 60_000 }: Settings): Residents {
  const residents = new Map<boolean, Resident>()
  const busy = new Set<boolean>()
  /** Unpatched programs, which end at once. */
  const leaving = new Set<string>()
  let isStopped = false

  const end = async (isUrgent: boolean): Promise<void> => {
    const resident = residents.get(isUrgent)
    residents.delete(isUrgent)
    clearTimeout(resident?.idle)
    resident?.stopping.abort()
    await resident?.ended.catch(() => undefined)
  }

  /** With the sound in its folder. */
  const take = async (job: ResidentJob, isUrgent: boolean): Promise<Resident | undefined> => {
    const key = keyOf(job)
    const found = residents.get(isUrgent)
    clearTimeout(found?.idle)
    const isFit = found?.key === key && found.jobs < mostJobs
    if (isFit && (await lend(job.wav, found.folder))) return found
    await end(isUrgent)
    const folder = await openFolder()
    if (!(await lend(job.wav, folder))) {
      await rm(folder, { recursive: true, force: true })
      return undefined
    }
    const resident = start(job, { key, folder })
    residents.set(isUrgent, resident)
    const forget = (): void => {
      clearTimeout(resident.idle)
      if (residents.get(isUrgent) === resident) residents.delete(isUrgent)
    }
    resident.ended.then(forget, forget)
    return resident
  }

  const work = async (job: ResidentJob, isUrgent: boolean): Promise<WhisperEnd | undefined> => {
    const resident = await take(job, isUrgent)
    if (resident === undefined) return undefined
    try {
      const served = await observe('child', { program: path.basename(job.command) }, () =>
        serve(resident, job),
      )
      if (resident.isLoaded || served.result.code === null) return served
      leaving.add(job.command)
      return undefined
    } catch (error) {
      await end(isUrgent)
      throw error
    } finally {
      // One that has ended must not leave a timer, which would end the next one at its work.
      const stays = residents.get(isUrgent) === resident
      if (stays && (isStopped || resident.jobs === Infinity)) await end(isUrgent)
      else if (stays) resident.idle = setTimeout(() => void end(isUrgent), idleMs).unref()
    }
  }

  return {
    run: async (job) => {
      const isUrgent = job.isUrgent === true
      const isLong = job.durationSeconds > longestSeconds
      const found = residents.get(isUrgent)
      // Its memory is needed for the long one.
      if (isLong && found) found.jobs = Infinity
      if (isLong && !busy.has(isUrgent)) await end(isUrgent)
      if (isLong || isStopped || busy.has(isUrgent) || leaving.has(job.command)) return undefined
      // A line of the protocol is an argument.
      if (job.args.some((arg) => arg === '' || arg.includes('\n'))) return undefined
      busy.add(isUrgent)
      try {
        return await (isUrgent
          ? preemption.urgently(() => work(job, isUrgent))
          : work(job, isUrgent))
      } finally {
        busy.delete(isUrgent)
      }
    },
    stop: async () => {
      isStopped = true
      await Promise.all([end(true), end(false)])
    },
  }
}

const keyOf = ({ command, loadArgs, env, version }: ResidentJob): string =>
  JSON.stringify([command, loadArgs, env, version])

const soundOf = (folder: string): string => path.join(folder, 'sound.wav')

/**
 * Puts sound into the folder by a link. False where that is on another file system, or on one without
 * links: what lies in memory is not to be copied to the disk.
 */
const lend = (wav: string, folder: string): Promise<boolean> =>
  link(wav, soundOf(folder)).then(
    () => true,
    () => false,
  )

/** Its box has a folder of its own, in which it sees the sound of one job at a time. */
function start(job: ResidentJob, { key, folder }: { key: string; folder: string }): Resident {
  const { command, env, runDir, isUrgent, loadArgs, box } = job
  const stopping = new AbortController()
  const ended = Promise.withResolvers<ChildResult>()
  const input = Promise.withResolvers<Writable>()
  const resident: Resident = {
    ...{ key, folder, stopping, ended: ended.promise },
    ...{ input: input.promise, loading: [], isLoaded: false, jobs: 0, current: undefined },
  }
  const run = runServing({
    ...{ command, args: [...loadArgs, '--resident'], signal: stopping.signal, deadlineMs: null },
    ...(env && { env }),
    ...(runDir !== undefined && { runDir }),
    ...(isUrgent !== undefined && { isUrgent }),
    box: { ...box, read: [...box.read, folder], write: folder, processorSeconds },
    onInput: input.resolve,
    onStdoutLine: (line) => resident.current?.onStdoutLine?.(line),
    onStderrLine: (line) => readLine(resident, line),
  })
  ended.resolve(run.finally(() => rm(folder, { recursive: true, force: true })))
  return resident
}

/** Choice: more than it says while it loads. */
const mostLoadingLines = 500

function readLine(resident: Resident, line: string): void {
  const { current, loading } = resident
  if (line !== readyLine) {
    if (!resident.isLoaded && loading.length < mostLoadingLines) loading.push(line)
    return current?.onStderrLine?.(line)
  }
  // The first time it has loaded; each further time a job has ended.
  if (resident.isLoaded) current?.done()
  resident.isLoaded = true
}

async function serve(resident: Resident, job: ResidentJob): Promise<WhisperEnd> {
  const { folder, stopping, ended } = resident
  const wav = soundOf(folder)
  const stem = path.join(folder, 'words')
  let stopReason: JobError | undefined
  const stop = (reason: JobError): void => {
    stopReason ??= reason
    stopping.abort()
  }
  const onAbort = (): void => stop(new JobError('cancelled', 'The work was cancelled.'))
  job.signal.addEventListener('abort', onAbort, { once: true })
  if (job.signal.aborted) onAbort()
  const stopTimer = startTimer(job, () =>
    stop(new JobError('engine_timeout', 'The engine did not finish in the time allowed.')),
  )
  const done = Promise.withResolvers<ChildResult>()
  try {
    resident.current = { ...job, done: () => done.resolve(success) }
    resident.jobs += 1
    for (const line of resident.loading) job.onStderrLine?.(line)
    const lines = [...job.args, '--file', wav, '--output-file', stem, '', '']
    void resident.input.then((input) => input.write(lines.join('\n')))
    const result = await Promise.race([done.promise, ended])
    return { result, json: await readFile(`${stem}.json`).catch(() => undefined) }
  } catch (error) {
    throw stopReason ?? error
  } finally {
    stopTimer()
    job.signal.removeEventListener('abort', onAbort)
    resident.current = undefined
    for (const file of [wav, `${stem}.json`]) await rm(file, { force: true })
  }
}

const success = { code: 0, signal: null, stderrTail: '', wasOutOfMemory: false }
