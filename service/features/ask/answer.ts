/** From ranked segments to quotes and to the sentence that answers. */
import { stemOf } from '../../engine/stem.ts'
import { holds } from './answer-kinds.ts'
import { displayName } from '../transcripts/segments.ts'
import { closest, fuse, type Thresholds, type Ranked } from './rank.ts'
import { wordsOf, type Question } from './question.ts'
import type { Quote } from './schema.ts'

/**
 * Choice: below this, the answer counts as not in the recordings. Calibrated with the questions of
 * test/fixtures/ask/questions.ts, half of which have no answer; `npx node test/bench/ask.ts` shows both sides.
 */
const leastScore = 0.65

/** What a quote must have of the best one's score to be shown beside it. */
const leastOfBest = 0.75

/**
 * Choice: similarity answers alone only where next to none of the question's words was said. Where they
 * were, a segment is similar whether or not it holds the answer, and words decide.
 */
const mostUnsaid = 0.2

/** The least cosine similarity and score of an answer, measured as `leastScore`. */
export const thresholds: Thresholds = { similarity: 0.35, score: leastScore }

/** Segments this close to a quote belong to the same moment and are not quoted again. */
const sameMoment = 2

type Lists = { byWords: readonly Ranked[]; bySimilarity: readonly Ranked[] }

/** Moments that answer; where none surely does, those that come closest. The best are first. */
export type Picked = { isFound: boolean; quotes: Ranked[] }

export function pickQuotes({ byWords, bySimilarity }: Lists, limit: number): Picked {
  const said = strongest(byWords)
  const isUnsaid = (byWords[0]?.score ?? 0) < mostUnsaid
  const similar = said.length > 0 || isUnsaid ? strongest(bySimilarity) : []
  const answers = fuse([said, similar])
  const isFound = answers.length > 0
  return { isFound, quotes: apart(isFound ? answers : closest([byWords, bySimilarity]), limit) }
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
    content_id: segment.content_id,
    filename: about.filename,
    segment_id: segment.segment_id,
    speaker: speaker ? displayName(speaker) : segment.speaker_id,
    start: segment.start_time,
    end: segment.end_time,
    text: segment.text,
    score: Math.round(score * 1000) / 1000,
  }
}

/** The sentence of the best quote that answers, word for word. */
export function answerSentence(question: Question, { segment, about }: Ranked): string {
  const segmenter = new Intl.Segmenter(about.language, { granularity: 'sentence' })
  const sentences = [...segmenter.segment(segment.text)].map(({ segment: text }) => text.trim())
  let best = { text: segment.text, worth: -1 }
  for (const text of sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))) {
    const worth = worthOf(question, text, about.language)
    if (worth > best.worth) best = { text, worth }
  }
  return best.text
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
