/** Compares summaries: ROUGE-1 (Lin 2004), beside LexRank's as a comparison (Erkan and Radev 2004). */
import type { Turn } from './meetings.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']+/g) ?? []

/** F1 of the words that both have, each as often as it occurs, 0 to 1. */
export function rouge1(reference: string, text: string): number {
  const [wanted, given] = [countAll(wordsOf(reference)), countAll(wordsOf(text))]
  let same = 0
  for (const [word, count] of wanted) same += Math.min(count, given.get(word) ?? 0)
  return (2 * same) / Math.max(1, sum(wanted.values()) + sum(given.values()))
}

const shortestSentence = 6
const summaryLength = 600

/** The sentences of a meeting that are most like the others, up to the length of a summary. */
export function summarizeByLexRank(turns: readonly Turn[]): string {
  const sentences = turns.flatMap(({ text }) =>
    text
      .split(/(?<=[.?!])\s+/)
      .filter((one) => one.split(/\s+/).filter(Boolean).length >= shortestSentence),
  )
  const degrees = degreesOf(sentences)
  const ranked = sentences
    .map((text, at) => ({ text, degree: degrees[at] ?? 0 }))
    .toSorted((one, other) => other.degree - one.degree)
  return fill(ranked.map(({ text }) => text))
}

function fill(sentences: readonly string[]): string {
  let text = ''
  for (const sentence of sentences) {
    if (text && text.length + sentence.length > summaryLength) break
    text += ` ${sentence}`
  }
  return text.trim().slice(0, summaryLength + 60)
}

/** Cosines above this count as likeness. */
const likeness = 0.1
/** A word of so many sentences says nothing about their likeness. */
const commonInSentences = 200

/** How many other sentences each is like, by the cosine of its weighted words. */
function degreesOf(sentences: readonly string[]): number[] {
  const vectors = toVectors(sentences)
  const postings = new Map<string, { at: number; weight: number }[]>()
  for (const [at, vector] of vectors.entries()) {
    for (const [word, weight] of vector) {
      const found = postings.get(word) ?? []
      postings.set(word, found)
      found.push({ at, weight })
    }
  }
  return vectors.map((vector, at) => {
    const near = new Map<number, number>()
    for (const [word, weight] of vector) {
      const found = postings.get(word) ?? []
      if (found.length >= commonInSentences) continue
      for (const other of found) {
        near.set(other.at, (near.get(other.at) ?? 0) + weight * other.weight)
      }
    }
    return [...near].filter(([other, cosine]) => other !== at && cosine > likeness).length
  })
}

/** The words of each sentence, weighted by their rarity; each vector has length 1. */
function toVectors(sentences: readonly string[]): Map<string, number>[] {
  const bags = sentences.map((text) => countAll(wordsOf(text).filter((word) => !common.has(word))))
  const spread = countAll(bags.flatMap((bag) => [...bag.keys()]))
  return bags.map((bag) => {
    const weighted = [...bag].map(
      ([word, count]) =>
        [word, count * Math.log(1 + sentences.length / (spread.get(word) ?? 1))] as const,
    )
    const length = Math.sqrt(sum(weighted.map(([, weight]) => weight * weight))) || 1
    return new Map(weighted.map(([word, weight]) => [word, weight / length]))
  })
}

function countAll(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

const common = new Set(
  (
    'a an the and or but so if of to in on at for with by from as is are was were be been it this ' +
    'that these those i you he she we they my your our their what which who when where why how do ' +
    'does did have has had will would can could should about um uh yeah'
  ).split(' '),
)
