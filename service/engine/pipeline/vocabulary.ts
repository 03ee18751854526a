/** The owner's names and terms as a prompt that whisper can take. */
import { open } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { BadWeights, readerOf, readHead } from '../ggml/header.ts'

export type VocabularyPrompt = {
  vocabulary: string
  /** How much of whisper's memory the prompt takes; nothing else is to be remembered. */
  vocabularyTokens: number
}

/** Whisper keeps half of its 448 tokens for what came before, and one of those for a mark. */
export const mostPromptTokens = 223

/**
 * As many terms as fit, in their order: those that come first matter most. `weights` is the file
 * whose tokens count.
 */
export async function vocabularyPrompt(
  weights: string,
  terms: readonly string[],
): Promise<VocabularyPrompt> {
  const wanted = [...new Set(terms.map(tidy))].filter((term) => term !== '')
  if (wanted.length === 0) return { vocabulary: '', vocabularyTokens: 0 }
  return fitTerms(wanted, tokenCounter(await readTokens(weights)))
}

/** A term is text for a model to see, not lines or marks of its own. */
const tidy = (term: string): string => term.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/**
 * Adds term after term; where one does not fit, a shorter one behind it may still. A bare list: as
 * a sentence (" A, B.") 34 foreign terms took a sonnet from 14 to 20 errors, as a list to 15, and
 * on four other recordings neither form cost a word.
 */
export function fitTerms(
  terms: readonly string[],
  countTokens: (text: string) => number,
): VocabularyPrompt {
  let fitting = { vocabulary: '', vocabularyTokens: 0 }
  for (const term of terms) {
    const vocabulary = fitting.vocabulary === '' ? term : `${fitting.vocabulary}, ${term}`
    const vocabularyTokens = countTokens(vocabulary)
    if (vocabularyTokens <= mostPromptTokens) fitting = { vocabulary, vocabularyTokens }
  }
  return fitting
}

/** The tokens of a weights file, byte for byte. */
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

/** What whisper.cpp splits a text into before it looks for tokens; letters are ASCII, others marks. */
const preTokens = /'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+/g

/** Counts by the longest token that fits, from the front of every pre-token. */
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
