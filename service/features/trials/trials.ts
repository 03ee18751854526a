// Choice: a prompt is tried on one recording before it is saved. A trial is no analysis: it is not
// listed, announced or found, and it goes after a day.
import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { day, plusMs, toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import { toWritten } from '../analyses/analyses.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import {
  checkResultLanguage,
  checkSchema,
  checkTemplate,
  outputSchemaOf,
} from '../prompts/prompts.ts'
import { findTranscript } from '../transcripts/transcripts.ts'
import type { Trial, TryPromptAnswer, TryPromptRequest } from './schema.ts'
import {
  deleteTrial,
  deleteTrialsBefore,
  insertTrial,
  selectTrial,
  updateInterruptedTrials,
  type TrialRow,
} from './store.ts'

const keptMs = day

/** As for an analysis: the schema is text, because the order of its fields matters. */
export const trialJob = defineJob({
  name: 'prompt.try',
  payload: Type.Object({
    trial_id: Type.String(),
    template: Type.String(),
    output_schema: Type.String(),
  }),
  lane: 'engine',
  attempts: 3,
})

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
      transcript_version: transcript.version,
      result_language,
      status: 'queued',
      created_at: clock.now(),
    })
    const output_schema = JSON.stringify(outputSchemaOf({ output_schema: schema }))
    // The trial's own id as key: it can be given up while analyses of the recording go on.
    await queue.enqueue(tx, trialJob.of({ trial_id: id, template, output_schema }, id))
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
    const { id } = await requireTrial(tx, caller, ref)
    await queue.cancel(tx, id)
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
    const ids = await deleteTrialsBefore(tx, plusMs(clock.now(), -keptMs))
    for (const id of ids) await queue.cancel(tx, id)
  })
}

/** At a start nothing runs: what a dead process left running waits again (reliability.md J-1). */
export const requeueInterruptedTrials = (sql: Sql): Promise<void> => updateInterruptedTrials(sql)

async function requireTrial(
  sql: Sql,
  caller: Caller,
  { projectId, contentId, trialId }: ContentRef & { trialId: string },
): Promise<TrialRow> {
  await requireContent(sql, caller, projectId, contentId)
  const row = await selectTrial(sql, trialId)
  if (row?.content_id !== contentId) throw errors.notFound('trial')
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
