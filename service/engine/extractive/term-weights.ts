/** Which words a talk turns on. */
import type { Judgement } from './talk.ts'

/** What a sentence in which nothing seems to matter tells of what is talked about. */
const leastWorth = 0.05

/** How likely an utterance is to carry anything that matters. */
export const worthOf = ({ probabilities }: Judgement, at: number): number =>
  Math.max(leastWorth, ...(probabilities[at] ?? []))

/** How much a word belongs in a note: how often it is said, above all where something matters. */
export function termWeights(judgement: Judgement): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sentences, index } of judgement.utterances) {
    const matters = worthOf(judgement, index)
    for (const term of new Set(sentences.flatMap(({ terms }) => terms)))
      counts.set(term, (counts.get(term) ?? 0) + matters)
  }
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + count)]))
}
