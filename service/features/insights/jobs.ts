import { day, plusMs, toIso } from '../../core/time.ts'
import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import type { StoredResult } from './collect-evidence.ts'
import { combine } from './combine.ts'
import { gather } from './gather.ts'
import { insightsJob, recountJob } from './insights.ts'
import {
  completeInsights,
  failInsights,
  noteSources,
  noteStart,
  noteStop,
  replaceResult,
  type Outcome,
} from './outcome.ts'
import { createPace } from './cooperative-pace.ts'
import type { Asked } from './span.ts'
import { refresh } from './refresh.ts'
import { selectEarlier, selectInsights, selectUncounted, type InsightsRow } from './store.ts'
import { createTerms } from './terms.ts'

type Run = JobRun<{ insights_id: string; asked?: Asked | undefined }>
type RecountRun = JobRun<{ project_id: string }>

export const insightsJobs = (deps: Deps): JobHandler[] => [
  handle(
    insightsJob,
    (run) => generate(deps, run),
    ({ insights_id }) => giveUp(deps, insights_id),
    (tx, { insights_id }) => noteStop(tx, insights_id),
  ),
  handle(
    recountJob,
    (run) => recount(deps, run),
    // What may be of a deleted recording stays hidden for good.
    async ({ project_id }) => deps.log.warn({ project_id }, 'insights could not be counted again'),
  ),
]

/** Safe to run twice: what it writes before the end is only where to go on from. */
async function generate(deps: Deps, run: Run): Promise<void> {
  const row = await selectInsights(deps.db.sql, run.payload.insights_id)
  if (row?.status !== 'queued' && row?.status !== 'processing') return
  try {
    await whileCurrent(deps.db, run, (tx) => noteStart(tx, row.id))
    const asked = run.payload.asked ?? askedOf(row)
    await readRecordings(deps, run, { row, asked })
    const outcome = await count(deps, row.id, { asked, signal: run.signal })
    await atEnd(deps.db, run, (tx) => completeInsights(deps, tx, outcome))
  } catch (error) {
    if (!run.signal.aborted) throw error
    // Stopping gives the job back to the queue; after a cancel there is nothing left to tell.
    if (run.signal.reason !== 'stopping') return
    await whileCurrent(deps.db, run, (tx) => noteStop(tx, row.id))
    throw error
  }
}

/** Reads the recordings of both periods that changed since they were last read. */
type Wanted = { row: InsightsRow; asked: Asked }

async function readRecordings(deps: Deps, run: Run, { row, asked }: Wanted): Promise<void> {
  const { project_id: projectId, period_start: middle, period_end: end } = row
  const work = { signal: run.signal, pace: createPace(run.signal) }
  const now = await refresh(deps, { projectId, from: middle, to: end, isCurrent: true }, work)
  const from = new Date(asked.before_start)
  const to = new Date(asked.before_end)
  const rest = await refresh(deps, { projectId, from, to, isCurrent: false }, work)
  const all = {
    sources: [...now.sources, ...rest.sources],
    recordingsRead: now.recordingsRead + rest.recordingsRead,
  }
  const other = await selectEarlier(deps.db.sql, row)
  await whileCurrent(deps.db, run, (tx) => noteSources(tx, row.id, all, other?.id ?? null))
}

/** As a result tells it; without one, or with one of an older version, the same days once more before. */
function askedOf({ result, period_start, lookback_days }: InsightsRow): Asked {
  const { before, series } = (result ?? {}) as Partial<StoredResult>
  return {
    time_zone: series?.time_zone ?? null,
    before_start: before?.period_start ?? toIso(plusMs(period_start, -lookback_days * day)),
    before_end: before?.period_end ?? toIso(period_start),
  }
}

/** What the stored findings amount to. */
async function count(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { asked, signal }: { asked?: Asked; signal: AbortSignal },
): Promise<Outcome> {
  const row = await selectInsights(db.sql, id)
  if (!row) throw new JobError('interrupted', 'The insights were removed.')
  const work = { pace: createPace(signal), termsOf: createTerms() }
  const { compared_with: other, period_start: periodStart, period_end: periodEnd } = row
  const earlier = other === null ? undefined : await selectInsights(db.sql, other)
  const tallies = await gather(db.sql, row, work.pace)
  const range = {
    ...{ lookbackDays: row.lookback_days, periodStart, periodEnd },
    asked: asked ?? askedOf(row),
  }
  const result = await combine(db.sql, tallies, { work, range, earlier })
  signal.throwIfAborted()
  return { row, contentAnalyzed: tallies.now.items.length, result }
}

/** One after the other, until none counts a deleted recording; one that is deleted meanwhile too. */
async function recount(deps: Deps, run: RecountRun): Promise<void> {
  let row = await selectUncounted(deps.db.sql, run.payload.project_id)
  for (let isOurs = true; row && isOurs;) {
    const outcome = await count(deps, row.id, run)
    isOurs = false
    await whileCurrent(deps.db, run, async (tx) => {
      isOurs = true
      await replaceResult(tx, outcome)
    })
    row = await selectUncounted(deps.db.sql, run.payload.project_id)
  }
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
