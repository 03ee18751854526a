import type { Tx } from '../db/database.ts'
import type { NewJob } from './job.ts'

/** Work that outlives the request, stored in the transaction of the data it belongs to. */
export type Queue = {
  enqueue: (tx: Tx, job: NewJob) => Promise<void>
  /** Removes waiting jobs with this key and aborts a running one, once `tx` has committed. */
  cancel: (tx: Tx, key: string) => Promise<void>
}
