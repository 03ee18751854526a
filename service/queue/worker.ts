import type { Log } from '../core/log.ts'
import type { Signals } from '../core/signals.ts'
import type { Clock } from '../core/time.ts'
import { createWorkLoop } from '../core/work-loop.ts'
import type { Db } from '../db/database.ts'
import type { ProcessLease } from '../db/process-lease.ts'
import type { JobHandler, Lane } from './job.ts'
import type { LocalQueue } from './queue.ts'
import { returnOwn, takeFromDead } from './put-back.ts'
import { runJob } from './run-job.ts'
import {
  listJobNames,
  selectOutlook,
  selectOwnRuns,
  startNextJob,
  type Head,
  type StoredJob,
} from './store.ts'
import { createOrganizationTurns } from './organization-turns.ts'

export type WorkerDeps = {
  db: Db
  /** Of this process, and begun before the worker. */
  lease: Pick<ProcessLease, 'id'>
  signals: Signals
  queue: LocalQueue
  handlers: readonly JobHandler[]
  log: Log
  clock: Clock
  /** The kinds of jobs that are taken here; left out, all that have a handler. */
  takes?: readonly string[]
  /** How many run at once in each lane. */
  slots?: Readonly<Record<Lane, number>>
}

export type JobWorker = {
  /**
   * Puts back what dead processes left running, then works. Throws on an unhandled stored job where nobody else
   * could handle it.
   */
  start: () => Promise<void>
  /** Aborts what runs, hands it back without spending its attempt, and ends. */
  stop: () => Promise<void>
  /** Resolves when nothing runs and nothing waits that may start now. */
  idle: () => Promise<void>
}

/** One transcription fills the machine; the rest is short. */
const defaultSlots: Record<Lane, number> = { engine: 1, analyser: 1, light: 4 }
/** Choice: where the machine answers no requests beside, more that mostly waits for the database. */
export const slotsOfWorker: Record<Lane, number> = { ...defaultSlots, light: 8 }
const lanes: readonly Lane[] = ['engine', 'analyser', 'light']
const isHeld = (lane: Lane, isPaused: boolean): boolean => isPaused && lane !== 'light'

/** Runs the stored jobs. Throws on two handlers of one name. */
export function createWorker(deps: WorkerDeps): JobWorker {
  const { db, lease, signals, queue, clock, log, slots = defaultSlots } = deps
  const handlers = byName(deps.handlers)
  const names = deps.takes ?? [...handlers.keys()]
  const turns = createOrganizationTurns()
  /** Something may have been missed: a signal, or the end of a process. */
  let isDoubtful = false
  /** Nobody waits for it, nobody asked for it to be next, and little is lost by stopping it. */
  const mayWait = ({ name, is_first: isFirst, moved_up: movedUp }: StoredJob): boolean =>
    !isFirst && movedUp === 0 && handlers.get(name)?.definition.keepsParts === true
  const isSerial = ({ name }: Kind): boolean => handlers.get(name)?.definition.isSerial === true
  /** Whether the rows say of this process what it does; what they do not say is called off. */
  const compare = async (running: readonly StoredJob[], handBack: (job: StoredJob) => void) => {
    isDoubtful = false
    await takeFromDead({ db, handlers })
    const own = await selectOwnRuns(db.sql, lease.id)
    const isOwn = (job: StoredJob) => own.some(({ id, run }) => id === job.id && run === job.run)
    for (const job of running) if (!isOwn(job)) handBack(job)
    const ids = running.map(({ id }) => id)
    // Its end could not be stored.
    if (own.some(({ id }) => !ids.includes(id))) await returnOwn({ db, handlers }, lease.id, ids)
  }
  const loop = createWorkLoop<StoredJob>({
    clock,
    log,
    name: 'jobs',
    look: async (running, begin, handBack) => {
      if (isDoubtful) await compare(running(), handBack)
      const claimant = { worker: lease.id, names, now: clock.now() }
      const { isPaused, heads, next } = await selectOutlook(db.sql, claimant)
      for (const lane of lanes) {
        const inLane = () => running().filter((job) => job.lane === lane)
        if (isHeld(lane, isPaused)) {
          for (const job of inLane()) handBack(job)
          continue
        }
        const open = new Set(heads.filter((head) => head.lane === lane && !waits(head)))
        const inTheWay = inLane().length < slots[lane] ? undefined : inLane().find(mayWait)
        if (inTheWay && [...open].some((head) => head.is_first)) handBack(inTheWay)
        while (inLane().length < slots[lane]) {
          const head: Head | undefined = turns.next([...open])
          if (!head) break
          const job = await startNextJob(db.sql, head, claimant)
          if (job) {
            turns.note(head)
            begin(job)
          }
          if (!job || isSerial(job)) open.delete(head)
        }
      }
      return next
    },
    run: (job, signal) => runJob({ db, log, clock, handlers }, job, signal),
  })
  /** Not for what is done elsewhere, or has to wait for a run that wakes it by its end. */
  const wakeFor = (kind?: Kind): void => {
    if (kind === undefined || (names.includes(kind.name) && !waits(kind))) loop.wake()
  }
  /** For one of its kind and organization that runs, and takes it along or is followed by it. */
  const waits = (kind: Kind): boolean =>
    isSerial(kind) && loop.running().some((job) => isAlike(job, kind))
  let detach: (() => void)[] = []
  return {
    start: async () => {
      const unhandled = (await listJobNames(db.sql)).filter((name) => !handlers.has(name))
      // On a server they may be of a newer version that works beside this one.
      if (unhandled.length > 0 && !db.isShared) {
        throw new Error(`No handler for stored jobs: ${unhandled.join(', ')}.`)
      }
      await takeFromDead({ db, handlers })
      detach = [
        queue.restrictTo(handlers),
        signals.on('jobs.due', wakeFor),
        signals.on('jobs.cancelled', (ids) => loop.cancel(({ id }) => ids.includes(id))),
        signals.on('lease.lost', loop.handAllBack),
        signals.on('lease.renewed', () => {
          isDoubtful = true
          loop.wake()
        }),
      ]
      loop.start()
    },
    stop: async () => {
      if (detach.length === 0) return
      for (const end of detach.splice(0)) end()
      await loop.stop()
      // What did not end in time is cut off by the end of the process. It is handed back here, so a
      // late result is that of a run that no longer counts.
      await returnOwn({ db, handlers }, lease.id)
    },
    idle: loop.idle,
  }
}

type Kind = Pick<StoredJob, 'name' | 'organization_id'>

const isAlike = (one: Kind, other: Kind): boolean =>
  one.name === other.name && one.organization_id === other.organization_id

function byName(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const map = new Map<string, JobHandler>()
  for (const handler of handlers) {
    const { name } = handler.definition
    if (map.has(name)) throw new Error(`Two handlers for the job ${name}.`)
    map.set(name, handler)
  }
  return map
}
