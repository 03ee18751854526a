/** One talk, as input for the finders. */
import type { FindMoments } from './moments.ts'
import type { Sentence } from './sentences.ts'
import type { Utterance } from './utterances.ts'
import type { Wording } from './wording/wording.ts'

/** What the classifiers make of a talk. */
export type Judgement = {
  utterances: readonly Utterance[]
  /** A vector of unit length per utterance. */
  vectors: readonly (readonly number[])[]
  /** Per utterance, a probability per kind. */
  probabilities: readonly (readonly number[])[]
}

export type Talk = {
  language: string
  sentences: readonly Sentence[]
  /** In order of first words. */
  speakers: readonly string[]
  wording: Wording
  moments: FindMoments
  /** Null in a language that the classifiers do not know. */
  judgement: Judgement | null
}

/** Other speakers' sentences within `reach` sentences; skips the speaker's own. */
export function repliesTo(talk: Talk, { index, speaker }: Sentence, reach = 4): Sentence[] {
  const after = talk.sentences.slice(index + 1, index + 1 + reach)
  // Without separate speakers, the next sentences may be the reply.
  if (talk.speakers.length === 1) return after.slice(0, 2)
  const from = after.findIndex((sentence) => sentence.speaker !== speaker)
  const who = after[from]?.speaker
  const turn = from < 0 ? [] : after.slice(from)
  const end = turn.findIndex((sentence) => sentence.speaker !== who)
  return end < 0 ? turn : turn.slice(0, end)
}
