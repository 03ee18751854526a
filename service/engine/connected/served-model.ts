/** A model that another program serves, which answers whole prompts over HTTP. */
import { setTimeout as wait } from 'node:timers/promises'
import { JobError } from '../../core/errors.ts'
import { systemText } from '../writing/prompt.ts'
import {
  withStructure,
  type AnsweringModel,
  type ModelQuestion,
} from '../writing/answering-model.ts'
import { BusyServer, complete, TooLongPrompt, UnsupportedParameter } from './chat-completion.ts'
import { conformTo } from './conform.ts'
import { answerForms, formParameters, type AnswerForm } from './dialects.ts'
import type { ServedModel } from './model-server.ts'
import { completeWithOllama } from './ollama-chat.ts'
import { schemaOf } from './plan-schema.ts'
import { readAnswer } from './read-answer.ts'
import type { ServedFacts } from './server-models.ts'
import { serverFailed } from './server-request.ts'

export type ServedOptions = {
  facts: ServedFacts
  /** Time without a sign of progress, in milliseconds. */
  stallMs: number
  /** The form that a server took last time, kept between jobs. */
  forms: Map<string, AnswerForm>
}

/** A busy server is asked this many times in all. */
const mostTries = 5

export function toServedAnswers(served: ServedModel, options: ServedOptions): AnsweringModel {
  const { facts } = options
  let contextSize = facts.contextSize
  return {
    contextSize,
    countTokens: estimateTokens,
    countPrompt: (prompt) => estimateTokens(systemText) + estimateTokens(prompt) + templateTokens,
    open: async (wanted) => {
      if (facts.isSettable) contextSize = Math.min(facts.contextSize, toPowerOfTwo(wanted))
      return contextSize
    },
    answer: async (question) => {
      const text = await ask(served, question, { ...options, contextSize })
      const written = readAnswer(text)
      return written === undefined ? undefined : conformTo(question.plan, written)
    },
  }
}

/** Role names and markers of a chat template. */
const templateTokens = 48

/** A server that sets its context anew loads the model again, so there are few sizes. */
const toPowerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(4_096, size)))

/**
 * An upper bound for the usual tokenizers: short words are a token for every five letters, longer ones, which are many in
 * German and Finnish, for every two or three; figures and signs are one each, other scripts by their bytes. Compared with Gemma 3
 * and Qwen2.5 on five meetings and texts in German, Finnish, Russian, Arabic, Hindi and Chinese: 1.01 to 1.6 times as many
 * in Latin letters, up to 4 times in others.
 */
function estimateTokens(text: string): number {
  let tokens = 0
  for (const [token] of text.matchAll(/[a-z']+|\p{L}[\p{L}\p{M}']*|[^\s]/giu)) {
    if (/^[a-z']{1,6}$/iu.test(token)) tokens += Math.ceil(token.length / 5)
    else if (/^[\p{Script=Latin}\p{M}']+$/u.test(token)) tokens += Math.ceil(token.length / 2.3)
    else tokens += Math.max(1, Math.ceil(Buffer.byteLength(token) / 2.5))
  }
  return tokens + text.split('\n').length
}

type AskOptions = ServedOptions & { contextSize: number }

async function ask(
  served: ServedModel,
  question: ModelQuestion,
  options: AskOptions,
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
  // Whoever laid out the prompt may lay it out smaller.
  if (error instanceof TooLongPrompt) return error
  if (error instanceof BusyServer) return serverFailed('is too busy')
  return error instanceof UnsupportedParameter ? serverFailed('refuses the request') : error
}

async function askOnce(
  { name, server }: ServedModel,
  { prompt, plan, maxTokens, temperature, signal, onTokens }: ModelQuestion,
  { form, stallMs, facts, contextSize }: AskOptions & { form: AnswerForm },
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
  const messages = [
    { role: 'system' as const, content: systemText },
    { role: 'user' as const, content: prompt },
  ]
  const common = { model: name, messages, temperature }
  const most = withStructure(maxTokens)
  const stream = { signal: AbortSignal.any([signal, stall.signal]), onChunk }
  try {
    if (facts.kind === 'ollama' && facts.isSettable) {
      const format = form === 'text' ? undefined : schemaOf(plan)
      const chat = { ...common, maxTokens: most, contextSize, format }
      return await completeWithOllama(server, chat, stream)
    }
    const request = { ...common, max_tokens: most, ...formParameters(form, plan) }
    return await complete(server, request, stream)
  } finally {
    clearTimeout(timer)
  }
}
