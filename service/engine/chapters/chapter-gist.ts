/** The one or two sentences that say most about what sets a chapter apart. */
import { countTerms, termWeight, type TermCounts } from './chapter-title.ts'
import type { SpokenSentence } from './parse-speech.ts'
import { shortenSpeech } from './shorten-speech.ts'

const fewestWords = 7
const idealWords = 16
const mostCharacters = 190
/** Of both sentences together. */
const mostInAll = 280
const mostSentences = 2
/** A second sentence must say nearly as much as the first. */
const secondShare = 0.7

type Candidate = { at: number; text: string; terms: ReadonlySet<string>; score: number }

/** Null where no sentence can stand alone. */
export function gistChapter(
  sentences: readonly SpokenSentence[],
  all: TermCounts,
  title: string | null,
): string | null {
  const own = countTerms(sentences)
  const named = new Set(title?.toLowerCase().split(' '))
  const ranked = sentences
    .flatMap(({ text, terms }, at) => {
      const short = shortenSpeech(text)
      const words = short.split(' ').length
      if (words < fewestWords || short.length > mostCharacters || !standsAlone(short)) return []
      const distinct = new Set(terms)
      const weight = [...distinct].reduce((sum, term) => sum + termWeight(term, own, all), 0)
      const length = 1 / Math.sqrt(Math.max(words, idealWords))
      // What had to be cut out of a sentence tells how well the rest of it reads.
      const fluency = (short.length / Math.max(1, text.length)) ** 2
      const onTitle = [...distinct].some((term) => named.has(term)) ? 1.3 : 1
      return [{ at, text: short, terms: distinct, score: weight * length * onTitle * fluency }]
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    if (chosen.length === mostSentences || candidate.score < secondShare * (ranked[0]?.score ?? 0))
      break
    const length = chosen.reduce((sum, { text }) => sum + text.length, candidate.text.length)
    const isNew = chosen.every((other) => !isAlike(other, candidate))
    if (isNew && length <= mostInAll) chosen.push(candidate)
  }
  if (chosen.length === 0) return null
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

const unfinished =
  /(?:\.\.|…|-\.?)$|\b(?:the|a|an|of|to|and|or|but|so|if|that|is|are|because|with|for|in|i|we|you|'kay)[.]$/iu
/** Begins with something that was said before, or with half a thought. */
const pointing =
  /^(?:it|it's|that|that's|this|they|they're|he|she|he's|she's|those|these|which|who|whose|whom|if|when|than|as|like|not|only|there's|for example|for instance|one is|the other|another|in that case|same|i don't know|what)\b/iu
/** A question that was written without its mark. */
const asking =
  /^(?:do|does|did|is|are|was|were|can|could|would|will|should|shall|have|has|may|how|why|where|who)\b/iu

/** Whether a reader understands it without what came before. */
const standsAlone = (text: string): boolean =>
  /[.!]["'”’)]*$/u.test(text) &&
  !/[?@]/u.test(text) &&
  !/\b(\p{L}{1,2})-\s/u.test(text) &&
  !unfinished.test(text) &&
  !pointing.test(text) &&
  !asking.test(text)

function isAlike(one: Candidate, other: Candidate): boolean {
  const shared = [...one.terms].filter((term) => other.terms.has(term)).length
  return shared > 0.6 * Math.min(one.terms.size, other.terms.size)
}
