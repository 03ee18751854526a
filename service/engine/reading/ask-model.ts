/** The questions of one reading to a model, with their progress. */
import { JobError } from '../../core/errors.ts'
import type { WorkOptions } from '../engine.ts'
import type { Plan } from '../schema-plan.ts'
import { withStructure, type AnsweringModel } from '../writing/answering-model.ts'
import type { ReadingLayout } from './lay-out-lines.ts'
import { createReadingProgress } from './progress.ts'

/** Greedy first; where nothing can be read, once more with some randomness. */
const temperatures = [0, 0.5]

type Question = { prompt: string; plan: Plan; maxTokens: number }

export type Asking = {
  /** Throws a `JobError` that `isUnreadable` tells where nothing that was written can be read. */
  ask: (question: Question) => Promise<unknown>
  /** Whether prompt and answer fit the context. */
  holds: (prompt: string, maxTokens: number) => boolean
}

export type AskingOptions = WorkOptions & {
  /** Called before each question, to restart its deadline. */
  onChunk?: () => void
}

export function createAsking(
  model: AnsweringModel,
  { signal, onProgress, onChunk }: AskingOptions,
  { parts, contextSize }: Pick<ReadingLayout, 'parts' | 'contextSize'>,
): Asking {
  const progress = createReadingProgress(parts.length, onProgress)
  return {
    holds: (prompt, maxTokens) =>
      model.countPrompt(prompt) + withStructure(maxTokens) <= contextSize,
    ask: async ({ prompt, plan, maxTokens }) => {
      onChunk?.()
      const onTokens = progress.begin(model.countPrompt(prompt) / 5 + maxTokens / 2)
      for (const temperature of temperatures) {
        const question = { prompt, plan, maxTokens, temperature, signal, onTokens }
        const answer = await model.answer(question)
        if (answer !== undefined) return answer
      }
      const message = 'The language model wrote no answer that can be read.'
      throw new JobError('schema_not_satisfied', message)
    },
  }
}

export const isUnreadable = (error: unknown): boolean =>
  error instanceof JobError && error.code === 'schema_not_satisfied'
