/** TextRank over the sentences, and a choice among the best that does not repeat itself (MMR). */
import type { Sentence } from './sentences.ts'

const damping = 0.85
const rounds = 25

/** In MMR, how much being central counts against being new. */
const centrality = 0.7

/** One weight per sentence, 0–1: how much of the rest of the talk it carries. */
export function rankSentences(sentences: readonly Sentence[]): number[] {
  const links = linkSentences(sentences)
  let scores = sentences.map(() => 1)
  for (let round = 0; round < rounds; round += 1) {
    const next = sentences.map(() => 1 - damping)
    for (const [from, targets] of links.entries()) {
      const share = (damping * (scores[from] ?? 0)) / targets.total
      for (const [to, weight] of targets.weights) next[to] = (next[to] ?? 0) + share * weight
    }
    scores = next
  }
  const weighed = scores.map((score, index) => score * fitness(sentences[index]))
  const best = Math.max(...weighed, 1e-9)
  return weighed.map((score) => score / best)
}

type Links = { total: number; weights: Map<number, number> }

/** Only sentences that share a word are linked, found through an index of words. */
function linkSentences(sentences: readonly Sentence[]): Links[] {
  const places = new Map<string, number[]>()
  for (const { index, terms } of sentences) {
    for (const term of new Set(terms)) places.set(term, [...(places.get(term) ?? []), index])
  }
  const links: Links[] = sentences.map(() => ({ total: 1e-9, weights: new Map() }))
  for (const list of places.values()) {
    const rarity = Math.log(1 + sentences.length / list.length)
    for (const from of list) {
      for (const to of list) addLink(from === to ? undefined : links[from], to, rarity)
    }
  }
  for (const [from, link] of links.entries()) {
    for (const [to, shared] of link.weights) {
      const size = lengthOf(sentences[from]) + lengthOf(sentences[to])
      link.weights.set(to, shared / size)
      link.total += shared / size
    }
  }
  return links
}

function addLink(link: Links | undefined, to: number, weight: number): void {
  link?.weights.set(to, (link.weights.get(to) ?? 0) + weight)
}

function lengthOf(sentence: Sentence | undefined): number {
  return Math.log(2 + (sentence?.terms.length ?? 0))
}

/** Very short, very long and asking sentences summarise badly, however central their words are. */
function fitness(sentence: Sentence | undefined): number {
  if (!sentence) return 0
  const { words, terms, text } = sentence
  if (words < 5 || terms.length < 2) return 0.15
  const length = words > 45 ? 45 / words : Math.min(1, words / 9)
  const density = 0.6 + Math.min(0.4, terms.length / words)
  return length * density * (/[?？]$/u.test(text) ? 0.5 : 1)
}

/** Up to `count` sentences within `characters`, the best ones, in the order they were said. */
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

/** Share of the shorter sentence's terms that the other has too. */
export function overlap(a: Sentence, b: Sentence): number {
  const terms = new Set(a.terms)
  const others = new Set(b.terms)
  const shared = [...terms].filter((term) => others.has(term)).length
  return shared / Math.max(1, Math.min(terms.size, others.size))
}
