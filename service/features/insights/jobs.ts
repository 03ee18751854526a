import { day, plusMs } from '../../core/time.ts'
import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import { combine } from './combine.ts'
import { gather } from './gather.ts'
import { insightsJob } from './insights.ts'
import { completeInsights, failInsights, noteStart, noteStop, type Outcome } from './outcome.ts'
import { createPace } from './pace.ts'
import { selectInsights, type InsightsRow } from './store.ts'
import { loadTerms } from './terms.ts'

type Run = JobRun<{ insights_id: string }>

export const insightsJobs = (deps: Deps): JobHandler[] => [
  handle(
    insightsJob,
    (run) => generate(deps, run),
    ({ insights_id }) => giveUp(deps, insights_id),
  ),
]

/** Safe to run twice: it only reads until the end, and every write asks whether it still may. */
async function generate(deps: Deps, run: Run): Promise<void> {
  const row = await selectInsights(deps.db.sql, run.payload.insights_id)
  if (row?.status !== 'queued' && row?.status !== 'processing') return
  try {
    await whileCurrent(deps.db, run, (tx) => noteStart(tx, row.id))
    const outcome = await makeInsights(deps, row, run.signal)
    await atEnd(deps.db, run, (tx) => completeInsights(deps, tx, row, outcome))
  } catch (error) {
    if (!run.signal.aborted) throw error
    // Stopping gives the job back to the queue; after a cancel there is nothing left to tell.
    if (run.signal.reason !== 'stopping') return
    await whileCurrent(deps.db, run, (tx) => noteStop(tx, row.id))
    throw error
  }
}

async function makeInsights(
  { db }: Pick<Deps, 'db'>,
  { project_id: projectId, lookback_days: days, period_start, period_end }: InsightsRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const work = { signal, pace: createPace(signal), termsOf: await loadTerms() }
  const earlier = plusMs(period_start, -days * day)
  const now = await gather(db.sql, { projectId, from: period_start, to: period_end }, work)
  const before = await gather(db.sql, { projectId, from: earlier, to: period_start }, work)
  const range = { lookbackDays: days, periodEnd: period_end }
  const result = await combine(now, before, { work, range })
  signal.throwIfAborted()
  return { contentAnalyzed: now.items.length, result }
}

async function giveUp(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await selectInsights(tx, id)
    const error = new JobError(
      'interrupted',
      'The insights did not come to an end in three attempts.',
    )
    if (row) await failInsights(deps, tx, row, error)
  })
}
