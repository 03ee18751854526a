import type { Static } from 'typebox'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd } from '../../queue/job-writes.ts'
import { queueEmbedding } from '../ask/embedding.ts'
import { indexInSteps } from './index-content.ts'
import { indexJob } from './index-job.ts'
import { selectSize } from './index-store.ts'

export const searchJobs = (deps: Deps): JobHandler[] => [
  handle(
    indexJob,
    (run) => indexLong(deps, run),
    // The next change of the transcript tries again.
    async ({ content_id: id }) =>
      deps.log.warn({ content_id: id }, 'a long recording could not be read for search'),
  ),
]

/** The transcript was changed, or this run is no longer the one that counts. */
class Superseded extends Error {}

async function indexLong(deps: Deps, run: JobRun<Static<typeof indexJob.payload>>): Promise<void> {
  const { db } = deps
  const { content_id: id } = run.payload
  const markOf = async (sql: Sql) => (await selectSize(sql, id))?.mark
  let isOver = false
  while (!isOver) {
    const mark = await markOf(db.sql)
    const write = (step: (tx: Sql) => Promise<void>) =>
      db.transaction(async (tx) => {
        isOver = run.signal.aborted || !(await run.isCurrent(tx))
        if (isOver || (await markOf(tx)) !== mark)
          throw new Superseded('There is another transcript, or another run.')
        await step(tx)
      })
    try {
      await indexInSteps({ sql: db.sql, write }, id)
      isOver = true
    } catch (error) {
      // Of what was changed meanwhile all is read again.
      if (!(error instanceof Superseded)) throw error
    }
  }
  if (run.signal.aborted) return
  await atEnd(db, run, (tx) => queueEmbedding(deps, tx, id, { isFirst: run.isFirst }))
}
