/** Groups sentences into utterances, the unit that the classifiers judge. */
import type { Sentence } from './sentences.ts'

/** Consecutive sentences of one speaker. */
export type Utterance = {
  index: number
  speaker: string
  sentences: readonly [Sentence, ...Sentence[]]
  text: string
  words: number
}

/**
 * Choice: long enough to hold a thought, short enough to be quoted. Longer sentences stand alone.
 */
const mostWords = 40

/** Returns the utterances in the order they were said; every sentence is in exactly one. */
export function toUtterances(sentences: readonly Sentence[]): Utterance[] {
  const groups: [Sentence, ...Sentence[]][] = []
  let words = 0
  for (const sentence of sentences) {
    const last = groups.at(-1)
    words += sentence.words
    if (last && last[0].speaker === sentence.speaker && words <= mostWords) last.push(sentence)
    else {
      groups.push([sentence])
      words = sentence.words
    }
  }
  return groups.map((group, index) => ({
    index,
    speaker: group[0].speaker,
    sentences: group,
    text: group.map(({ text }) => text).join(' '),
    words: group.reduce((sum, sentence) => sum + sentence.words, 0),
  }))
}
