/** Splits segments into sentences with speaker, time and segment ids. */
import type { ItemSentence, ItemToken, ItsHelpers, WinkMethods } from 'wink-nlp'

import type { WriterSegment } from '../engine.ts'
import { loadEnglish } from './english.ts'
import { loadStopWords } from './stop-words.ts'
import { fillers } from './words.ts'
import { wordingFor } from './wording/wordings.ts'

/** `term` is the base form of a content word, null for every other token. */
export type Token = { text: string; term: string | null; pos: string }

export type Sentence = {
  index: number
  speaker: string
  start: number
  text: string
  /** The text with fillers replaced by spaces and plain apostrophes; offsets are unchanged. */
  masked: string
  /** The masked text with runs of spaces collapsed. */
  plain: string
  segmentIds: string[]
  tokens: Token[]
  terms: string[]
  words: number
  /** −1 to 1; null if the language is not supported. */
  sentiment: number | null
}

type Turn = { speaker: string; text: string; parts: { id: string; start: number; from: number }[] }

type RawSentence = { text: string; tokens: Token[]; sentiment: number | null }

/** Turns are cut near this length, so that a long monologue is processed in steps. */
const turnCharacters = 1500

const endsSentence = /[.?!…。？！؟]$/u

/** Yield to the process's other work after this many turns. */
const turnsPerStep = 20

/** Returns sentences in the order they were said. Yields to the event loop and stops if aborted. */
export async function splitSentences(
  segments: readonly WriterSegment[],
  language: string,
  signal: AbortSignal,
): Promise<Sentence[]> {
  const isEnglish = language.toLowerCase().startsWith('en')
  const read = isEnglish
    ? englishReader(await loadEnglish())
    : plainReader(language, await loadStopWords(language))
  const { fillers: sounds } = wordingFor(language)
  const sentences: Sentence[] = []
  for (const [index, turn] of toTurns(segments).entries()) {
    if (index % turnsPerStep === turnsPerStep - 1) await new Promise(setImmediate)
    signal.throwIfAborted()
    addSentences(sentences, turn, { rawSentences: read(turn.text), sounds })
  }
  if (!isEnglish) markFunctionWords(sentences)
  return sentences
}

/** Joins adjacent segments of one speaker, because recognizers cut in the middle of sentences. */
function toTurns(segments: readonly WriterSegment[]): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const text = segment.text.replaceAll(/\s+/gu, ' ').trim()
    if (text === '') continue
    const last = turns.at(-1)
    const isFull = last && last.text.length > turnCharacters && endsSentence.test(last.text)
    if (last && !isFull && last.speaker === segment.speaker) {
      last.parts.push({ id: segment.id, start: segment.start, from: last.text.length + 1 })
      last.text += ` ${text}`
    } else {
      const part = { id: segment.id, start: segment.start, from: 0 }
      turns.push({ speaker: segment.speaker, text, parts: [part] })
    }
  }
  return turns
}

type Reading = { rawSentences: readonly RawSentence[]; sounds: RegExp | null }

function addSentences(sentences: Sentence[], turn: Turn, { rawSentences, sounds }: Reading): void {
  let cursor = 0
  for (const raw of rawSentences) {
    const text = raw.text.trim()
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const from = Math.max(cursor, turn.text.indexOf(text, cursor))
    cursor = from + text.length
    const parts = turn.parts.filter((part, at) => {
      const end = turn.parts[at + 1]?.from ?? turn.text.length + 1
      return part.from < cursor && end > from + 1
    })
    const masked = mask(text, sounds)
    sentences.push({
      masked,
      plain: masked.replaceAll(/\s+/gu, ' ').trim(),
      index: sentences.length,
      speaker: turn.speaker,
      start: parts[0]?.start ?? turn.parts[0]?.start ?? 0,
      text,
      segmentIds: parts.map((part) => part.id),
      tokens: raw.tokens,
      terms: raw.tokens.flatMap(({ term }) => (term === null ? [] : [term])),
      words: raw.tokens.filter((token) => /[\p{L}\p{N}]/u.test(token.text)).length,
      sentiment: raw.sentiment,
    })
  }
}

/** Keeps the text's length, so that matches can be quoted from the original. */
function mask(text: string, sounds: RegExp | null): string {
  const straight = text.replaceAll('’', "'")
  return sounds ? straight.replaceAll(sounds, (found) => ' '.repeat(found.length)) : straight
}

function englishReader(nlp: WinkMethods): (text: string) => RawSentence[] {
  const { its } = nlp
  return (text) => {
    const rawSentences: RawSentence[] = []
    nlp
      .readDoc(text)
      .sentences()
      .each((sentence: ItemSentence) => {
        const tokens: Token[] = []
        sentence.tokens().each((token: ItemToken) => {
          tokens.push(englishToken(token, its))
        })
        rawSentences.push({
          text: sentence.out(),
          tokens,
          sentiment: Number(sentence.out(its.sentiment)),
        })
      })
    return rawSentences
  }
}

function englishToken(token: ItemToken, its: ItsHelpers): Token {
  const text = token.out()
  const pos = String(token.out(its.pos))
  const lower = text.toLowerCase()
  const isContent =
    token.out(its.type) === 'word' &&
    !token.out(its.stopWordFlag) &&
    !fillers.has(lower) &&
    !/['’]/u.test(text) &&
    ['NOUN', 'PROPN', 'ADJ', 'VERB', 'NUM', 'ADV'].includes(pos)
  // wink's types omit that `lemma` takes the third parameter that `out` accepts.
  const lemma = its.lemma as unknown as ItsHelpers['normal']
  return { text, pos, term: isContent ? token.out(lemma).toLowerCase() : null }
}

function plainReader(
  language: string,
  stopWords: ReadonlySet<string>,
): (text: string) => RawSentence[] {
  const locale = Intl.Segmenter.supportedLocalesOf([language])[0] ?? 'en'
  const bySentence = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const byWord = new Intl.Segmenter(locale, { granularity: 'word' })
  return (text) =>
    Array.from(bySentence.segment(text), ({ segment }) => ({
      text: segment,
      sentiment: null,
      tokens: Array.from(byWord.segment(segment), (word) => ({
        text: word.segment,
        pos: 'X',
        term: word.isWordLike ? termOf(word.segment, stopWords) : null,
      })).filter((token) => token.text.trim() !== ''),
    }))
}

function termOf(word: string, stopWords: ReadonlySet<string>): string | null {
  const lower = word.toLowerCase()
  return isLongEnough(word) && !stopWords.has(lower) ? lower : null
}

/**
 * Latin-script words of up to three letters are nearly all function words; in
 * other scripts few are.
 */
function isLongEnough(word: string): boolean {
  return /^[\p{Script=Latin}]+$/u.test(word) ? word.length > 3 : word.length > 1
}

/** Without a dictionary, treats words found in many sentences as function words. */
function markFunctionWords(sentences: Sentence[]): void {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) {
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const limit = Math.max(4, sentences.length * 0.15)
  const isCommon = (term: string) => (counts.get(term) ?? 0) > limit
  for (const sentence of sentences) {
    for (const token of sentence.tokens) {
      if (token.term !== null && isCommon(token.term)) token.term = null
    }
    sentence.terms = sentence.terms.filter((term) => !isCommon(term))
  }
}
