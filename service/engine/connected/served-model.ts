/** A model that another program serves, which answers whole prompts over HTTP. */
import { setTimeout as wait } from 'node:timers/promises'
import { JobError } from '../../core/errors.ts'
import { systemText } from '../writing/prompt.ts'
import {
  withStructure,
  type AnsweringModel,
  type ModelQuestion,
} from '../writing/answering-model.ts'
import { BusyServer, complete, UnsupportedParameter } from './chat-completion.ts'
import { conformTo } from './conform.ts'
import { answerForms, formParameters, type AnswerForm } from './dialects.ts'
import type { ServedModel } from './model-server.ts'
import { readAnswer } from './read-answer.ts'
import { serverFailed } from './server-request.ts'

export type ServedOptions = {
  /** Context of the model at this server in tokens. */
  contextSize: number
  /** Time without a sign of progress, in milliseconds. */
  stallMs: number
  /** The form that a server took last time, kept between jobs. */
  forms: Map<string, AnswerForm>
}

/** A busy server is asked this many times in all. */
const mostTries = 5

export function toServedAnswers(served: ServedModel, options: ServedOptions): AnsweringModel {
  return {
    contextSize: options.contextSize,
    countTokens: estimateTokens,
    countPrompt: (prompt) => estimateTokens(systemText) + estimateTokens(prompt) + templateTokens,
    // The server decides on the context of what it has loaded.
    open: async () => {},
    answer: async (question) => {
      const text = await ask(served, question, options)
      const written = readAnswer(text)
      return written === undefined ? undefined : conformTo(question.plan, written)
    },
  }
}

/** Role names and markers of a chat template. */
const templateTokens = 48

/**
 * An upper bound for the usual tokenizers: a token has 4 bytes of English text, 3 of German and of
 * Chinese, whose characters take 3 each.
 */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}

async function ask(
  served: ServedModel,
  question: ModelQuestion,
  options: ServedOptions,
): Promise<string> {
  const { id } = served
  let form = options.forms.get(id) ?? answerForms[0] ?? 'text'
  for (let tries = 1; ; tries += 1) {
    try {
      const text = await askOnce(served, question, { ...options, form })
      options.forms.set(id, form)
      return text
    } catch (error) {
      const next = answerForms[answerForms.indexOf(form) + 1]
      if (error instanceof UnsupportedParameter && next) form = next
      else if (error instanceof BusyServer && tries < mostTries) {
        await wait(error.waitMs, undefined, { signal: question.signal })
      } else throw toJobError(error)
    }
  }
}

function toJobError(error: unknown): unknown {
  if (error instanceof BusyServer) return serverFailed('is too busy')
  return error instanceof UnsupportedParameter ? serverFailed('refuses the request') : error
}

async function askOnce(
  { name, server }: ServedModel,
  { prompt, plan, maxTokens, temperature, signal, onTokens }: ModelQuestion,
  { form, stallMs }: ServedOptions & { form: AnswerForm },
): Promise<string> {
  const stall = new AbortController()
  const timeOut = () => {
    stall.abort(new JobError('engine_timeout', 'The language model’s server took too long.'))
  }
  let timer = setTimeout(timeOut, stallMs)
  let hasBegun = false
  const onChunk = () => {
    clearTimeout(timer)
    timer = setTimeout(timeOut, stallMs)
    // The first text comes once the whole prompt was read.
    if (!hasBegun) onTokens(estimateTokens(prompt))
    hasBegun = true
    onTokens(1)
  }
  const request = {
    model: name,
    messages: [
      { role: 'system' as const, content: systemText },
      { role: 'user' as const, content: prompt },
    ],
    max_tokens: withStructure(maxTokens),
    temperature,
    ...formParameters(form, plan),
  }
  try {
    return await complete(server, request, {
      signal: AbortSignal.any([signal, stall.signal]),
      onChunk,
    })
  } finally {
    clearTimeout(timer)
  }
}
