import { day, plusMs, toIso } from '../../core/time.ts'
import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import type { StoredResult } from './collect-evidence.ts'
import { combine } from './combine.ts'
import { startGathering, type Tallies } from './gather.ts'
import { insightsJob, recountJob } from './insights.ts'
import {
  completeInsights,
  failInsights,
  noteSources,
  noteStart,
  noteStop,
  replaceResult,
  type Outcome,
  type Read,
} from './outcome.ts'
import { createPace } from './cooperative-pace.ts'
import { selectSources, type Source } from './findings-store.ts'
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
    const { read, tallies } = await readRecordings(deps, run, { row, asked })
    // As noteSources leaves it.
    const noted = { ...row, compared_with: read.comparedWith, removed_ids: [] }
    let isWhole = true
    // The database stores what they are counted from meanwhile.
    const [counted] = await Promise.all([
      combineAll(deps, noted, { asked, signal: run.signal, tallies }),
      whileCurrent(deps.db, run, async (tx) => {
        isWhole = await noteSources(tx, row.id, read)
      }),
    ])
    const outcome = isWhole ? counted : await count(deps, row.id, { asked, signal: run.signal })
    await atEnd(deps.db, run, (tx) => completeInsights(deps, tx, outcome))
  } catch (error) {
    if (!run.signal.aborted) throw error
    // Stopping gives the job back to the queue; after a cancel there is nothing left to tell.
    if (run.signal.reason !== 'stopping') return
    await whileCurrent(deps.db, run, (tx) => noteStop(tx, row.id))
    throw error
  }
}

type Wanted = { row: InsightsRow; asked: Asked }

/** Reads the recordings of both periods that changed since they were last read, and gathers what was found in all. */
async function readRecordings(
  deps: Deps,
  run: Run,
  { row, asked }: Wanted,
): Promise<{ read: Read; tallies: Tallies }> {
  const { sql } = deps.db
  const { project_id: projectId, period_start: middle, period_end: end } = row
  const work = { signal: run.signal, pace: createPace(run.signal) }
  const other = await selectEarlier(sql, row)
  const sources = other ? selectSources(sql, other.id, true) : Promise.resolve([])
  const gathering = startGathering(sql, sources, work.pace)
  const readPeriod = (period: 'now' | 'before', [from, to]: [Date, Date]) => {
    const onRead = (some: readonly Source[]) => gathering.add(period, some)
    return refresh(deps, { projectId, from, to }, { ...work, onRead })
  }
  const [compared, now, before] = await Promise.all([
    sources,
    readPeriod('now', [middle, end]),
    readPeriod('before', [new Date(asked.before_start), new Date(asked.before_end)]),
  ])
  const read = {
    ...{ now: now.sources, before: before.sources, compared },
    recordingsRead: now.recordingsRead + before.recordingsRead,
    comparedWith: other?.id ?? null,
  }
  return { read, tallies: await gathering.end() }
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

type Counting = { asked?: Asked; signal: AbortSignal }

/** What the stored findings amount to. */
async function count(deps: Pick<Deps, 'db'>, id: string, options: Counting): Promise<Outcome> {
  const { sql } = deps.db
  const row = await selectInsights(sql, id)
  if (!row) throw new JobError('interrupted', 'The insights were removed.')
  const { compared_with: other } = row
  const compared = other === null ? [] : await selectSources(sql, other, true)
  const gathering = startGathering(sql, Promise.resolve(compared), createPace(options.signal))
  await gathering.add('now', await selectSources(sql, id, true))
  await gathering.add('before', await selectSources(sql, id, false))
  return combineAll(deps, row, { ...options, tallies: await gathering.end() })
}

async function combineAll(
  { db }: Pick<Deps, 'db'>,
  row: InsightsRow,
  { asked, signal, tallies }: Counting & { tallies: Tallies },
): Promise<Outcome> {
  const work = { pace: createPace(signal), termsOf: createTerms() }
  const { compared_with: other, period_start: periodStart, period_end: periodEnd } = row
  const earlier = other === null ? undefined : await selectInsights(db.sql, other)
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
