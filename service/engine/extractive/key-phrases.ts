/** Extracts key phrases: runs of naming words, weighted by frequency and spread. */
import { isVagueOrName } from '../chapters/chapter-title.ts'
import { isPhrase } from './naming-words.ts'
import type { Sentence, Token } from './sentences.ts'
import { fillers, genericNouns } from './words.ts'

export type Phrase = { text: string; segmentIds: string[]; score: number }

type Candidate = { key: string; terms: string[]; texts: Map<string, number>; at: Sentence[] }

const maxWords = 4

/** Choice: in sentences. In a longer talk a phrase that is said once is no subject of it. */
const briefTalk = 60

/** Distinct phrases as they were said, by descending weight. */
export function keyPhrases(sentences: readonly Sentence[], limit: number): Phrase[] {
  const candidates = collect(sentences)
  const wordCounts = new Map<string, number>()
  for (const { terms } of sentences) {
    for (const term of terms) wordCounts.set(term, (wordCounts.get(term) ?? 0) + 1)
  }
  const isParsed = sentences.some(({ sentiment }) => sentiment !== null)
  const isBrief = sentences.length < briefTalk
  const scored = [...candidates.values()]
    .filter(({ at, terms }) => at.length > 1 || (isParsed && isBrief && terms.length > 1))
    .filter((candidate) => !isParsed || !isVagueOrName(candidate))
    .map((candidate) => ({ candidate, score: scoreOf(candidate, wordCounts) }))
    .toSorted((a, b) => b.score - a.score || placeOf(a.candidate) - placeOf(b.candidate))
  const chosen: { candidate: Candidate; score: number }[] = []
  for (const next of scored) {
    if (chosen.length >= limit) break
    if (!chosen.some(({ candidate }) => isSameTopic(candidate, next.candidate))) chosen.push(next)
  }
  return chosen.map(({ candidate, score }) => ({
    text: commonText(candidate),
    segmentIds: [...new Set(candidate.at.flatMap((sentence) => sentence.segmentIds))].slice(0, 12),
    score,
  }))
}

/** Position of a phrase's first mention: breaks ties between equal weights. */
function placeOf({ at }: Candidate): number {
  return at[0]?.index ?? 0
}

function collect(sentences: readonly Sentence[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const sentence of sentences) {
    for (const run of runsOf(sentence.tokens).flatMap(partsOf)) {
      const terms = run.map((token) => token.term ?? token.text.toLowerCase())
      const key = terms.join(' ')
      const fresh: Candidate = { key, terms, texts: new Map(), at: [] }
      const known = candidates.get(key) ?? fresh
      const text = run.map((token) => token.text).join(' ')
      known.texts.set(text, (known.texts.get(text) ?? 0) + 1)
      known.at.push(sentence)
      candidates.set(key, known)
    }
  }
  return candidates
}

/** Without a dictionary any part of a run may be the phrase; repetition decides. */
function partsOf(run: Token[]): Token[][] {
  if (run.every((token) => token.pos !== 'X')) return isPhrase(run) ? [run] : []
  return run.flatMap((_, from) => {
    return [1, 2, 3].flatMap((length) => {
      return from + length > run.length ? [] : [run.slice(from, from + length)]
    })
  })
}

/** Consecutive naming words, trimmed to a readable phrase. */
export function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = []
  let run: Token[] = []
  let before = ''
  for (const token of [...tokens, { text: '', term: null, pos: '' }]) {
    if (isNaming(token)) {
      run.push(token)
      continue
    }
    const trimmed = trim(run)
    // Half a word with a hyphen, such as "trade" of "trade-off", names nothing.
    const isHalf = before === '-' || token.text === '-'
    if (trimmed.length > 0 && trimmed.length <= maxWords && !isHalf) runs.push(trimmed)
    run = []
    before = token.text
  }
  return runs
}

function isNaming({ term, pos, text }: Token): boolean {
  if (term === null || fillers.has(term)) return false
  return ['NOUN', 'PROPN', 'ADJ', 'X'].includes(pos) && /\p{L}/u.test(text)
}

function isGeneric(token: Token | undefined): boolean {
  if (!token) return false
  return genericNouns.has(token.term ?? '') || genericNouns.has(token.text.toLowerCase())
}

/** Drops stutters, leading words that name nothing, and trailing ones that are not specific nouns. */
function trim(said: readonly Token[]): Token[] {
  const run = said.filter(({ text }, at) => !isBegunAgain(text, said[at + 1]))
  let [from, to] = [0, run.length]
  while (from < to - 1 && isGeneric(run[from]) && run[from]?.pos !== 'NOUN') from += 1
  while (to > from && (isGeneric(run[to - 1]) || run[to - 1]?.pos === 'ADJ')) to -= 1
  return run.slice(from, to)
}

/** "targ target groups", "trends trends" */
const isBegunAgain = (text: string, next: Token | undefined): boolean =>
  next?.text.toLowerCase().startsWith(text.toLowerCase()) ?? false

/**
 * Scores a phrase by the number of sentences that contain it, its length and the
 * frequency of its words.
 */
function scoreOf({ terms, at }: Candidate, wordCounts: ReadonlyMap<string, number>): number {
  const spread = new Set(at.map((sentence) => sentence.index)).size
  const words = terms.reduce((sum, term) => sum + Math.log(1 + (wordCounts.get(term) ?? 0)), 0)
  const length = 1 + 0.8 * (Math.min(3, terms.length) - 1)
  return Math.log(1 + spread) * length * (words / terms.length)
}

function isSameTopic(a: Candidate, b: Candidate): boolean {
  const shared = a.terms.filter((term) => b.terms.includes(term)).length
  return shared >= Math.min(a.terms.length, b.terms.length)
}

function commonText({ texts }: Candidate): string {
  const [best] = [...texts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return best?.[0] ?? ''
}
