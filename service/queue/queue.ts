import { Value } from 'typebox/value'
import { plusMs, type Clock } from '../core/time.ts'
import type { Static, TSchema } from 'typebox'
import type { Sql, Tx } from '../db/database.ts'
import { afterCommit } from '../db/connection.ts'
import type { JobDefinition, JobFactory, NewJob } from './job.ts'
import {
  deleteJobsOf,
  deletePause,
  insertJob,
  insertPause,
  moveUp,
  selectPause,
  selectPayloads,
} from './store.ts'

/** Work that outlives the request, stored in the transaction of the data it belongs to. */
export type Queue = {
  enqueue: (tx: Tx, job: NewJob) => Promise<void>
  /**
   * Removes waiting jobs with this key and aborts a running one, once `tx` has committed.
   * @param only jobs of this kind and payload; left out, all
   */
  cancel: (tx: Tx, key: string, only?: JobChoice) => Promise<void>
  /** Moves the waiting jobs with this key before all others; false where none waits or runs. */
  moveUp: (tx: Tx, key: string) => Promise<boolean>
  /**
   * Until it is resumed, also after a restart, nothing starts that computes, and what runs is handed back:
   * what is finished of it is kept. Light jobs go on. Answers since when.
   */
  pause: (tx: Tx) => Promise<Date>
  resume: (tx: Tx) => Promise<void>
  /** Since when the queue is paused; null where it is not. */
  pausedAt: (sql: Sql) => Promise<Date | null>
  /** What the jobs of a kind that have not ended are about. */
  listPayloads: <S extends TSchema>(sql: Sql, kind: JobFactory<S>) => Promise<Static<S>[]>
}

/** A kind of job, and values that the payload must hold. */
type JobChoice = Pick<JobDefinition, 'name'> & {
  holding?: Readonly<Record<string, string>>
}

export type LocalQueue = Queue & {
  /** From now on refuses jobs without a handler here. There is one worker; the result ends that. */
  restrictTo: (handled: { has: (name: string) => boolean }) => () => void
}

export function createQueue({ clock }: { clock: Clock }): LocalQueue {
  let handled: { has: (name: string) => boolean } | undefined
  const wake = (tx: Tx): void => afterCommit(tx, (signals) => signals.emit('jobs.due'))
  return {
    enqueue: async (tx, job) => {
      const { definition, organizationId } = job
      const { name, payload, startAfterMs } = definition
      if (handled?.has(name) === false) throw new Error(`No handler for the job ${name}.`)
      // Fails here, in the caller's transaction, rather than later in the worker.
      if (!Value.Check(payload, job.payload)) throw new Error(`Not a payload of the job ${name}.`)
      const createdAt = clock.now()
      const notBefore = startAfterMs === undefined ? null : plusMs(createdAt, startAfterMs)
      await insertJob(tx, job, { createdAt, notBefore })
      const kind = { name, organization_id: organizationId }
      afterCommit(tx, (signals) => signals.emit('jobs.due', kind))
    },
    moveUp,
    pause: async (tx) => {
      wake(tx)
      return insertPause(tx, clock.now())
    },
    resume: async (tx) => {
      await deletePause(tx)
      wake(tx)
    },
    pausedAt: selectPause,
    cancel: async (tx, key, only) => {
      const ids = await deleteJobsOf(tx, key, only)
      if (ids.length > 0) afterCommit(tx, (signals) => signals.emit('jobs.cancelled', ids))
    },
    listPayloads: async (sql, { name, payload }) =>
      (await selectPayloads(sql, name)).map((found) => Value.Parse(payload, found)),
    restrictTo: (names) => {
      if (handled) throw new Error('The queue has a worker already.')
      handled = names
      return () => {
        handled = undefined
      }
    },
  }
}
