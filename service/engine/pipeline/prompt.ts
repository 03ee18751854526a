/** Fits a text that goes before what is transcribed into what whisper takes of it. */
import { open } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { oneLine } from '../../core/one-line.ts'
import { BadWeights, readerOf, readHead } from '../ggml/header.ts'

export type Prompt = {
  prompt: string
  /** The prompt's length in whisper tokens; limits the context to exactly the prompt. */
  promptTokens: number
}

/** Whisper reserves half of its 448 tokens for context, one of them for a control token. */
export const mostPromptTokens = 223

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
/** More than any text of so many tokens has letters. */
const mostLetters = 4000

/**
 * The last words that fit, because whisper goes on from what was said last. `weights` is the file whose
 * tokens count.
 */
export async function fitPrompt(weights: string, given = ''): Promise<Prompt> {
  const text = oneLine(given)
  let fitting: Prompt = { prompt: '', promptTokens: 0 }
  if (text === '') return fitting
  const countTokens = tokenCounter(await readTokens(weights))
  const end = text.slice(-mostLetters)
  for (const { index } of [...words.segment(end)].toReversed()) {
    const prompt = end.slice(index).trim()
    const promptTokens = countTokens(prompt)
    if (promptTokens > mostPromptTokens) break
    if (prompt !== '') fitting = { prompt, promptTokens }
  }
  return fitting
}

/** Reads the tokens of a weights file, byte for byte. */
export async function readTokens(weights: string): Promise<Set<string>> {
  const file = await open(weights)
  try {
    const { tokens } = await readHead(readerOf(file))
    return new Set(tokens.map((token) => token.toString('latin1')))
  } catch (error) {
    if (!(error instanceof BadWeights)) throw error
    throw new JobError('model_missing', 'The weights are damaged. Install the model again.')
  } finally {
    await file.close()
  }
}

/**
 * whisper.cpp's pre-tokenization; only ASCII letters count as letters, other bytes as punctuation.
 */
const preTokens = /'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+/g

/** Counts tokens by the longest match from the start of every pre-token. */
export function tokenCounter(tokens: ReadonlySet<string>): (text: string) => number {
  return (text) => {
    const bytes = Buffer.from(text, 'utf8').toString('latin1')
    return (bytes.match(preTokens) ?? []).reduce(
      (sum, preToken) => sum + countIn(preToken, tokens),
      0,
    )
  }
}

function countIn(preToken: string, tokens: ReadonlySet<string>): number {
  let count = 0
  for (let at = 0; at < preToken.length;) {
    let end = preToken.length
    while (end > at + 1 && !tokens.has(preToken.slice(at, end))) end -= 1
    count += 1
    at = end
  }
  return count
}
