// How long all that waits takes: what was measured here of the last recordings and analyses, times what is open.
import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { usesLanguageModel } from '../../engine/writer.ts'
import { measuredSpeed } from '../models/record.ts'
import {
  countOpen,
  selectAnalysisSeconds,
  selectBytesPerSecond,
  selectLoads,
  type Load,
} from './store.ts'

type EstimateDeps = Pick<Deps, 'db' | 'transcriber' | 'writer'>

/** As many as a model's measured speed is made of. */
const newest = 20

/** In seconds; null while there is too little to tell by. */
export async function estimateRemaining(
  deps: EstimateDeps,
  organizationId: Caller['organizationId'],
): Promise<number | null> {
  const { sql } = deps.db
  const loads = await selectLoads(sql, organizationId)
  let transcribing = 0
  for (const load of loads) {
    const seconds = await secondsOf(deps, load)
    if (seconds === null) return null
    transcribing += seconds
  }
  const open = await countOpen(sql, { organizationId, projectIds: null })
  const count = open.analyses + loads.reduce((sum, { analyses }) => sum + analyses, 0)
  if (count === 0) return Math.round(transcribing)
  const each = await selectAnalysisSeconds(sql, organizationId, newest)
  if (each === null) return null
  // A language model waits for its turn behind transcriptions; the built-in analyser works beside them.
  return (await usesLanguageModel(deps.writer, { organizationId }))
    ? Math.round(transcribing + count * each)
    : Math.round(Math.max(transcribing, count * each))
}

async function secondsOf({ db, transcriber }: EstimateDeps, load: Load): Promise<number | null> {
  const length = await lengthOf(db.sql, load)
  if (length === 0) return load.remaining_seconds
  const status = load.model === null ? await transcriber.status() : null
  const model = load.model ?? (status?.ready ? status.model : null)
  const speed = model === null ? null : await measuredSpeed(db.sql, model)
  if (length === null || speed === null) return null
  return load.remaining_seconds + length / speed.times_real_time
}

/** A file that was never decoded is as long as others of its type and size. */
async function lengthOf(sql: Deps['db']['sql'], load: Load): Promise<number | null> {
  if (load.bytes === 0) return load.seconds
  const rate = await selectBytesPerSecond(sql, load.content_type, newest)
  return rate === null ? null : load.seconds + load.bytes / rate
}
