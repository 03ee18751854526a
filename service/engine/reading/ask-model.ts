/** One question to a model whose answer must be readable; greedy first, then once more with some randomness. */
import { JobError } from '../../core/errors.ts'
import type { Plan } from '../schema-plan.ts'
import type { AnsweringModel } from '../writing/answering-model.ts'

const temperatures = [0, 0.5]

export type Question = {
  prompt: string
  plan: Plan
  maxTokens: number
  signal: AbortSignal
  onTokens: (count: number) => void
}

/** Throws `JobError` schema_not_satisfied where nothing that was written can be read. */
export async function askModel(model: AnsweringModel, question: Question): Promise<unknown> {
  for (const temperature of temperatures) {
    const answer = await model.answer({ ...question, temperature })
    if (answer !== undefined) return answer
  }
  throw new JobError('schema_not_satisfied', 'The language model wrote no answer that can be read.')
}
