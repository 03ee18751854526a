import { Type } from 'typebox'
import { ApiError, errors, JobError } from '../../core/errors.ts'
import { hour, second } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { MediaFacts } from '../../engine/engine.ts'
import { defineJob, type JobOrder } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import { startProcessing } from '../content/status.ts'
import { importJob } from '../imports/import-job.ts'
import { requireMinutes } from '../usage/usage.ts'

export const transcribeJob = defineJob({
  name: 'content.transcribe',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'engine',
  attempts: 3,
  keepsParts: true,
})

/** The job that makes an item's transcript. */
export const jobOf = ({ source }: Pick<ContentRow, 'source'>) =>
  source === 'import' ? importJob : transcribeJob

/** Refuses work that no engine could do, before anything is changed. */
export async function requireTranscriber(
  { transcriber }: Pick<Deps, 'transcriber'>,
  model: string | null,
): Promise<void> {
  const status = await transcriber.status(model ?? undefined)
  if (status.ready) return
  throw new ApiError('model_unavailable', status.reason, { headers: { 'retry-after': '60' } })
}

export const longestSeconds = (10 * hour) / second // api-choices.md 12

/** Asked once the length is known. */
export function refuseTooLong({ durationSeconds }: MediaFacts): void {
  if (durationSeconds > longestSeconds) {
    throw new JobError('media_too_long', 'Recordings may be at most 10 hours long.')
  }
}

type Queueing = {
  /** How the item gets there: anew, or out of a pause. */
  move?: typeof startProcessing
} & JobOrder

/**
 * The move to processing and its job, in one transaction; 402 where no minutes are left. An import
 * takes none.
 */
export async function queueTranscription(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  contentId: string,
  { move = startProcessing, ...order }: Queueing = {},
): Promise<ContentRow> {
  const found = await findContent(tx, contentId)
  if (!found) throw errors.notFound('content')
  const organizationId = await organizationOf(tx, contentId)
  if (found.source !== 'import') await requireMinutes(tx, organizationId, clock.now())
  await move(tx, contentId, clock.now())
  const job = jobOf(found).of({ content_id: contentId }, contentId, { ...order, organizationId })
  await queue.enqueue(tx, job)
  return (await findContent(tx, contentId)) ?? found
}
