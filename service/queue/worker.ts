import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../core/log.ts'
import { type Clock, plusMs, second } from '../core/time.ts'
import type { Db } from '../db/database.ts'
import type { JobHandler } from './job.ts'
import type { LocalQueue } from './queue.ts'
import { runJob } from './run-job.ts'
import {
  hasWaitingJob,
  type Lane,
  listJobNames,
  listLaterStarts,
  putAllBack,
  startNextJob,
  type StoredJob,
} from './store.ts'

export type WorkerDeps = {
  db: Db
  queue: LocalQueue
  handlers: readonly JobHandler[]
  log: Log
  clock: Clock
}

export type JobWorker = {
  /** Puts back what a dead process left running, then works. Throws on an unhandled stored job. */
  start: () => Promise<void>
  /** Aborts what runs, hands it back without spending its attempt, and ends. */
  stop: () => Promise<void>
  /** Resolves when nothing runs and nothing waits that may start now. */
  idle: () => Promise<void>
}

/** One transcription fills the machine; the rest is short. */
const slots: Record<Lane, number> = { engine: 1, light: 4 }
/**
 * What handlers have to end after their abort, so that a whole stop stays under 5 s (reliability.md
 * J-4).
 */
const stopGraceMs = 3 * second
/** The database refused a fetch: rare, and mostly its end. */
const retryFetchMs = 30 * second

type Running = { lane: Lane; abort: AbortController; ended: Promise<void> }

type State = Omit<WorkerDeps, 'handlers'> & {
  handlers: ReadonlyMap<string, JobHandler>
  phase: 'new' | 'working' | 'stopped'
  running: Map<number, Running>
  /** Set by each wake-up; the fetching below goes on until it stays unset. */
  isWoken: boolean
  fetching: Promise<void> | null
  waiters: (() => void)[]
}

/** Runs the stored jobs, woken by commits: it never polls. Throws on two handlers of one name. */
export function createWorker(deps: WorkerDeps): JobWorker {
  const state: State = {
    ...deps,
    handlers: byName(deps.handlers),
    phase: 'new',
    running: new Map(),
    isWoken: false,
    fetching: null,
    waiters: [],
  }
  let detach: (() => void) | undefined
  return {
    start: async () => {
      await prepare(state)
      detach = deps.queue.attach({
        handles: (name) => state.handlers.has(name),
        wake: () => wake(state),
        abort: (ids) => ids.forEach((id) => state.running.get(id)?.abort.abort('cancelled')),
      })
      state.phase = 'working'
      for (const time of await listLaterStarts(deps.db.sql, deps.clock.now())) {
        deps.clock.at(time, () => wake(state))
      }
      wake(state)
    },
    stop: async () => {
      if (state.phase !== 'working') return
      state.phase = 'stopped'
      detach?.()
      await stopRunning(state)
    },
    idle: async () => {
      do {
        if (state.phase !== 'working') throw new Error('The worker is not at work.')
        wake(state)
        await settled(state)
      } while (isBusy(state) || (await hasWaitingJob(deps.db.sql, deps.clock.now())))
    },
  }
}

function byName(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const map = new Map<string, JobHandler>()
  for (const handler of handlers) {
    const { name } = handler.definition
    if (map.has(name)) throw new Error(`Two handlers for the job ${name}.`)
    map.set(name, handler)
  }
  return map
}

async function prepare({ db, handlers }: State): Promise<void> {
  const unhandled = (await listJobNames(db.sql)).filter((name) => !handlers.has(name))
  if (unhandled.length > 0) throw new Error(`No handler for stored jobs: ${unhandled.join(', ')}.`)
  await putAllBack(db.sql, { isCounted: true })
}

function wake(state: State): void {
  state.isWoken = true
  if (state.phase !== 'working' || state.fetching) return
  state.fetching = fetchJobs(state).finally(() => {
    state.fetching = null
    tellSettled(state)
  })
}

/** One at a time; a wake-up while it fetches makes it look once more before it ends. */
async function fetchJobs(state: State): Promise<void> {
  const { clock, log } = state
  try {
    while (state.isWoken && state.phase === 'working') {
      state.isWoken = false
      await fillLane(state, 'engine')
      await fillLane(state, 'light')
    }
  } catch (error) {
    log.error({ err: error }, 'jobs could not be fetched; trying again soon')
    clock.at(plusMs(clock.now(), retryFetchMs), () => wake(state))
  }
}

async function fillLane(state: State, lane: Lane): Promise<void> {
  const { db, clock, running } = state
  const isFree = (): boolean =>
    [...running.values()].filter((run) => run.lane === lane).length < slots[lane]
  while (state.phase === 'working' && isFree()) {
    const job = await startNextJob(db.sql, lane, clock.now())
    if (!job) return
    const abort = new AbortController()
    running.set(job.id, { lane, abort, ended: runToEnd(state, job, abort.signal) })
  }
}

async function runToEnd(state: State, job: StoredJob, signal: AbortSignal): Promise<void> {
  const again = await runJob(state, job, signal)
  state.running.delete(job.id)
  if (again) state.clock.at(again, () => wake(state))
  wake(state)
  tellSettled(state)
}

async function stopRunning(state: State): Promise<void> {
  await state.fetching
  const runs = [...state.running.values()]
  for (const { abort } of runs) abort.abort('stopping')
  const grace = new AbortController()
  await Promise.race([
    Promise.all(runs.map(({ ended }) => ended)),
    delay(stopGraceMs, undefined, { signal: grace.signal }).catch(() => {}),
  ])
  grace.abort()
  // What does not end is cut off by the end of the process: handed back here, its late result is
  // that of a run that no longer counts.
  await putAllBack(state.db.sql, { isCounted: false })
}

const isBusy = (state: State): boolean => state.running.size > 0 || state.fetching !== null

function settled(state: State): Promise<void> {
  if (!isBusy(state)) return Promise.resolve()
  return new Promise((resolve) => void state.waiters.push(resolve))
}

function tellSettled(state: State): void {
  if (isBusy(state)) return
  for (const waiter of state.waiters.splice(0)) waiter()
}
