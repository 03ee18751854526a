/** The model's context, reused between jobs: reading starts where two prompts diverge. */
import { InsufficientMemoryError, LlamaText, resolveChatWrapper } from 'node-llama-cpp'
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'

import { systemText } from '../writing/prompt.ts'

export type LoadedModel = {
  llama: Llama
  model: LlamaModel
  threads: number
  context: ReadContext | null
}

/** `steps` is the number of tokens of the last prompt that were read in whole batches. */
export type ReadContext = { context: LlamaContext; sequence: LlamaContextSequence; steps: number }

/**
 * Batch size for reading, small enough for cancellation and progress in between. A reused prefix
 * ends at a batch boundary: a token's values depend on its batch, and an answer must be the same
 * whether or not part of its prompt was cached.
 */
const stepTokens = 128

/** Opens a context of at least this size, or reuses a larger existing one. */
export async function openContext(loaded: LoadedModel, size: number): Promise<ReadContext> {
  if (loaded.context && loaded.context.context.contextSize >= size) return loaded.context
  await loaded.context?.context.dispose()
  loaded.context = null
  const context = await loaded.model.createContext({ contextSize: size, threads: loaded.threads })
  loaded.context = { context, sequence: context.getSequence(), steps: 0 }
  return loaded.context
}

/** Choice: in a smaller context nothing fits but the shortest talks. */
const leastContext = 4_096

/** As `openContext`, of half the size again and again while there is not enough memory for more. */
export async function openLargest(loaded: LoadedModel, size: number): Promise<ReadContext> {
  for (let wanted = size; ; wanted = Math.ceil(wanted / 2)) {
    try {
      return await openContext(loaded, wanted)
    } catch (error) {
      if (!(error instanceof InsufficientMemoryError) || wanted / 2 < leastContext) throw error
    }
  }
}

/** Makes the context hold exactly `tokens`; returns how many of them were cached. */
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

/** Some models cannot erase part of their state; those start over. */
async function eraseFrom(sequence: LlamaContextSequence, start: number): Promise<number> {
  const end = sequence.nextTokenIndex
  if (start > 0 && start < end) await sequence.eraseContextTokenRanges([{ start, end }])
  if (start > 0 && sequence.nextTokenIndex === start) return start
  await sequence.clearHistory()
  return 0
}

/** Applies the model's chat template; only the template's control tokens become control tokens. */
export function toTokens(model: LlamaModel, text: string): Token[] {
  const wrapper = resolveChatWrapper(model, {
    // A schema-constrained answer has no place for thoughts.
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
