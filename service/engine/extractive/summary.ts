/** What a talk is about, as sentences that were said in it, each with its speaker. */
import { cosine, probabilityOf } from './judgement.ts'
import { toPhrase, type Item } from './item.ts'
import { quote } from './quotation.ts'
import { isSmallTalk } from './remarks.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { termWeights } from './term-weights.ts'

/** A longer sentence takes the room of others, a shorter one says too little; in characters. */
const [shortest, longest] = [40, 240]
/** Cosine from which two utterances say the same. */
const alike = 0.6
/** How much less a longer sentence is worth. */
const lengthPower = 0.7
/** Utterances that are considered, the likeliest first. */
const mostCandidates = 80

type Candidate = { sentence: Sentence; text: string; at: number; worth: number }

/** Null where nothing of the talk can be quoted in so many characters. */
export function quoteSummary(talk: Talk, judgement: Judgement, characters: number): Item | null {
  const weights = termWeights(judgement)
  let candidates = candidatesOf(talk, judgement)
  const chosen: Candidate[] = []
  const covered = new Set<string>()
  for (let left = characters; left >= shortest;) {
    const gain = ({ sentence, worth, text }: Candidate) => {
      const fresh = [...new Set(sentence.terms)].filter((term) => !covered.has(term))
      const weight = fresh.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
      return (weight * worth) / text.length ** lengthPower
    }
    candidates = candidates.filter(({ text }) => text.length + 1 <= left)
    const [best] = candidates.toSorted((a, b) => gain(b) - gain(a))
    if (!best) break
    chosen.push(best)
    left -= best.text.length + 1
    for (const term of best.sentence.terms) covered.add(term)
    const { vectors } = judgement
    candidates = candidates.filter(({ at }) => cosine(vectors[at], vectors[best.at]) < alike)
  }
  return chosen.length === 0
    ? null
    : joinQuotes(
        talk,
        chosen.map(({ sentence }) => sentence),
      )
}

/** In the order of the talk: "Mary: We start in May. Tom: The budget is fixed." */
export function joinQuotes(talk: Talk, sentences: readonly Sentence[]): Item {
  const ordered = sentences.toSorted((a, b) => a.index - b.index)
  const text = ordered.map((sentence) => withSpeaker(talk, sentence)).join(' ')
  return toPhrase(text, [...new Set(ordered.flatMap(({ segmentIds }) => segmentIds))])
}

/** Of a single voice nobody needs to be told who spoke. */
function withSpeaker({ speakers }: Talk, { speaker, text }: Sentence): string {
  const words = quote(text)
  return speakers.length > 1 ? `${speaker}: ${words}` : words
}

function candidatesOf(talk: Talk, judgement: Judgement): Candidate[] {
  return judgement.utterances
    .map(({ index, sentences }) => ({
      sentences,
      at: index,
      worth: probabilityOf(judgement, index, 'summary'),
    }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, mostCandidates)
    .flatMap(({ sentences, at, worth }) =>
      sentences.flatMap((sentence) => {
        const text = withSpeaker(talk, sentence)
        const isWhole = !text.startsWith('…') && !text.endsWith('…') && !text.includes(': …')
        const isFit = isWhole && text.length >= shortest && text.length <= longest
        return isFit && isTelling(talk, sentence) ? [{ sentence, text, at, worth }] : []
      }),
    )
}

function isTelling(talk: Talk, sentence: Sentence): boolean {
  const { text, plain, terms } = sentence
  if (isSmallTalk(talk, sentence) || /[?？]$/u.test(text)) return false
  return new Set(terms).size >= 3 && !pointsBack.test(plain)
}

/** Refers to what was said before: "That's it", "They do". */
const pointsBack =
  /^(?:(?:and|but|so|or|then|also|well|okay|yeah|because),? )*(?:(?:it|they|he|she|it's|that's|they're|he's|she's|which)\b|(?:this|that|these|those)(?=\s(?:is|are|was|were|will|would|can|could|should|has|have|had|does|did|do|may|might|must|ones?|means|way|also|just|gives?|makes?)\b|'))/iu
