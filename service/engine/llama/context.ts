/** The model's memory of what it read, kept between jobs and read from where two prompts part. */
import { LlamaText, resolveChatWrapper } from 'node-llama-cpp'
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'

import { systemText } from './prompt.ts'

export type LoadedModel = {
  llama: Llama
  model: LlamaModel
  threads: number
  context: ReadContext | null
}

/** `steps` counts the tokens of the last prompt that were read in whole steps. */
export type ReadContext = { context: LlamaContext; sequence: LlamaContextSequence; steps: number }

/**
 * Tokens are read in steps of this size, so that cancellation and progress get through in between. What is
 * kept from an earlier prompt ends with a step: a token's numbers depend on those it was read with,
 * and an answer must be the same whether or not its prompt was partly known.
 */
const stepTokens = 128

/** The context of at least this size; a larger one that is there already serves as well. */
export async function openContext(loaded: LoadedModel, size: number): Promise<ReadContext> {
  if (loaded.context && loaded.context.context.contextSize >= size) return loaded.context
  await loaded.context?.context.dispose()
  loaded.context = null
  const context = await loaded.model.createContext({ contextSize: size, threads: loaded.threads })
  loaded.context = { context, sequence: context.getSequence(), steps: 0 }
  return loaded.context
}

/** Leaves exactly `tokens` in the context; how many of them were known is returned. */
export async function readPrompt(
  read: ReadContext,
  tokens: readonly Token[],
  { signal, onTokens }: { signal: AbortSignal; onTokens: (count: number) => void },
): Promise<number> {
  const { sequence } = read
  const { firstDifferentIndex } = sequence.compareContextTokens([...tokens])
  const same = Math.min(firstDifferentIndex, read.steps, tokens.length - 1)
  const known = await eraseFrom(sequence, Math.floor(same / stepTokens) * stepTokens)
  read.steps = known
  if (known > 0) onTokens(known)
  for (let at = known; at < tokens.length; at += stepTokens) {
    signal.throwIfAborted()
    const step = tokens.slice(at, at + stepTokens)
    await sequence.evaluateWithoutGeneratingNewTokens(step)
    if (step.length === stepTokens) read.steps = at + stepTokens
    onTokens(step.length)
  }
  return known
}

/** Some models cannot forget a part: those begin anew. */
async function eraseFrom(sequence: LlamaContextSequence, start: number): Promise<number> {
  const end = sequence.nextTokenIndex
  if (start > 0 && start < end) await sequence.eraseContextTokenRanges([{ start, end }])
  if (start > 0 && sequence.nextTokenIndex === start) return start
  await sequence.clearHistory()
  return 0
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
