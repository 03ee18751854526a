/**
 * A language model as the writing of results uses it, whether this machine loaded it (llama/) or
 * another program serves it (connected/).
 */
import type { Plan } from '../schema-plan.ts'

export type AnsweringModel = {
  /** Maximum context in tokens, prompt and answer together. */
  contextSize: number
  /** Tokens of a text; an upper bound if the tokenizer is not at hand. */
  countTokens: (text: string) => number
  /** Tokens of a prompt with its system text and chat template. */
  countPrompt: (prompt: string) => number
  /** Prepares a context of at least this many tokens, or of fewer where memory is short; returns how many. */
  open: (contextSize: number) => Promise<number>
  /**
   * The model's answer to one prompt, formed by the plan as far as the model permits; undefined if
   * it wrote nothing that can be read as JSON.
   */
  answer: (question: ModelQuestion) => Promise<unknown>
}

export type ModelQuestion = {
  prompt: string
  plan: Plan
  /** Maximum tokens of the answer without its structure. */
  maxTokens: number
  /** 0 is greedy: the same input gives the same answer. */
  temperature: number
  signal: AbortSignal
  /** Called with the tokens read (more than one) or written (one) since the last call. */
  onTokens: (count: number) => void
}

/** How much of a transcript was read. */
export type Coverage = { tokens_total: number; tokens_used: number; chunks: number }

/** Tokens for an answer and its structure: the names, quotes and brackets around its values. */
export function withStructure(maxTokens: number): number {
  return Math.ceil(maxTokens * 1.5) + 64
}
