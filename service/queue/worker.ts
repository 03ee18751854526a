import type { Log } from '../core/log.ts'
import type { Signals } from '../core/signals.ts'
import type { Clock } from '../core/time.ts'
import { createWorkLoop } from '../core/work-loop.ts'
import type { Db } from '../db/database.ts'
import type { JobHandler, Lane } from './job.ts'
import type { LocalQueue } from './queue.ts'
import { runJob } from './run-job.ts'
import {
  listJobNames,
  putAllBack,
  selectNextJob,
  selectNextStart,
  selectPause,
  startNextJob,
  type StoredJob,
} from './store.ts'

export type WorkerDeps = {
  db: Db
  signals: Signals
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
const slots: Record<Lane, number> = { engine: 1, analyser: 1, light: 4 }
const lanes: readonly Lane[] = ['engine', 'analyser', 'light']
const isHeld = (lane: Lane, isPaused: boolean): boolean => isPaused && lane !== 'light'

/** Runs the stored jobs. Throws on two handlers of one name. */
export function createWorker(deps: WorkerDeps): JobWorker {
  const { db, signals, queue, clock, log } = deps
  const handlers = byName(deps.handlers)
  /** Nobody waits for it, nobody asked for it to be next, and little is lost by stopping it. */
  const mayWait = ({ name, is_first: isFirst, moved_up: movedUp }: StoredJob): boolean =>
    !isFirst && movedUp === 0 && handlers.get(name)?.definition.keepsParts === true
  const loop = createWorkLoop<StoredJob>({
    clock,
    log,
    name: 'jobs',
    look: async (running, begin, handBack) => {
      const now = clock.now()
      const isPaused = (await selectPause(db.sql)) !== null
      for (const lane of lanes) {
        const inLane = () => running().filter((job) => job.lane === lane)
        if (isHeld(lane, isPaused)) {
          for (const job of inLane()) handBack(job)
          continue
        }
        while (inLane().length < slots[lane]) {
          const job = await startNextJob(db.sql, lane, now)
          if (!job) break
          begin(job)
        }
        const inTheWay = inLane().find(mayWait)
        if (inTheWay && (await selectNextJob(db.sql, lane, now))?.is_first) handBack(inTheWay)
      }
      return selectNextStart(db.sql, now)
    },
    run: (job, signal) => runJob({ db, log, clock, handlers }, job, signal),
  })
  let detach: (() => void)[] = []
  return {
    start: async () => {
      const unhandled = (await listJobNames(db.sql)).filter((name) => !handlers.has(name))
      if (unhandled.length > 0) {
        throw new Error(`No handler for stored jobs: ${unhandled.join(', ')}.`)
      }
      await putAllBack(db.sql, { isCounted: true })
      detach = [
        queue.restrictTo(handlers),
        signals.on('jobs.due', loop.wake),
        signals.on('jobs.cancelled', (ids) => loop.cancel(({ id }) => ids.includes(id))),
      ]
      loop.start()
    },
    stop: async () => {
      if (detach.length === 0) return
      for (const end of detach.splice(0)) end()
      await loop.stop()
      // What did not end in time is cut off by the end of the process. It is handed back here, so a
      // late result is that of a run that no longer counts.
      await putAllBack(db.sql, { isCounted: false })
    },
    idle: loop.idle,
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
