/** Plans how the model reads a transcript: whole if it fits, else an excerpt, or without a guide in chunks. */
import { JobError } from '../../core/errors.ts'
import type { ModelRequest } from '../engine.ts'
import type { Plan } from '../schema-plan.ts'
import { withStructure, type AnsweringModel } from './answering-model.ts'
import { spokenLine, toChunks, tokensOf, toTurns, type Chunk } from './chunks.ts'
import { chooseUtterances, linesOf } from './excerpt.ts'
import { transcriptPrompt } from './prompt.ts'

export type Layout = {
  contextSize: number
  chunks: Chunk[]
  /** Maximum tokens of the answer about one chunk. */
  maxTokens: number
  /** Maximum tokens of a chunk. */
  room: number
  total: number
  /** The utterances of an excerpt; null where all is read. */
  chosen: ReadonlySet<number> | null
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

/** Choice: an excerpt that is smaller leaves out too much. */
const leastExcerpt = 1024

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
  request: ModelRequest,
  { plan, maxTokens, contextTokens }: LayoutOptions,
): Layout {
  const part = { number: 100, of: 100 }
  const prompt = model.countPrompt(transcriptPrompt('', { ...request, plan, part }))
  const { guide } = request
  const lines = guide ? linesOf(guide) : request.segments.map(spokenLine)
  const turns = toTurns(lines, model.countTokens)
  const total = tokensOf(turns)
  const sizeOf = (size: number) => Math.min(size, contextTokens ?? size, model.contextSize)
  const roomIn = (size: number, answer: number) => size - prompt - withStructure(answer)

  // Whoever chose an excerpt wants an answer from all of it; no more is opened than it takes.
  const needed = prompt + total + withStructure(maxTokens)
  const whole = request.isExcerpt === true ? [largeContext * Math.ceil(needed / largeContext)] : []
  for (const contextSize of [usualContext, largeContext, ...whole].map(sizeOf)) {
    const room = roomIn(contextSize, maxTokens)
    if (room < Math.max(total, leastRoom)) continue
    return { contextSize, chunks: toChunks(turns, room), maxTokens, room, total, chosen: null }
  }
  for (const contextSize of guide ? [usualContext, largeContext].map(sizeOf) : []) {
    const room = roomIn(contextSize, maxTokens)
    if (!guide || room < leastExcerpt) continue
    const chosen = chooseUtterances(guide, { room, count: model.countTokens })
    const chunks = toChunks(toTurns(linesOf(guide, chosen), model.countTokens), room)
    return { contextSize, chunks, maxTokens, room, total, chosen }
  }
  const answer = Math.min(maxTokens, Math.max(chunkTokens, leafTokens * leavesOf(plan)))
  const isTight = prompt + withStructure(answer) > usualContext / 2
  const contextSize = sizeOf(isTight ? largeContext : usualContext)
  const room = roomIn(contextSize, answer)
  if (room < leastRoom) {
    const message = 'The prompt and its schema leave no room for the transcript in this model.'
    throw new JobError('schema_not_satisfied', message)
  }
  const chunks = toChunks(turns, room)
  return { contextSize, chunks, maxTokens: answer, room, total, chosen: null }
}

function leavesOf(plan: Plan): number {
  if (plan.kind === 'object') {
    return plan.entries.reduce((sum, entry) => sum + leavesOf(entry.plan), 0)
  }
  if (plan.kind === 'array') return leavesOf(plan.items) * Math.max(2, plan.min)
  return plan.kind === 'choice' ? Math.max(...plan.options.map(leavesOf)) : 1
}
