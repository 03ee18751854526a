/** Plans how the model reads a transcript: in one chunk if it fits, otherwise in several. */
import { JobError } from '../../core/errors.ts'
import type { WriteRequest } from '../engine.ts'
import type { Plan } from '../schema-plan.ts'
import { withStructure, type AnsweringModel } from './answering-model.ts'
import { toChunks, tokensOf, toTurns } from './chunks.ts'
import type { Chunk } from './chunks.ts'
import { transcriptPrompt } from './prompt.ts'

export type Layout = {
  contextSize: number
  chunks: Chunk[]
  /** Maximum tokens of the answer about one chunk. */
  maxTokens: number
  /** Maximum tokens of a chunk. */
  room: number
  total: number
}

/**
 * The usual context of a chunk, and the larger one if that avoids splitting, or if instructions and
 * schema need it. Small models lose track in longer contexts, and reading slows down with length.
 */
const usualContext = 4096
const largeContext = 8192

type LayoutOptions = {
  plan: Plan
  maxTokens: number
  /** Maximum context, if the usual ones are too large. */
  contextTokens?: number
}

const leastRoom = 256

/**
 * Choice: an answer about one of several chunks is short. This keeps the longest recordings
 * feasible: ten hours (130,000 tokens) are some forty chunks, at 30 tokens a second at most 7
 * minutes of writing, and reading them all takes about as long. There is no length beyond which
 * less is read.
 */
const chunkTokens = 300
const leafTokens = 16

/**
 * Splits a transcript into chunks for a context size. Throws `JobError` schema_not_satisfied if the
 * prompt and its schema leave no room for the transcript.
 */
export function layOut(
  model: Pick<AnsweringModel, 'contextSize' | 'countPrompt' | 'countTokens'>,
  request: WriteRequest,
  { plan, maxTokens, contextTokens }: LayoutOptions,
): Layout {
  const part = { number: 100, of: 100 }
  const prompt = model.countPrompt(transcriptPrompt('', { ...request, plan, part }))
  const turns = toTurns(request.segments, model.countTokens)
  const total = tokensOf(turns)
  const sizeOf = (size: number) => Math.min(size, contextTokens ?? size, model.contextSize)
  const roomIn = (size: number, answer: number) => size - prompt - withStructure(answer)

  for (const contextSize of [usualContext, largeContext].map(sizeOf)) {
    const room = roomIn(contextSize, maxTokens)
    if (room < Math.max(total, leastRoom)) continue
    return { contextSize, chunks: toChunks(turns, room), maxTokens, room, total }
  }
  const answer = Math.min(maxTokens, Math.max(chunkTokens, leafTokens * leavesOf(plan)))
  const isTight = prompt + withStructure(answer) > usualContext / 2
  const contextSize = sizeOf(isTight ? largeContext : usualContext)
  const room = roomIn(contextSize, answer)
  if (room < leastRoom) {
    const message = 'The prompt and its schema leave no room for the transcript in this model.'
    throw new JobError('schema_not_satisfied', message)
  }
  return { contextSize, chunks: toChunks(turns, room), maxTokens: answer, room, total }
}

function leavesOf(plan: Plan): number {
  if (plan.kind === 'object') {
    return plan.entries.reduce((sum, entry) => sum + leavesOf(entry.plan), 0)
  }
  if (plan.kind === 'array') return leavesOf(plan.items) * Math.max(2, plan.min)
  return plan.kind === 'choice' ? Math.max(...plan.options.map(leavesOf)) : 1
}
