/** The one or two sentences that say most about what sets a chapter apart. */
import { countTerms, termWeight, type TermCounts } from './chapter-title.ts'
import type { SpokenSentence } from './parse-speech.ts'
import { shortenSpeech } from './shorten-speech.ts'

const fewestWords = 7
const idealWords = 16
const mostCharacters = 220
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
      const onTitle = [...distinct].some((term) => named.has(term)) ? 1.3 : 1
      return [{ at, text: short, terms: distinct, score: weight * length * onTitle }]
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    if (chosen.length === mostSentences || candidate.score < secondShare * (ranked[0]?.score ?? 0))
      break
    if (chosen.every((other) => !isAlike(other, candidate))) chosen.push(candidate)
  }
  if (chosen.length === 0) return null
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a reader understands it without what came before. */
function standsAlone(text: string): boolean {
  const isFragment =
    !/[.!]["'”’)]*$/u.test(text) ||
    /(?:\.\.|…|-\.?)$|\b(?:the|a|of|to|and|or|but|so|if|that|is|because|with|for)[.]$/iu.test(text)
  const isPointing =
    /^(?:it|that|this|they|he|she|those|these|which|who|whose|if|when|than|as|like|not|only)\b(?!\s+(?:project|meeting|group|year|week|month)\b)/iu.test(
      text,
    )
  return !isFragment && !isPointing && !/[?]/u.test(text)
}

function isAlike(one: Candidate, other: Candidate): boolean {
  const shared = [...one.terms].filter((term) => other.terms.has(term)).length
  return shared > 0.6 * Math.min(one.terms.size, other.terms.size)
}
