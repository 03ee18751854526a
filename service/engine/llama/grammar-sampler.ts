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
  /** Text that stands in the answer whatever the model thinks. */
  force: (text: string) => void
  /** What the model would write next of these characters; nothing is written. */
  pick: (characters: readonly string[]) => Promise<string>
  /**
   * Text under a grammar until `isDone` or `maxTokens`. `keep` says which part of it stays; the
   * rest is as if it had not been written.
   */
  generate: (rule: {
    grammar: string
    maxTokens: number
    isDone: (text: string) => boolean
    keep: (text: string) => string
    isProse?: boolean
  }) => Promise<string>
  /** Tokens of the budget that are left; below zero where values had to be written past it. */
  left: () => number
  /** Tokens that can still be written at all: the context ends, and so does patience. */
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

/** Room that is never written to. */
const margin = 16

/** How far back a repetition is punished, and how much: without it small models circle. */
const recentTokens = 96
const repeatPenalty = 1.15

const seed = 20_260_101

/** Values that a schema forces may take this many times the budget; then they are filled in. */
const mostBudgets = 2

/** Lifts the characters to choose from above every other token, their order among them kept. */
const lift = { logit: 200 }

/** A sampler whose sequence holds the prompt and nothing else. */
export function createGrammarSampler(tools: SamplerOptions): GrammarSampler {
  const { model, sequence, signal, temperature } = tools
  const written: Token[] = []
  let pending: Token[] = []
  let spent = 0

  const limit = () => {
    const room = sequence.contextSize - sequence.nextTokenIndex - pending.length - margin
    return Math.max(0, Math.min(room, mostBudgets * tools.maxTokens - spent))
  }

  /** What was decided, fed in; where nothing was, the last token once more. */
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
    // The last token was chosen but not evaluated: what is kept of it is fed in with what follows.
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

/** A grammar looks at every token there is, a bias at those it names: it is for what is one token. */
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

/** Compiled once per process: the same few grammars come back in every answer. */
const grammars = new WeakMap<Llama, Map<string, LlamaGrammar>>()

/** A schema's own literals make grammars too: those of old schemas are let go. */
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

/** Transcripts and schemas are plain text: a control token spelled out in them stays letters. */
function plainTokens(model: LlamaModel, text: string): Token[] {
  return text === '' ? [] : model.tokenize(text, false, 'trimLeadingSpace')
}
