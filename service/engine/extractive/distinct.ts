import { overlap } from './rank-sentences.ts'
import type { Sentence } from './sentences.ts'

/** Lists repeated statements once, in their richest form. */
export function distinct(sentences: readonly Sentence[]): Sentence[] {
  const kept: Sentence[] = []
  for (const sentence of sentences) {
    const same = kept.findIndex((other) => isSaidAgain(other, sentence))
    if (same === -1) kept.push(sentence)
    else if (sentence.terms.length > (kept[same]?.terms.length ?? 0)) kept[same] = sentence
  }
  return kept
}

function isSaidAgain(a: Sentence, b: Sentence): boolean {
  if (a.text.toLowerCase() === b.text.toLowerCase()) return true
  return Math.min(a.terms.length, b.terms.length) > 2 && overlap(a, b) > 0.79
}
