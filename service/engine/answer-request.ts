/** How a language model answers a request: by reading the whole, or as far as a smaller one can. */
import type { ModelRequest } from './engine.ts'
import { readWhole, type ReadingOptions, type WholeReading } from './reading/read-whole.ts'
import type { AnsweringModel } from './writing/answering-model.ts'
import { writeAnswer, type Answer as WrittenAnswer } from './writing/write-answer.ts'

export type Answer = WrittenAnswer | WholeReading

type AnswerOptions = ReadingOptions & {
  /** Maximum tokens of an answer of a model that does not read the whole. */
  maxTokens: number
}

/** Throws `JobError` schema_not_satisfied where no conforming answer was written. */
export const answerRequest = (
  model: AnsweringModel,
  request: ModelRequest,
  options: AnswerOptions,
): Promise<Answer> =>
  request.isReadWhole === true
    ? readWhole(model, request, options)
    : writeAnswer(model, request, options)
