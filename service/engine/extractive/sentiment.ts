/**
 * Computes the mood of the talk from its clearly positive or negative sentences; small margins
 * count as neutral.
 */
import type { Sentence } from './sentences.ts'

export type MoodLabel = 'positive' | 'neutral' | 'negative'

export type Mood = { label: MoodLabel; score: number; from: Sentence[] }

/** Below this, a single sentence counts as neutral. */
const sentenceMargin = 0.1

/** Below this, the whole talk counts as neutral. */
const wholeMargin = 0.08

/**
 * Null if the language is not supported. `score` is −1 to 1; `from` holds the
 * sentences behind the label.
 */
export function moodOf(sentences: readonly Sentence[]): Mood | null {
  const judged = sentences.filter((sentence) => sentence.sentiment !== null && sentence.words > 2)
  if (judged.length === 0) return null
  const clear = judged.filter(({ sentiment }) => Math.abs(sentiment ?? 0) >= sentenceMargin)
  const words = judged.reduce((sum, sentence) => sum + sentence.words, 0)
  const clearWords = clear.reduce((sum, sentence) => sum + sentence.words, 0)
  const sum = clear.reduce((total, { sentiment, words: n }) => total + (sentiment ?? 0) * n, 0)
  // The mean of the clear sentences, damped if they are a small part of the talk.
  const mean = clearWords === 0 ? 0 : sum / clearWords
  const score = Math.max(-1, Math.min(1, mean * Math.sqrt(clearWords / Math.max(1, words))))
  const label = score > wholeMargin ? 'positive' : score < -wholeMargin ? 'negative' : 'neutral'
  const from = label === 'neutral' ? [] : strongest(clear, label === 'positive' ? 1 : -1)
  return { label, score: Math.round(score * 100) / 100, from }
}

function strongest(clear: readonly Sentence[], direction: 1 | -1): Sentence[] {
  return clear
    .filter(({ sentiment }) => (sentiment ?? 0) * direction > 0)
    .toSorted((a, b) => ((b.sentiment ?? 0) - (a.sentiment ?? 0)) * direction || a.index - b.index)
    .slice(0, 3)
}
