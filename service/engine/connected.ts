/**
 * The language models of other programs as the service sees them: one job at a time, since most of
 * these servers have one model in memory.
 */
import { JobError } from '../core/errors.ts'
import { answerRequest } from './answer-request.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { WorkOptions, ModelRequest, Writing } from './engine.ts'
import type { AnswerForm } from './connected/dialects.ts'
import { servedModelName, type ServedModel } from './connected/model-server.ts'
import { TooLongPrompt } from './connected/chat-completion.ts'
import { describeServed } from './connected/server-models.ts'
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

  const work = async (model: ServedModel, request: ModelRequest, job: WorkOptions) => {
    try {
      job.signal.throwIfAborted()
      let facts = await describeServed(model, job.signal)
      for (;;) {
        try {
          const answers = toServedAnswers(model, { facts, stallMs, forms })
          const answer = await answerRequest(answers, request, { ...job, maxTokens })
          return verifyAnswer(answer, request, servedModelName(model))
        } catch (error) {
          if (!(error instanceof TooLongPrompt)) throw error
          // The server has less than it said, or than was assumed.
          if (facts.contextSize / 2 < leastContext) throw tooLong()
          facts = { ...facts, contextSize: Math.floor(facts.contextSize / 2), isSettable: false }
        }
      }
    } catch (error) {
      if (job.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
      throw error
    }
  }

  return { write: (model, request, job) => enqueue(() => work(model, request, job)) }
}
