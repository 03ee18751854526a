/**
 * The language models of other programs as the service sees them: one job at a time, since most of
 * these servers have one model in memory.
 */
import { JobError } from '../core/errors.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { WorkOptions, ModelRequest, Writing } from './engine.ts'
import type { AnswerForm } from './connected/dialects.ts'
import { servedModelName, type ServedModel } from './connected/model-server.ts'
import { contextSizeOf } from './connected/server-models.ts'
import { toServedAnswers } from './connected/served-model.ts'
import { verifyAnswer } from './writing/verify-answer.ts'
import { writeAnswer } from './writing/write-answer.ts'

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
      const contextSize = await contextSizeOf(model, job.signal)
      const answers = toServedAnswers(model, { contextSize, stallMs, forms })
      const answer = await writeAnswer(answers, request, { ...job, maxTokens })
      return verifyAnswer(answer, request, servedModelName(model))
    } catch (error) {
      if (job.signal.aborted) throw new JobError('cancelled', 'The analysis was cancelled.')
      throw error
    }
  }

  return { write: (model, request, job) => enqueue(() => work(model, request, job)) }
}
