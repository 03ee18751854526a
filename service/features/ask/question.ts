/** A question as people put it, read into the words to look for and the kind of its answer. */
import { askings, synonymsOf, type Kind } from './question-words.ts'

/** A word of the question and what else it may be called. */
type Token = {
  word: string
  alternatives: string[]
  /** A name or a figure: an answer that lacks it is about something else. */
  isName: boolean
  /** Part of how the question is put, not of what it is about. */
  isIdle: boolean
}

/** `language` is an ISO 639-1 code. */
export type Question = { text: string; language: string; kind: Kind; tokens: Token[] }

/** Choice: what is longer tells a story; its first words carry the question. */
const maxTokens = 24

/**
 * @param language ISO 639-1 code of the question
 * @param isStop whether the language's stop list has the word
 */
export function readQuestion(
  text: string,
  language: string,
  isStop: (word: string) => boolean,
): Question {
  const asking = askings[language]
  const lower = text.toLowerCase()
  const kind = asking?.kinds.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'any'
  const tokens = wordsOf(text, language)
    .map((word, index) => ({ word, lower: word.toLowerCase(), index }))
    .filter((token) => !isStop(token.lower))
    .map((token) => ({
      word: token.lower,
      alternatives: language === 'en' ? synonymsOf(token.lower) : [],
      isName: isName(token.word, token.index, language),
      isIdle: asking?.idle.includes(token.lower) ?? false,
    }))
  return { text, language, kind, tokens: dedupe(tokens).slice(0, maxTokens) }
}

/** The words of a text, also where they are written without blanks. */
export function wordsOf(text: string, language: string): string[] {
  const known = Intl.Segmenter.supportedLocalesOf([language])[0] ?? 'en'
  const segmenter = new Intl.Segmenter(known, { granularity: 'word' })
  return [...segmenter.segment(text.normalize('NFC'))]
    .filter(({ isWordLike, segment }) => isWordLike && !isLoneCharacter(segment))
    .map(({ segment }) => segment.replace(/['’]s$/u, ''))
}

/** A single character of a script without blanks stands in too many words. */
const isLoneCharacter = (word: string): boolean =>
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]$/u.test(word)

// German writes every noun with a capital, so there it tells nothing.
const isName = (word: string, index: number, language: string): boolean =>
  /\d/.test(word) || (index > 0 && language !== 'de' && /^\p{Lu}/u.test(word) && word !== 'I')

function dedupe(tokens: Token[]): Token[] {
  const seen = new Set<string>()
  return tokens.filter(({ word }) => !seen.has(word) && seen.add(word))
}
