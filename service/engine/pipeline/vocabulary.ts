/** The owner's names and terms as a prompt that whisper can take. */
import { readTokens, tokenCounter } from './whisper-tokens.ts'

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
