/** Writes fixed text, picks characters and generates text under small grammars, token by token. */
import { LlamaGrammarEvaluationState, TokenBias } from 'node-llama-cpp'
import type {
  Llama,
  LlamaContextSequence,
  LlamaGrammar,
  LlamaModel,
  SequenceEvaluateOptions,
  Token,
} from 'node-llama-cpp'

import { characterGrammar } from '../grammar-schema.ts'

export type GrammarSampler = {
  /** Appends fixed text to the answer, whatever the model prefers. */
  force: (text: string) => void
  /** Returns which of these characters the model would write next; writes nothing. */
  pick: (characters: readonly string[]) => Promise<string>
  /**
   * Generates text under a grammar until `isDone` or `maxTokens`. `keep` selects the part that
   * stays; the rest is undone.
   */
  generate: (rule: {
    grammar: string
    maxTokens: number
    isDone: (text: string) => boolean
    keep: (text: string) => string
    isProse?: boolean
  }) => Promise<string>
  /** Remaining tokens of the budget; negative if required values exceeded it. */
  left: () => number
  /** Tokens that can still be written at all, limited by the context and by `mostBudgets`. */
  limit: () => number
}

export type SamplerOptions = {
  llama: Llama
  model: LlamaModel
  sequence: LlamaContextSequence
  maxTokens: number
  /** 0 is greedy: the same input gives the same answer. */
  temperature: number
  signal: AbortSignal
  onTokens: (count: number) => void
}

/** Tokens of the context that are never used. */
const margin = 16

/** The window and strength of the repetition penalty: without it small models loop. */
const recentTokens = 96
const repeatPenalty = 1.15

const seed = 20_260_101

/** Required values may take this many times the budget; after that, plain values are filled in. */
const mostBudgets = 2

/** Raises the candidate characters above all other tokens and preserves their order. */
const lift = { logit: 200 }

/** Creates a sampler for a sequence that contains only the prompt. */
export function createGrammarSampler(tools: SamplerOptions): GrammarSampler {
  const { model, sequence, signal, temperature } = tools
  const written: Token[] = []
  let pending: Token[] = []
  let spent = 0

  const limit = () => {
    const room = sequence.contextSize - sequence.nextTokenIndex - pending.length - margin
    return Math.max(0, Math.min(room, mostBudgets * tools.maxTokens - spent))
  }

  /** Takes the pending tokens to feed in; without any, rewinds and returns the last token. */
  const takePending = async () => {
    const fed = pending
    pending = []
    if (fed.length > 0) return fed
    const end = sequence.nextTokenIndex
    const last = sequence.contextTokens.slice(-1)
    await sequence.eraseContextTokenRanges([{ start: end - 1, end }])
    return last
  }

  const generate: GrammarSampler['generate'] = async ({
    grammar,
    maxTokens,
    isDone,
    keep,
    isProse,
  }) => {
    const most = Math.min(maxTokens, limit())
    if (most < 1) return keep('')
    const tokens: Token[] = []
    const before = pending.slice(-4)
    let text = ''
    const options = {
      temperature,
      seed,
      grammarEvaluationState: await grammarState(tools, grammar),
      ...(isProse && {
        repeatPenalty: { punishTokens: () => written.slice(-recentTokens), penalty: repeatPenalty },
      }),
    }
    for await (const token of sequence.evaluate(await takePending(), options)) {
      signal.throwIfAborted()
      tokens.push(token)
      if (isProse) written.push(token)
      tools.onTokens(1)
      text = model.detokenize(tokens, false, before)
      if (isDone(text) || tokens.length >= most) break
    }
    spent += tokens.length
    const kept = keep(text)
    // The last token was chosen but not evaluated: the kept part of it is fed in
    // with the next text.
    const evaluated = model.detokenize(tokens.slice(0, -1), false, before)
    pending = kept.startsWith(evaluated) ? plainTokens(model, kept.slice(evaluated.length)) : []
    return kept
  }

  const pick: GrammarSampler['pick'] = async (characters) => {
    const [first = ''] = characters
    if (characters.length === 1 || limit() < 1) return first
    const options = { temperature, seed, ...(await choosing(tools, characters)) }
    for await (const token of sequence.evaluate(await takePending(), options)) {
      signal.throwIfAborted()
      spent += 1
      tools.onTokens(1)
      return model.detokenize([token]) || first
    }
    return first
  }

  return {
    force: (text) => pending.push(...plainTokens(model, text)),
    left: () => tools.maxTokens - spent,
    limit,
    generate,
    pick,
  }
}

/** A grammar checks every token, a bias only those it names: use it if each choice is one token. */
async function choosing(
  tools: SamplerOptions,
  characters: readonly string[],
): Promise<SequenceEvaluateOptions> {
  const tokens = characters.map((character) => plainTokens(tools.model, character))
  if (tokens.some(({ length }) => length !== 1)) {
    return { grammarEvaluationState: await grammarState(tools, characterGrammar(characters)) }
  }
  return { tokenBias: new TokenBias(tools.model.tokenizer).set(tokens.flat(), lift) }
}

/** Compiled once per process, because the same few grammars recur in every answer. */
const grammars = new WeakMap<Llama, Map<string, LlamaGrammar>>()

/** A schema's literals become grammars too, so the cache is cleared once it holds this many. */
const mostGrammars = 64

async function grammarState(
  { llama, model }: SamplerOptions,
  text: string,
): Promise<LlamaGrammarEvaluationState> {
  const known = grammars.get(llama) ?? new Map<string, LlamaGrammar>()
  if (known.size >= mostGrammars) known.clear()
  grammars.set(llama, known)
  const grammar = known.get(text) ?? (await llama.createGrammar({ grammar: text }))
  known.set(text, grammar)
  return new LlamaGrammarEvaluationState({ model, grammar })
}

/** Transcripts and schemas are plain text: a control token spelled out in them is not special. */
function plainTokens(model: LlamaModel, text: string): Token[] {
  return text === '' ? [] : model.tokenize(text, false, 'trimLeadingSpace')
}
