import { Value } from 'typebox/value'
import { plusMs, type Clock } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import { afterCommit } from '../db/connection.ts'
import type { JobDefinition, NewJob } from './job.ts'
import { deleteJobsOf, insertJob } from './store.ts'

/** Work that outlives the request, stored in the transaction of the data it belongs to. */
export type Queue = {
  enqueue: (tx: Tx, job: NewJob) => Promise<void>
  /**
   * Removes waiting jobs with this key and aborts a running one, once `tx` has committed.
   * @param only this kind of work, and this piece of it; left out, all
   */
  cancel: (tx: Tx, key: string, only?: JobChoice) => Promise<void>
}

/** A kind of work, and what the payload of one piece of it holds. */
export type JobChoice = Pick<JobDefinition, 'name'> & {
  holding?: Readonly<Record<string, string>>
}

/** Who runs the jobs: told in the moment of the commit, so that nothing has to poll. */
export type QueueListener = {
  handles: (name: string) => boolean
  wake: () => void
  abort: (jobIds: number[]) => void
}

export type LocalQueue = Queue & {
  /** There is one worker; the result detaches it. */
  attach: (listener: QueueListener) => () => void
}

export function createQueue({ clock }: { clock: Clock }): LocalQueue {
  let worker: QueueListener | undefined
  return {
    enqueue: async (tx, job) => {
      const { name, payload, startAfterMs } = job.definition
      if (worker && !worker.handles(name)) throw new Error(`No handler for the job ${name}.`)
      // Fails here, in the caller's transaction, rather than later in the worker.
      if (!Value.Check(payload, job.payload)) throw new Error(`Not a payload of the job ${name}.`)
      const createdAt = clock.now()
      const notBefore = startAfterMs === undefined ? null : plusMs(createdAt, startAfterMs)
      await insertJob(tx, job, { createdAt, notBefore })
      const wake = () => worker?.wake()
      afterCommit(tx, () => (notBefore ? void clock.at(notBefore, wake) : wake()))
    },
    cancel: async (tx, key, only) => {
      const ids = await deleteJobsOf(tx, key, only)
      if (ids.length > 0) afterCommit(tx, () => worker?.abort(ids))
    },
    attach: (listener) => {
      if (worker) throw new Error('The queue has a worker already.')
      worker = listener
      return () => {
        worker = undefined
      }
    },
  }
}
