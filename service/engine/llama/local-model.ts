/** A model loaded in this process, which answers token by token under grammars. */
import type { AnsweringModel } from '../writing/answering-model.ts'
import { openContext, openLargest, readPrompt, toTokens, type LoadedModel } from './context.ts'
import { fillPlan } from './fill-plan.ts'
import { createGrammarSampler } from './grammar-sampler.ts'

export function toAnsweringModel(loaded: LoadedModel): AnsweringModel {
  const { llama, model } = loaded
  return {
    contextSize: model.trainContextSize,
    countTokens: (text) => model.tokenize(text).length,
    countPrompt: (prompt) => toTokens(model, prompt).length,
    open: async (contextSize) => {
      const { context } = await openLargest(loaded, contextSize)
      return context.contextSize
    },
    answer: async ({ prompt, plan, maxTokens, temperature, signal, onTokens }) => {
      // Already open: this reuses the context that `open` prepared.
      const context = await openContext(loaded, 0)
      await readPrompt(context, toTokens(model, prompt), { signal, onTokens })
      const { sequence } = context
      const tools = { llama, model, sequence, maxTokens, temperature, signal, onTokens }
      return fillPlan(plan, createGrammarSampler(tools))
    },
  }
}
