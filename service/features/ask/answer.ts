/** From ranked segments to quotes and to the sentence that answers. */
import { stemOf } from '../../engine/stem.ts'
import { holds } from './answer-kinds.ts'
import { displayName } from '../transcripts/segments.ts'
import type { Ranked } from './rank.ts'
import type { Retrieved } from './retrieve.ts'
import { wordsOf, type Question } from './question.ts'
import type { Quote } from './schema.ts'

/**
 * Choice: below this score by words alone, the answer counts as not in the recordings. Calibrated with the
 * questions of test/fixtures/ask/questions.ts, half of which have no answer; `npx node test/bench/ask.ts` shows
 * both sides.
 */
const leastScore = 0.65

/** By words alone, what a quote must have of the best one's score to be shown beside it. */
const leastOfBest = 0.75

/** By words alone, what scores less is not worth reading where there is no answer. */
const leastCloseness = 0.25

/** Segments this close to a quote belong to the same moment and are not quoted again. */
const sameMoment = 3

/** Moments that answer; where none surely does, those that come closest. The best are first. */
export type Picked = { isFound: boolean; quotes: Ranked[] }

export function pickQuotes({ bySimilarity, byWords }: Retrieved, limit: number): Picked {
  const said = strongest(byWords)
  const isAnswered = bySimilarity?.isFound ?? false
  const isFound = isAnswered || said.length > 0
  const close = byWords.filter(({ score }) => score >= leastCloseness)
  const similar = bySimilarity?.ranked ?? []
  const answers = isAnswered ? [...similar.slice(0, 1), ...said, ...similar.slice(1)] : said
  return { isFound, quotes: apart(isFound ? answers : bySimilarity ? similar : close, limit) }
}

/** The best of each moment. */
function apart(ranked: readonly Ranked[], limit: number): Ranked[] {
  const picked: Ranked[] = []
  for (const each of ranked) {
    if (picked.length === limit) break
    if (picked.every((other) => !isSameMoment(other, each))) picked.push(each)
  }
  return picked
}

/** Those of a list that may be quoted. */
function strongest(ranked: readonly Ranked[]): readonly Ranked[] {
  const best = ranked[0]?.score ?? 0
  return best < leastScore ? [] : ranked.filter(({ score }) => score >= best * leastOfBest)
}

const isSameMoment = ({ segment: a }: Ranked, { segment: b }: Ranked): boolean =>
  a.content_id === b.content_id && Math.abs(a.place - b.place) <= sameMoment

export function toQuote({ segment, about, score }: Ranked): Quote {
  const speaker = about.speakers.find(({ id }) => id === segment.speaker_id)
  return {
    project_id: about.project_id,
    content_id: segment.content_id,
    filename: about.filename,
    title: about.title,
    segment_id: segment.segment_id,
    speaker: speaker ? displayName(speaker) : segment.speaker_id,
    start: segment.start_time,
    end: segment.end_time,
    text: segment.text,
    score: Math.round(score * 1000) / 1000,
  }
}

/** The sentence of a quote that answers, word for word. */
export const answerSentence = (question: Question, ranked: Ranked): string =>
  bestSentence(question, ranked).text

/** A turn of up to so many sentences is quoted whole. */
const mostSentences = 3

/** As `toQuote`, of a long turn only the sentence that answers and the next, which often goes on with it. */
export function toShortQuote(question: Question, ranked: Ranked): Quote {
  const quote = toQuote(ranked)
  const sentences = sentencesOf(ranked)
  if (sentences.length <= mostSentences) return quote
  const { index, text } = bestSentence(question, ranked)
  const next = sentences.find((sentence) => sentence.index > index)
  const end = next ? next.index + next.text.length : index + text.length
  return { ...quote, text: quote.text.slice(index, end) }
}

type Sentence = { index: number; text: string }

function sentencesOf({ segment, about }: Ranked): Sentence[] {
  const segmenter = new Intl.Segmenter(about.language, { granularity: 'sentence' })
  return [...segmenter.segment(segment.text)]
    .map(({ segment: text, index }) => ({ index, text: text.trimEnd() }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

function bestSentence(question: Question, ranked: Ranked): Sentence {
  let best = { index: 0, text: ranked.segment.text, worth: -1 }
  for (const sentence of sentencesOf(ranked)) {
    const worth = worthOf(question, sentence.text, ranked.about.language)
    if (worth > best.worth) best = { ...sentence, worth }
  }
  return best
}

/** How many of the question's words it has, in any form, and whether it holds what was asked for. */
function worthOf({ tokens, kind }: Question, text: string, language: string): number {
  const lower = text.toLowerCase()
  const stems = new Set(wordsOf(lower, language).map((word) => stemOf(word, language)))
  // Also inside a longer word, as in compounds and in scripts without blanks.
  const isSaid = (word: string) => lower.includes(word) || stems.has(stemOf(word, language))
  const said = tokens.filter(
    ({ word, alternatives, isIdle }) => !isIdle && [word, ...alternatives].some(isSaid),
  ).length
  const factor = /[?？]["”»]?$/u.test(text) ? 0.5 : 1
  return (said + (kind !== 'any' && holds(kind, text, language) ? 2 : 0)) * factor
}
