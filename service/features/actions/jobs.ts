import type { Deps } from '../../deps.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { catchUpJob } from './actions.ts'
import { recordActions } from './record-actions.ts'
import { deleteUnread, selectUnread } from './store.ts'

const pageSize = 50

export const actionJobs = (deps: Deps): JobHandler[] => [
  handle(
    catchUpJob,
    (run) => catchUp(deps, run),
    // The next start tries again.
    async () => deps.log.warn('action items of older analyses could not be read'),
  ),
]

/** Safe to run twice: each recording is taken off the list in the transaction that reads it. */
async function catchUp({ db }: Pick<Deps, 'db'>, run: JobRun<object>): Promise<void> {
  for (;;) {
    const ids = await selectUnread(db.sql, pageSize)
    if (ids.length === 0) return
    for (const id of ids) {
      run.signal.throwIfAborted()
      await whileCurrent(db, run, async (tx) => {
        await recordActions(tx, id)
        await deleteUnread(tx, id)
      })
    }
  }
}
