/**
 * The language models of other programs as the service sees them: one job at a time, since most of
 * these servers have one model in memory.
 */
import { JobError } from '../core/errors.ts'
import { answerRequest, type Answer } from './answer-request.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { WorkOptions, ModelRequest, Writing } from './engine.ts'
import type { AnswerForm } from './connected/dialects.ts'
import { servedModelName, type ServedModel } from './connected/model-server.ts'
import { TooLongPrompt } from './connected/chat-completion.ts'
import { describeServed, type ServedFacts } from './connected/server-models.ts'
import { toServedAnswers } from './connected/served-model.ts'
import { verifyAnswer } from './verify-answer.ts'

export type ConnectedOptions = {
  /** Maximum tokens of an answer. */
  maxTokens?: number
  /**
   * Time without a sign of progress in milliseconds. Servers are silent while they load a model and
   * read the prompt, which takes minutes on a slow machine.
   */
  stallMs?: number
}

export type Connected = {
  /**
   * Answers a request under its schema; jobs run one after another. Throws `JobError`
   * (model_server_failed, model_missing, schema_not_satisfied, engine_timeout, cancelled).
   */
  write: (model: ServedModel, request: ModelRequest, options: WorkOptions) => Promise<Writing>
}

type Asked = { model: ServedModel; request: ModelRequest; job: WorkOptions }

/** Choice: a smaller context holds no prompt. */
const leastContext = 2_048

const tooLong = (): JobError =>
  new JobError(
    'schema_not_satisfied',
    'The prompt is longer than the context that the server gives the model.',
  )

/** Creates the engine for models that other programs serve; connects to nothing until a job. */
export function createConnected({
  maxTokens = 1200,
  stallMs = 300_000,
}: ConnectedOptions = {}): Connected {
  const forms = new Map<string, AnswerForm>()
  const enqueue = oneAtATime()

  /** A server may have less context than it said, or than was assumed: then half as much, again and again. */
  const answerWithin = async (facts: ServedFacts, asked: Asked): Promise<Answer> => {
    const { model, request, job } = asked
    try {
      const answers = toServedAnswers(model, { facts, stallMs, forms })
      return await answerRequest(answers, request, { ...job, maxTokens })
    } catch (error) {
      if (!(error instanceof TooLongPrompt)) throw error
      const contextSize = Math.floor(facts.contextSize / 2)
      if (contextSize < leastContext) throw tooLong()
      return answerWithin({ ...facts, contextSize, isSettable: false }, asked)
    }
  }

  const work = async (model: ServedModel, request: ModelRequest, job: WorkOptions) => {
    try {
      job.signal.throwIfAborted()
      const facts = await describeServed(model, job.signal)
      const answer = await answerWithin(facts, { model, request, job })
      return verifyAnswer(answer, request, servedModelName(model))
    } catch (error) {
      if (job.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
      throw error
    }
  }

  return { write: (model, request, job) => enqueue(() => work(model, request, job)) }
}
