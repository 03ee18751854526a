// Choice: a prompt is tried on one recording before it is saved. A trial runs as an analysis does, but
// is not listed, announced or found, and it goes after a day.
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { day, plusMs, toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { checkResultLanguage, checkSchema, checkTemplate } from '../prompts/prompt-text.ts'
import { outputSchemaOf } from '../prompts/prompts.ts'
import { findTranscript } from '../transcripts/transcripts.ts'
import { analysisJob } from './analyses.ts'
import { toWritten } from './analysis.ts'
import {
  deleteTrial,
  deleteTrialsBefore,
  insertTrial,
  selectRun,
  type TrialRow,
} from './run-store.ts'
import type { Trial, TryPromptAnswer, TryPromptRequest } from './schema.ts'

const keptMs = day

/** Queues a trial of a prompt that need not exist. */
export async function tryPrompt(
  { db, queue, clock, writer }: Pick<Deps, 'db' | 'queue' | 'clock' | 'writer'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { template, output_schema: schema = null, result_language = null }: TryPromptRequest,
): Promise<TryPromptAnswer> {
  checkTemplate(template)
  if (schema) checkSchema(writer, schema)
  checkResultLanguage(result_language)
  return db.transaction(async (tx) => {
    await requireContent(tx, caller, projectId, contentId)
    const transcript = await findTranscript(tx, contentId)
    if (!transcript) {
      throw new ApiError('transcript_not_ready', 'This recording has no transcript yet.')
    }
    const id = newId('trial')
    await insertTrial(tx, {
      id,
      content_id: contentId,
      project_id: projectId,
      is_trial: true,
      transcript_version: transcript.version,
      result_language,
      status: 'queued',
      created_at: clock.now(),
    })
    const output_schema = JSON.stringify(outputSchemaOf({ output_schema: schema }))
    // The recording's id as key: deleting the recording cancels its trials, too.
    const payload = { analysis_id: id, template, output_schema }
    const { organizationId } = caller
    await queue.enqueue(tx, analysisJob.of(payload, contentId, { organizationId }))
    return { trial_id: id, status: 'queued' as const }
  })
}

export async function readTrial(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  ref: ContentRef & { trialId: string },
): Promise<Trial> {
  return toTrial(await requireTrial(db.sql, caller, ref))
}

/** Gives a trial up, whatever it is at, and forgets what came of it. */
export async function removeTrial(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  caller: Caller,
  ref: ContentRef & { trialId: string },
) {
  return db.transaction(async (tx) => {
    const { id, content_id } = await requireTrial(tx, caller, ref)
    await cancelTrial(queue, tx, { id, content_id })
    await deleteTrial(tx, id)
    return { id, deleted: true as const }
  })
}

/** Deletes trials of more than a day ago. Called hourly by start.ts. */
export async function expireTrials({
  db,
  queue,
  clock,
}: Pick<Deps, 'db' | 'queue' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const expired = await deleteTrialsBefore(tx, plusMs(clock.now(), -keptMs))
    for (const trial of expired) await cancelTrial(queue, tx, trial)
  })
}

/** Ends its job and none of the other runs on the recording. */
const cancelTrial = (
  queue: Deps['queue'],
  tx: Tx,
  { id, content_id }: Pick<TrialRow, 'id' | 'content_id'>,
): Promise<void> =>
  queue.cancel(tx, content_id, { name: analysisJob.name, holding: { analysis_id: id } })

async function requireTrial(
  sql: Sql,
  caller: Caller,
  { projectId, contentId, trialId }: ContentRef & { trialId: string },
): Promise<TrialRow> {
  await requireContent(sql, caller, projectId, contentId)
  const row = await selectRun(sql, trialId)
  if (!row?.is_trial || row.content_id !== contentId) throw errors.notFound('trial')
  return row
}

const toTrial = (row: TrialRow): Trial => ({
  id: row.id,
  content_id: row.content_id,
  status: row.status,
  confidence_score: row.confidence_score,
  ...toWritten(row),
  created_at: toIso(row.created_at),
  expires_at: toIso(plusMs(row.created_at, keptMs)),
})
