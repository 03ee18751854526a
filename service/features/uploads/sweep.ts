import { Type } from 'typebox'
import { day, minute, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'

/** Removes from a store what was sent there and never became a recording. */
export const sweepJob = defineJob({
  name: 'uploads.sweep',
  payload: Type.Object({}),
  lane: 'light',
  attempts: 3,
  retryAfterMs: (attempt) => attempt * minute,
})

/** Called hourly by start.ts. */
export async function queueSweep({
  db,
  queue,
  blobs,
}: Pick<Deps, 'db' | 'queue' | 'blobs'>): Promise<void> {
  if (!blobs.direct || (await queue.listPayloads(db.sql, sweepJob)).length > 0) return
  await db.transaction((tx) => queue.enqueue(tx, sweepJob.of({})))
}

/** Items that were not confirmed are deleted after a day (api-choices.md 9): nobody can confirm these any more. */
const keptMs = 2 * day

export async function sweepUploads({ blobs, clock }: Pick<Deps, 'blobs' | 'clock'>): Promise<void> {
  await blobs.direct?.sweepUploads(plusMs(clock.now(), -keptMs))
}
