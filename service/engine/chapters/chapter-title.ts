/** Titles chapters with the noun phrases that set each apart from the rest of the recording. */
import { vagueAlone } from '../extractive/words.ts'
import { nounPhrases, type SpokenSentence } from './parse-speech.ts'

/** How often each word is used, in a chapter or a whole recording. */
export type TermCounts = { counts: ReadonlyMap<string, number>; total: number }

export function countTerms(sentences: readonly SpokenSentence[]): TermCounts {
  const counts = new Map<string, number>()
  let total = 0
  for (const { terms } of sentences) {
    total += terms.length
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return { counts, total }
}

/** How much a word belongs to a chapter: its count there times how much more often than elsewhere. */
export function termWeight(term: string, own: TermCounts, all: TermCounts): number {
  const count = own.counts.get(term) ?? 0
  if (count === 0) return 0
  const share = count / Math.max(1, own.total)
  const elsewhere =
    ((all.counts.get(term) ?? 0) - count + 1) / Math.max(1, all.total - own.total + 1)
  return Math.log(1 + count) * Math.min(mostContrast, Math.max(0, Math.log(share / elsewhere)))
}

type Candidate = {
  terms: readonly string[]
  texts: Map<string, number>
  /** Sentences that it is in, by their index in the chapter. */
  at: Set<number>
  score: number
}

export type TitleOptions = {
  sentences: readonly SpokenSentence[]
  all: TermCounts
  /** Words of names of those present, in lower case. */
  names: ReadonlySet<string>
  /** Phrases in titles of earlier chapters, in lower case: the same title twice tells nothing. */
  taken: ReadonlySet<string>
}

/** Less weighty phrases do not tell what a chapter is about. */
const leastScore = 1
/** A second phrase is added if it weighs nearly as much. */
const secondShare = 0.75
const mostCharacters = 60
/** Sentences that a word, or a phrase of more words, must be in. */
const fewestOfWord = 3
const fewestOfPhrase = 2
/** By number of words: longer phrases say more. */
const lengthWeights = [0, 0.7, 1.25, 1.35, 1.1]
/** A rare word is not better than one used three times as often here as elsewhere. */
const mostContrast = Math.log(8)

/** One or two noun phrases as they were said; null where nothing stands out. */
export function titleChapter(options: TitleOptions): string | null {
  const ranked = rank(options)
  const [first] = ranked
  if (!first || first.score < leastScore) return null
  const second = ranked.find(
    (other) =>
      other !== first &&
      other.score >= secondShare * first.score &&
      !other.terms.some((term) => first.terms.includes(term)),
  )
  const texts = [first, ...(second ? [second] : [])].map(commonText)
  const title = texts.join(' and ')
  const fitting = title.length <= mostCharacters ? title : (texts[0] ?? '')
  return fitting.charAt(0).toUpperCase() + fitting.slice(1)
}

function rank({ sentences, all, names, taken }: TitleOptions): Candidate[] {
  const own = countTerms(sentences)
  const candidates = new Map<string, Candidate>()
  for (const [at, sentence] of sentences.entries()) {
    for (const { text, terms } of nounPhrases(sentence)) {
      const isTaken = taken.has(text.toLowerCase())
      if (isTaken || terms.some((term) => names.has(term)) || new Set(terms).size < terms.length)
        continue
      const key = terms.join(' ')
      const known = candidates.get(key) ?? { terms, texts: new Map(), at: new Set(), score: 0 }
      known.texts.set(text, (known.texts.get(text) ?? 0) + 1)
      known.at.add(at)
      candidates.set(key, known)
    }
  }
  for (const candidate of candidates.values()) {
    const { terms, at } = candidate
    const weights = terms.map((term) => termWeight(term, own, all))
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / terms.length
    const isRepeated = at.size >= (terms.length > 1 ? fewestOfPhrase : fewestOfWord)
    candidate.score =
      isRepeated && !isVagueOrName(candidate)
        ? mean *
          (lengthWeights[terms.length] ?? 1) *
          Math.sqrt(reachOf(candidate, sentences.length))
        : 0
  }
  return [...candidates.values()].toSorted((a, b) => b.score - a.score)
}

/** A single word that is too general, or that may be somebody's name. */
export function isVagueOrName({ terms, texts }: Pick<Candidate, 'terms' | 'texts'>): boolean {
  const [term = ''] = terms
  if (terms.length > 1) return false
  const isName = [...texts.keys()].every((text) => /^\p{Lu}\p{Ll}+$/u.test(text))
  return isName || vagueAlone.has(term)
}

/** Share of a chapter's quarters that mention a phrase: a remark of half a minute is no subject. */
function reachOf({ at }: Candidate, sentences: number): number {
  const quarters = new Set([...at].map((place) => Math.floor((4 * place) / sentences)))
  return quarters.size / 4
}

/** A phrase as it is said most; a capital that is not always there only began a sentence. */
export function commonText({ texts }: Pick<Candidate, 'texts'>): string {
  const [best] = [...texts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const text = best?.[0] ?? ''
  // Only names and abbreviations keep their capitals; "Remote" may have begun a sentence.
  return [...texts.keys()].some((other) => other === text.toLowerCase()) ? text.toLowerCase() : text
}
