import { Type } from 'typebox'
import type { Caller, Reach } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { statesOf } from '../../core/work-state.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import type { WorkQuery } from '../../http/work-query.ts'
import { defineJob, type JobOrder } from '../../queue/job.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { requireWritingModel } from '../models/models.ts'
import { checkResultLanguage } from '../prompts/prompt-text.ts'
import { findPrompt, outputSchemaOf, type FoundPrompt } from '../prompts/prompts.ts'
import { findTranscript } from '../transcripts/transcripts.ts'
import { toAnalysis, toListItem, toOverview, type Analysis } from './analysis.ts'
import type { AnalyzeAnswer, AnalyzeRequest } from './schema.ts'
import {
  insertAnalysis,
  selectAllAnalyses,
  selectAnalyses,
  selectAnalysis,
  selectLastCompleted,
  selectLatest,
  selectProjectSettings,
  selectSame,
  selectVersion,
  type AnalysisRow,
} from './store.ts'

/**
 * The job of every run, analysis or trial. Choice: a run follows the prompt as it was when it was
 * requested, so the job carries it. The schema is text, because the order of its fields is the order
 * in which they are written.
 */
export const analysisJob = defineJob({
  name: 'analysis.run',
  payload: Type.Object({
    analysis_id: Type.String(),
    template: Type.String(),
    output_schema: Type.String(),
    model: Type.Optional(Type.String()),
  }),
  // Where a language model has to write, the job moves to its lane (jobs.ts).
  lane: 'analyser',
  attempts: 3,
})

export async function listAnalyses(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  query: PagingQuery,
) {
  await requireContent(db.sql, caller, projectId, contentId)
  const request = { ...query, filters: { content_id: contentId }, key: keys.cursor }
  const { items, nextCursor } = await selectAnalyses(db.sql, contentId, request)
  return { items: items.map(toListItem), nextCursor }
}

/** Of all recordings in the projects that the key sees. */
export async function listAllAnalyses(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { organizationId, projectIds }: Caller,
  { status, ...query }: WorkQuery,
) {
  const within = { organizationId, projectIds }
  const request = { ...query, filters: { status }, key: keys.cursor }
  const { items, nextCursor } = await selectAllAnalyses(db.sql, within, statesOf(status), request)
  return { items: items.map(toOverview), nextCursor }
}

export async function readAnalysis(
  { db }: Pick<Deps, 'db'>,
  caller: Reach,
  { projectId, contentId, analysisId }: ContentRef & { analysisId: string },
): Promise<Analysis> {
  await requireContent(db.sql, caller, projectId, contentId)
  const row = await selectAnalysis(db.sql, analysisId)
  if (row?.content_id !== contentId) throw errors.notFound('analysis')
  return toAnalysis(row)
}

type DetailAnalyses = { analyses: Analysis[]; last_completed_analyses: Analysis[] }

/**
 * The newest analysis by each prompt, newest first, for the detail of a recording; and where such a
 * one waits, is at work, failed or was cancelled, the result that the prompt gave before.
 */
export async function listDetailAnalyses(sql: Sql, contentId: string): Promise<DetailAnalyses> {
  const newest = await selectLatest(sql, contentId)
  const repeated = newest.filter(({ status, version }) => status !== 'completed' && version > 1)
  const promptIds = repeated.map(({ prompt_id: promptId }) => promptId)
  const before = promptIds.length > 0 ? await selectLastCompleted(sql, contentId, promptIds) : []
  return { analyses: newest.map(toAnalysis), last_completed_analyses: before.map(toAnalysis) }
}

/** Queues an analysis, or answers with the one that there is (api-choices.md 7). */
export async function startAnalysis(
  deps: Pick<Deps, 'config' | 'db' | 'queue' | 'clock'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  request: AnalyzeRequest,
): Promise<AnalyzeAnswer> {
  const { prompt_id: requestedId, model } = request
  // An earlier one may be by another model.
  const isForced = request.force_new === true || model !== undefined
  checkResultLanguage(request.result_language)
  if (model !== undefined) await requireWritingModel(deps, caller, model)
  return deps.db.transaction(async (tx) => {
    await requireContent(tx, caller, projectId, contentId)
    const promptId = requestedId ?? (await selectProjectSettings(tx, projectId))?.prompt_id
    const prompt = promptId ? await findPrompt(tx, caller.organizationId, promptId) : undefined
    if (!prompt) throw errors.invalid('prompt_id', 'unknown', 'There is no prompt with this id.')
    const content = { id: contentId, project_id: projectId }
    // Left out, the prompt's own; null, the language of the speech.
    const { result_language: language = prompt.result_language } = request
    const { organizationId } = caller
    const options = { prompt, isForced, language, model, organizationId }
    const answer = await queueAnalysis(deps, tx, content, options)
    if (answer) return answer
    throw new ApiError('transcript_not_ready', 'This recording has no transcript yet.')
  })
}

/** Where the project says so, a new transcript is analysed at once, with the default prompt. */
export async function queueAutoAnalysis(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  content: { id: string; project_id: string },
  order: JobOrder,
): Promise<void> {
  const project = await selectProjectSettings(tx, content.project_id)
  if (!project?.auto_analyze || !project.prompt_id) return
  const prompt = await findPrompt(tx, project.organization_id, project.prompt_id)
  if (!prompt) return
  const { organization_id: organizationId } = project
  const language = prompt.result_language
  const options = { prompt, isForced: false, language, ...order, organizationId }
  await queueAnalysis(deps, tx, content, options)
}

/** Undefined where there is no transcript to analyse. */
async function queueAnalysis(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  content: { id: string; project_id: string },
  options: {
    prompt: FoundPrompt
    isForced: boolean
    language: string | null
    model?: string | undefined
  } & JobOrder,
): Promise<AnalyzeAnswer | undefined> {
  const transcript = await findTranscript(tx, content.id)
  if (!transcript) return undefined
  const { prompt, isForced, language, model, isFirst = false, organizationId = '' } = options
  const work = {
    content_id: content.id,
    prompt_id: prompt.id,
    prompt_version: prompt.version,
    transcript_version: transcript.version,
    result_language: language,
  }
  const same = isForced ? undefined : await selectSame(tx, work)
  if (same) return toAnswer(same)
  const row = {
    id: newId('ana'),
    ...work,
    project_id: content.project_id,
    prompt_name: prompt.name,
    version: (await selectVersion(tx, content.id, prompt.id)) + 1,
    status: 'queued' as const,
    created_at: clock.now(),
  }
  await insertAnalysis(tx, row)
  const output_schema = JSON.stringify(outputSchemaOf(prompt))
  const { template } = prompt
  const payload = { analysis_id: row.id, template, output_schema, ...(model && { model }) }
  // The recording's id as key: deleting the recording cancels its analyses.
  await queue.enqueue(tx, analysisJob.of(payload, content.id, { isFirst, organizationId }))
  return toAnswer(row)
}

const messages: Record<AnalysisRow['status'], string> = {
  queued: 'The analysis is queued; content_analysis.completed tells when it is done.',
  processing: 'The analysis is running; content_analysis.completed tells when it is done.',
  completed: 'This analysis exists already; send force_new to make another.',
  failed: 'The analysis failed.',
}

const toAnswer = ({ id, status }: Pick<AnalysisRow, 'id' | 'status'>): AnalyzeAnswer => ({
  analysis_id: id,
  status,
  message: messages[status],
})
