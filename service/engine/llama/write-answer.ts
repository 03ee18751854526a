/** One job of the model process: prompt, fill, check, and once more where the check fails. */
import { LlamaText, resolveChatWrapper } from 'node-llama-cpp'
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'

import { JobError } from '../../core/errors.ts'
import { compileSchema } from '../check-result.ts'
import type { WorkOptions, WriteRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import { fillPlan } from './fill-plan.ts'
import { createPen } from './pen.ts'
import { fitTranscript, promptParts, systemText } from './prompt.ts'
import type { Coverage } from './protocol.ts'

export type LoadedModel = {
  llama: Llama
  model: LlamaModel
  threads: number
  context: { context: LlamaContext; sequence: LlamaContextSequence } | null
}

type Answer = { result: Record<string, unknown>; coverage: Coverage }

/** The context a job gets, and the larger one where instructions and schema need it. */
const usualContext = 4096
const largeContext = 8192

/** Greedy first; where the answer does not conform, once more with some freedom. */
const temperatures = [0, 0.5]

export async function writeAnswer(
  loaded: LoadedModel,
  request: WriteRequest,
  options: WorkOptions & { maxTokens: number },
): Promise<Answer> {
  const plan = planFor(request.schema)
  const check = compileSchema(request.schema)
  const { sequence, tokens, coverage } = await prepare(loaded, request, { plan, ...options })
  const report = progress(tokens.length, options)
  let fault: string | null = null
  for (const temperature of temperatures) {
    const tools = { ...options, llama: loaded.llama, model: loaded.model, sequence, temperature }
    const pen = await createPen({ ...tools, onTokens: report }, tokens)
    const result = await fillPlan(plan, pen)
    fault = check(result)
    // The root of an accepted schema is an object.
    if (fault === null) return { result: result as Record<string, unknown>, coverage }
  }
  throw new JobError('schema_not_satisfied', `The answer does not conform: ${fault}.`)
}

/** Progress by tokens, reading at a fifth of the weight of writing; never backwards. */
function progress(promptTokens: number, options: WorkOptions & { maxTokens: number }) {
  const total = promptTokens / 5 + options.maxTokens / 2
  let done = 0
  return (count: number) => {
    done += count > 1 ? count / 5 : 1
    options.onProgress(Math.min(0.99, done / total))
  }
}

async function prepare(
  loaded: LoadedModel,
  request: WriteRequest,
  { plan, maxTokens, signal }: { plan: Plan; maxTokens: number; signal: AbortSignal },
): Promise<{ sequence: LlamaContextSequence; tokens: Token[]; coverage: Coverage }> {
  const { model } = loaded
  const { before, after } = promptParts(request, plan)
  const fixed = toTokens(model, `${before}${after}`).length + reserve(maxTokens)
  const size = Math.min(
    fixed > usualContext / 2 ? largeContext : usualContext,
    model.trainContextSize,
  )
  const room = size - fixed
  if (room < 256) {
    const message = 'The prompt and its schema leave no room for the transcript in this model.'
    throw new JobError('schema_not_satisfied', message)
  }
  const { segments } = request
  const fitted = await fitTranscript({ segments, signal }, room, (text) => {
    return model.tokenize(text).length
  })
  const sequence = await sequenceOf(loaded, size)
  const tokens = toTokens(model, `${before}${fitted.text}${after}`)
  return { sequence, tokens, coverage: fitted.coverage }
}

/** Room for the answer with the structure around it, which costs tokens but is not generated. */
function reserve(maxTokens: number): number {
  return Math.ceil(maxTokens * 1.5) + 64
}

/** The model's own chat template; only the template's own control tokens are control tokens. */
export function toTokens(model: LlamaModel, text: string): Token[] {
  const wrapper = resolveChatWrapper(model, {
    // An answer bound to a schema has no place for thoughts.
    customWrapperSettings: { qwen: { thoughts: 'discourage' } },
  })
  const { contextText } = wrapper.generateContextState({
    chatHistory: [
      { type: 'system', text: systemText },
      { type: 'user', text },
      { type: 'model', response: [''] },
    ],
  })
  return LlamaText(contextText).tokenize(model.tokenizer)
}

async function sequenceOf(loaded: LoadedModel, size: number): Promise<LlamaContextSequence> {
  if (loaded.context && loaded.context.context.contextSize >= size) return loaded.context.sequence
  await loaded.context?.context.dispose()
  const context = await loaded.model.createContext({ contextSize: size, threads: loaded.threads })
  loaded.context = { context, sequence: context.getSequence() }
  return loaded.context.sequence
}
