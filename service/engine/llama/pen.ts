/** The hand of the model: writes what it is told to, chooses and generates under small grammars. */
import { LlamaGrammarEvaluationState } from 'node-llama-cpp'
import type { Llama, LlamaContextSequence, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp'

import { JobError } from '../../core/errors.ts'
import { characterGrammar } from '../grammar-schema.ts'

export type Pen = {
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
  /** Tokens that may still be written. */
  left: () => number
}

export type PenTools = {
  llama: Llama
  model: LlamaModel
  sequence: LlamaContextSequence
  maxTokens: number
  /** 0 is greedy: the same input gives the same answer. */
  temperature: number
  signal: AbortSignal
  onTokens: (count: number) => void
}

/** Tokens are evaluated in steps of this size, so that cancel and progress are heard in between. */
const stepTokens = 128

/** Room that is never written to. */
const margin = 16

/** How far back a repetition is punished, and how much: without it small models circle. */
const recentTokens = 96
const repeatPenalty = 1.15

const seed = 20_260_101

export async function createPen(tools: PenTools, prompt: readonly Token[]): Promise<Pen> {
  const { model, sequence, signal } = tools
  await sequence.clearHistory()
  await evaluate(tools, prompt)
  const written: Token[] = []
  const grammars = new Map<string, LlamaGrammar>()
  let pending: Token[] = []
  let spent = 0

  const grammarOf = async (text: string) => {
    const grammar = grammars.get(text) ?? (await tools.llama.createGrammar({ grammar: text }))
    grammars.set(text, grammar)
    return new LlamaGrammarEvaluationState({ model, grammar })
  }

  const generate: Pen['generate'] = async ({ grammar, maxTokens, isDone, keep, isProse }) => {
    const room = sequence.contextSize - sequence.nextTokenIndex - pending.length - margin
    if (room < maxTokens) {
      throw new JobError(
        'schema_not_satisfied',
        'The answer does not fit into the model’s context.',
      )
    }
    const tokens: Token[] = []
    const before = pending.slice(-4)
    let text = ''
    const options = {
      temperature: tools.temperature,
      seed,
      grammarEvaluationState: await grammarOf(grammar),
      ...(isProse && {
        repeatPenalty: { punishTokens: () => written.slice(-recentTokens), penalty: repeatPenalty },
      }),
    }
    for await (const token of sequence.evaluate(pending, options)) {
      signal.throwIfAborted()
      tokens.push(token)
      if (isProse) written.push(token)
      tools.onTokens(1)
      text = model.detokenize(tokens, false, before)
      if (isDone(text) || tokens.length >= maxTokens) break
    }
    spent += tokens.length
    const kept = keep(text)
    // The last token was chosen but not evaluated: what is kept of it is fed in with what follows.
    const evaluated = model.detokenize(tokens.slice(0, -1), false, before)
    pending = kept.startsWith(evaluated) ? plainTokens(model, kept.slice(evaluated.length)) : []
    return kept
  }

  return {
    force: (text) => pending.push(...plainTokens(model, text)),
    left: () => tools.maxTokens - spent,
    generate,
    pick: async (characters) => {
      const [first = ''] = characters
      if (characters.length === 1) return first
      const picked = { text: '' }
      await generate({
        grammar: characterGrammar(characters),
        maxTokens: 1,
        isDone: () => true,
        keep: (text) => ((picked.text = text), ''),
      })
      return picked.text || first
    },
  }
}

/** Transcripts and schemas are plain text: a control token spelled out in them stays letters. */
function plainTokens(model: LlamaModel, text: string): Token[] {
  return text === '' ? [] : model.tokenize(text, false, 'trimLeadingSpace')
}

async function evaluate(tools: PenTools, tokens: readonly Token[]): Promise<void> {
  for (let at = 0; at < tokens.length; at += stepTokens) {
    tools.signal.throwIfAborted()
    const part = tokens.slice(at, at + stepTokens)
    await tools.sequence.evaluateWithoutGeneratingNewTokens(part)
    tools.onTokens(part.length)
  }
}
