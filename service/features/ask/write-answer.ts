/** A short answer in the words of a language model, made from the quotes and checked against them. */
import { JobError } from '../../core/errors.ts'
import { plusMs, second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema, WriterSegment } from '../../engine/engine.ts'
import { usesLanguageModel } from '../../engine/writer.ts'
import { toQuote } from './answer.ts'
import { isOnDiscussion } from './digest.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'

/** Choice: the quotes alone now are better than a longer wait. */
const longestWriting = 20 * second

const schema: JsonSchema = {
  type: 'object',
  properties: {
    answer: {
      type: 'string',
      maxLength: 600,
      description: 'The answer, only from what the transcript says',
    },
  },
  required: ['answer'],
  additionalProperties: false,
}

export type WrittenAnswer = { answer: string; modelUsed: string; evidence: string[] }

type Task = {
  organizationId: string
  question: Question
  material: readonly Ranked[]
  signal: AbortSignal
}

/** Undefined where no model is installed, and where it failed, took too long or made things up. */
export async function writeAnswer(
  { writer, clock }: Pick<Deps, 'writer' | 'clock'>,
  { organizationId, question, material, signal }: Task,
): Promise<WrittenAnswer | undefined> {
  // The built-in analyser fills fields from a whole recording; it cannot read a question.
  if (!(await usesLanguageModel(writer, { organizationId }))) return undefined
  const late = new AbortController()
  const cancel = clock.at(plusMs(clock.now(), longestWriting), () => late.abort())
  try {
    const { result, evidence, modelUsed } = await writer.write(
      {
        instructions: instructionsFor(question),
        segments: material.map(toSegment),
        language: material[0]?.about.language ?? 'en',
        schema,
        choice: { organizationId },
      },
      { signal: AbortSignal.any([signal, late.signal]), onProgress: () => undefined },
    )
    const { answer } = result
    const support = evidence['/answer'] ?? []
    if (typeof answer !== 'string' || answer.trim() === '' || support.length === 0) return undefined
    return { answer: answer.trim(), modelUsed, evidence: support }
  } catch (error) {
    if (error instanceof JobError) return undefined
    throw error
  } finally {
    cancel()
  }
}

/** The question is data too: it stays on its line and holds no placeholder. */
function instructionsFor(question: Question): string {
  const length = isOnDiscussion(question)
    ? 'in two to four short sentences, and say who said what'
    : 'in one short sentence'
  const text = question.text.replaceAll(/\s+/g, ' ').replaceAll(/\{(?=\{)/g, '{ ')
  return (
    `Answer the question ${length}. Use the words of the transcript, and nothing that it ` +
    `does not say.\n\nQuestion: ${text}`
  )
}

function toSegment(ranked: Ranked): WriterSegment {
  const { segment_id: id, start, end, speaker, text } = toQuote(ranked)
  return { id, start, end, speaker, text }
}
