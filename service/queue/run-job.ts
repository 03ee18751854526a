import { Value } from 'typebox/value'
import { type Log, type LogContext, withLogContext } from '../core/log.ts'
import { isUnavailable } from '../core/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { observe, traces, type Work } from '../core/observe.ts'
import { forAllOrganizations, withinOrganization } from '../core/organization-context.ts'
import { type Clock, plusMs, second } from '../core/time.ts'
import { afterCommit } from '../db/connection.ts'
import type { Db } from '../db/database.ts'
import type { JobHandler } from './job.ts'
import { deleteRuns, startAlong } from './along-store.ts'
import { deleteRun, isRunning, putBack, type StoredJob } from './store.ts'

export type RunDeps = {
  db: Db
  log: Log
  clock: Clock
  handlers: ReadonlyMap<string, JobHandler>
}

/**
 * Runs one started job and records how it ended. Never rejects. A job whose end cannot be recorded
 * stays marked as running, so that it does not run again and again; the next start of the service
 * puts it back.
 */
export function runJob(deps: RunDeps, job: StoredJob, signal: AbortSignal): Promise<void> {
  const { id, name, lane, attempt: number, traceparent: parent } = job
  const work: Work['job'] = { id, name, lane, attempt: number, parent, end: 'not_recorded' }
  return withLogContext(contextOf(job), () =>
    traces.run(parent, () =>
      observe('job', work, async () => {
        work.end = await forItsOrganization(job, () => runAndRecord(deps, job, signal))
      }),
    ),
  )
}

const forItsOrganization = <Result>({ organization_id: id }: StoredJob, fn: () => Result): Result =>
  id === '' ? forAllOrganizations(fn) : withinOrganization(id, fn)

/** The job, and the ids in its payload, such as that of the recording. */
function contextOf({ id, name, payload }: StoredJob): LogContext {
  const fields = typeof payload === 'object' && payload !== null ? Object.entries(payload) : []
  const ids = fields.filter(([field, value]) => field.endsWith('_id') && typeof value === 'string')
  return { ...Object.fromEntries(ids), job: name, job_id: id }
}

async function runAndRecord(
  deps: RunDeps,
  job: StoredJob,
  signal: AbortSignal,
): Promise<Work['job']['end']> {
  const { log } = deps
  try {
    log.debug({ attempt: job.attempt }, 'job started')
    const along: StoredJob[] = []
    const end = await attempt(deps, { job, along }, signal)
    log.debug({ end, along: along.length }, 'job ended')
    await onceThereIsSpace(deps, signal, () => record(deps, [job], end))
    if (along.length > 0)
      await onceThereIsSpace(deps, signal, () => record(deps, along, endOfAlong(end)))
    return end === 'finished' ? 'ended' : end
  } catch (error) {
    log.error({ err: error }, 'the end of a job was not recorded')
    return 'not_recorded'
  }
}

/**
 * How a run ended; `finished`: its handler has recorded that; `postponed`: it lacked a disk with space, the store or
 * the database, and runs again uncounted.
 */
type End = 'finished' | 'ended' | 'failed' | 'stopped' | 'postponed'

/** Choice: short enough that nobody who made space wonders, and little work where nobody did. */
const spaceWaitMs = 15 * second

async function record(deps: RunDeps, jobs: readonly StoredJob[], end: End): Promise<void> {
  const { db, clock } = deps
  if (end === 'finished') return
  if (end === 'ended') return deleteRuns(db.sql, jobs)
  for (const job of jobs) {
    const notBefore = {
      stopped: () => null,
      postponed: () => plusMs(clock.now(), spaceWaitMs),
      failed: () => nextStart(deps, job),
    }[end]()
    await putBack(db.sql, job, { isCounted: end === 'failed', notBefore })
  }
}

/** What was taken along is done exactly where the job has finished: one that ended otherwise was no longer its own. */
const endOfAlong = (end: End): End =>
  end === 'finished' ? 'ended' : end === 'ended' ? 'stopped' : end

/** A database on the full disk takes the end of a job as little as anything else. */
async function onceThereIsSpace(
  { clock }: RunDeps,
  signal: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isFullDisk(error) || signal.aborted) throw error
      await new Promise<void>((resolve) => {
        const cancel = clock.at(plusMs(clock.now(), spaceWaitMs), resolve)
        signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
      })
    }
  }
}

/** When a job that failed is tried again: null at once, as for one that is given up next. */
function nextStart({ handlers, clock }: RunDeps, job: StoredJob): Date | null {
  const waitMs = handlers.get(job.name)?.definition.retryAfterMs?.(job.attempt)
  if (waitMs === undefined || job.attempt >= job.max_attempts) return null
  return plusMs(clock.now(), waitMs)
}

/** A job, and those that its handler takes along. */
type Taken = { job: StoredJob; along: StoredJob[] }

async function attempt(
  { db, log, handlers }: RunDeps,
  { job, along }: Taken,
  signal: AbortSignal,
): Promise<End> {
  const about = { attempt: job.attempt }
  const handler = handlers.get(job.name)
  if (!handler) throw new Error(`No handler for the job ${job.name}.`)
  const isPayload = Value.Check(handler.definition.payload, job.payload)
  if (!isPayload || job.attempt > job.max_attempts) {
    log.error({ ...about, is_payload: isPayload }, 'job given up')
    await handler.giveUp(job.payload)
    return 'ended'
  }
  let isFinished = false
  try {
    await handler.run({
      payload: job.payload,
      attempt: job.attempt,
      lane: job.lane,
      isFirst: job.is_first,
      signal,
      isCurrent: (tx) => isRunning(tx, job),
      finish: async (tx) => {
        const isOurs = await deleteRun(tx, job)
        if (isOurs) afterCommit(tx, () => (isFinished = true))
        return isOurs
      },
      takeAlong: async (most) => {
        const taken = await startAlong(db.sql, job, most)
        along.push(...taken)
        return taken
      },
      moveTo: (lane) => putBack(db.sql, job, { isCounted: false, notBefore: null, lane }),
    })
    if (isFinished) return 'finished'
    return signal.reason === 'stopping' ? 'stopped' : 'ended'
  } catch (error) {
    if (isFinished) {
      log.error({ ...about, err: error }, 'job failed after its end')
      return 'finished'
    }
    if (signal.aborted) return signal.reason === 'stopping' ? 'stopped' : 'ended'
    if (isFullDisk(error) || isUnavailable(error)) {
      log.warn(
        { ...about, err: error },
        'the disk is full, or store or database away; the job is tried again',
      )
      return 'postponed'
    }
    log.error({ ...about, err: error }, 'job failed')
    return 'failed'
  }
}
