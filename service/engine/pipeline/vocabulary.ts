/** Turns the owner's names and terms into a prompt for whisper. */
import { open } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { BadWeights, readerOf, readHead } from '../ggml/header.ts'

export type VocabularyPrompt = {
  vocabulary: string
  /** The prompt's length in whisper tokens; limits the context to exactly the prompt. */
  vocabularyTokens: number
}

/** Whisper reserves half of its 448 tokens for context, one of them for a control token. */
export const mostPromptTokens = 223

/**
 * Fits as many terms as possible, in order of priority, and then as much of the prompt's end.
 * `weights` is the file whose tokens count.
 */
export async function vocabularyPrompt(
  weights: string,
  terms: readonly string[],
  prompt = '',
): Promise<VocabularyPrompt> {
  const wanted = [...new Set(terms.map(tidy))].filter((term) => term !== '')
  const text = tidy(prompt)
  if (wanted.length === 0 && text === '') return { vocabulary: '', vocabularyTokens: 0 }
  const countTokens = tokenCounter(await readTokens(weights))
  return fitText(text, fitTerms(wanted, countTokens), countTokens)
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
/** More than any text of so many tokens has letters. */
const mostLetters = 4000

/** Appends the last words of a text that fit: whisper goes on from what was said last. */
function fitText(
  text: string,
  fitted: VocabularyPrompt,
  countTokens: (text: string) => number,
): VocabularyPrompt {
  let fitting = fitted
  const end = text.slice(-mostLetters)
  for (const { index } of [...words.segment(end)].toReversed()) {
    const last = end.slice(index).trim()
    const vocabulary = fitted.vocabulary === '' ? last : `${fitted.vocabulary}. ${last}`
    const vocabularyTokens = countTokens(vocabulary)
    if (vocabularyTokens > mostPromptTokens) break
    if (last !== '') fitting = { vocabulary, vocabularyTokens }
  }
  return fitting
}

/** Terms are plain text: no line breaks or control characters. */
const tidy = (term: string): string => term.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/**
 * Adds term after term; if one does not fit, a shorter later one still may. Written as a bare list:
 * as a sentence (" A, B.") 34 foreign terms took a sonnet from 14 to 20 errors, as a list to 15,
 * and on four other recordings neither form cost a word.
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
