/**
 * TextRank over the sentences (Mihalcea and Tarau 2004), and a selection without repetition by
 * maximal marginal relevance (MMR, Carbonell and Goldstein 1998).
 */
import { pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'

const damping = 0.85
const rounds = 25

/** MMR's weight of centrality against novelty. */
const centrality = 0.7

/** One weight per sentence, 0–1: its centrality in the talk. */
export function rankSentences(sentences: readonly Sentence[]): number[] {
  const links = linkSentences(sentences)
  let scores = new Float64Array(sentences.length).fill(1)
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(sentences.length).fill(1 - damping)
    for (const [from, { targets, shares }] of links.entries()) {
      const score = damping * (scores[from] ?? 0)
      for (const [at, to] of targets.entries()) {
        next[to] = (next[to] ?? 0) + score * (shares[at] ?? 0)
      }
    }
    scores = next
  }
  const weighed = Array.from(scores, (score, index) => score * fitness(sentences[index]))
  const best = Math.max(...weighed, 1e-9)
  return weighed.map((score) => score / best)
}

type Links = { targets: Uint32Array; shares: Float64Array }

/** A word in more sentences than this is uninformative and would link everything. */
const mostPlaces = 60

/** Links only sentences that share a word, via an inverted index. */
function linkSentences(sentences: readonly Sentence[]): Links[] {
  const places = new Map<string, number[]>()
  for (const { index, terms } of sentences) {
    for (const term of new Set(terms)) {
      const list = places.get(term)
      if (list) list.push(index)
      else places.set(term, [index])
    }
  }
  const weights = sentences.map(() => new Map<number, number>())
  for (const list of places.values()) {
    if (list.length > mostPlaces) continue
    const rarity = Math.log(1 + sentences.length / list.length)
    for (const from of list) {
      for (const to of list) addLink(from === to ? undefined : weights[from], to, rarity)
    }
  }
  return weights.map((shared, from) =>
    toLinks(shared, (to) => {
      return lengthOf(sentences[from]) + lengthOf(sentences[to])
    }),
  )
}

function toLinks(shared: ReadonlyMap<number, number>, sizeOf: (to: number) => number): Links {
  const targets = Uint32Array.from(shared.keys())
  const weights = Float64Array.from(shared, ([to, weight]) => weight / sizeOf(to))
  const total = weights.reduce((sum, weight) => sum + weight, 1e-9)
  return { targets, shares: weights.map((weight) => weight / total) }
}

function addLink(link: Map<number, number> | undefined, to: number, weight: number): void {
  link?.set(to, (link.get(to) ?? 0) + weight)
}

function lengthOf(sentence: Sentence | undefined): number {
  return Math.log(2 + (sentence?.terms.length ?? 0))
}

/**
 * Very short, very long and interrogative sentences make poor summaries,
 * however central their words.
 */
function fitness(sentence: Sentence | undefined): number {
  if (!sentence) return 0
  const { words, terms, text } = sentence
  if (words < 5 || terms.length < 2) return 0.15
  const length = words > 45 ? 45 / words : Math.min(1, words / 9)
  const density = 0.6 + Math.min(0.4, terms.length / words)
  const isQuestion = /[?？]$/u.test(text)
  return length * density * (isQuestion ? 0.4 : 1) * readability(sentence)
}

/** Penalizes sentences that depend on the one before or are fragments. */
function readability({ plain, words, terms }: Sentence): number {
  const pointing = pattern`
  ^(?:(?:and|but|so|or|then|also|well|okay|yeah|because),? )*(?:it|that|this|they|he|she|you'll|
  let's|let me|those|these)\b`
  const isFragment =
    words < 9 && /^(?:and |but |or )?(?:when|if|because|which|or|only|not|like)\b/iu.test(plain)
  const isTold = /\b(?:to be honest|you know|I don't know|whatever|blah)\b/iu.test(plain)
  return (
    (pointing.test(plain) ? 0.55 : 1) *
    (isFragment ? 0.3 : 1) *
    (isTold ? 0.8 : 1) *
    (terms.length < 4 ? 0.7 : 1)
  )
}

/** Chooses up to `count` of the best sentences within `characters`, in the order they were said. */
export function chooseSentences(
  sentences: readonly Sentence[],
  scores: readonly number[],
  limits: { count: number; characters: number },
): Sentence[] {
  const chosen: Sentence[] = []
  const candidates = sentences
    .filter(({ index }) => (scores[index] ?? 0) > 0.1)
    .toSorted((a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0) || a.index - b.index)
    .slice(0, 80)
  let left = limits.characters
  while (chosen.length < limits.count && candidates.length > 0) {
    const worth = candidates.map((candidate) => {
      const likeness = Math.max(0, ...chosen.map((other) => overlap(candidate, other)))
      return centrality * (scores[candidate.index] ?? 0) - (1 - centrality) * likeness
    })
    const [next] = candidates.splice(worth.indexOf(Math.max(...worth)), 1)
    if (!next || next.text.length > left) continue
    left -= next.text.length + 1
    chosen.push(next)
  }
  return chosen.toSorted((a, b) => a.index - b.index)
}

/** Share of the shorter sentence's terms that the other contains. */
export function overlap(a: Sentence, b: Sentence): number {
  const terms = new Set(a.terms)
  const others = new Set(b.terms)
  const shared = [...terms].filter((term) => others.has(term)).length
  return shared / Math.max(1, Math.min(terms.size, others.size))
}
