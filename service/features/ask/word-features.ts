/** How many of a question's words a turn and its surroundings have. English. */
import { memoize } from '../../core/memoize.ts'
import { fillers, functionWords, wordSet } from '../../engine/extractive/words.ts'
import { englishStem } from '../../engine/stem.ts'
import type { Question } from './question.ts'
import { scoreRun } from './rank.ts'
import {
  around,
  meanOf,
  reaches,
  standardize,
  type Column,
  type Layout,
  type Turn,
  type TurnFeatures,
} from './turn-windows.ts'

/** What a question says of how it is put, and not of what it is about. */
const framing = wordSet(`
  summarize summarise summary discussion discussions discussing discuss discussed group team meeting talk
  talked talking think thought mention mentioned opinion opinions view regarding concerning towards toward
  according members participants everyone people person name tell anyone someone something anything thing
  kind sort exactly ever still`)

const wordPattern = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu
/** Words come from everything that was ever said. */
const stemOf = memoize(50_000, englishStem)

/** The stems of a text's words that say something. */
function stemsOf(text: string): string[] {
  const stems: string[] = []
  for (const [found] of text.toLowerCase().replaceAll('’', "'").matchAll(wordPattern)) {
    if (functionWords.has(found) || fillers.has(found)) continue
    stems.push(stemOf(found.replace(/'s$/u, '')))
  }
  return stems
}

/** What a question is about: its stems without framing and without the names of speakers. */
function topicStems(question: string, named: ReadonlySet<string>): string[] {
  const spoken = new Set([...named].flatMap((name) => stemsOf(name)))
  const framed = new Set([...framing].map((word) => englishStem(word)))
  return [...new Set(stemsOf(question))].filter((stem) => !spoken.has(stem) && !framed.has(stem))
}

type Searched = {
  recordings: readonly (readonly Turn[])[]
  layout: Layout
  /** Speakers whom the question names. */
  named: ReadonlySet<string>
}

/**
 * BM25 over windows of turns, with the share of the question's words and how near they are; and the score by
 * which turns are ranked where there are no vectors.
 */
export function wordFeatures(
  question: Question,
  { recordings, layout, named }: Searched,
): TurnFeatures {
  const terms = topicStems(question.text, named)
  const spoken = recordings.map((turns) => turns.map(({ text }) => stemsOf(text)))
  const said = spoken.flat()
  const counts = terms
    .map((term) => Float64Array.from(said, (stems) => stems.filter((stem) => stem === term).length))
    .map((column) => ({ column, rarity: rarityOf(column) }))
  const total = counts.reduce((sum, { rarity }) => sum + rarity, 0) + 1e-6
  const sizes = Float64Array.from(said, ({ length }) => length)
  const fit = fitOf(question, recordings, spoken)
  const features: TurnFeatures = {
    near: proximityOf(counts, layout, total),
    fit,
    fitRank: standardize(fit),
  }
  for (const reach of [0, ...reaches]) {
    const lengths = around(sizes, layout, reach)
    const mean = meanOf(lengths)
    const norms = lengths.map((length) => 1.2 * (0.25 + (0.75 * length) / mean))
    const windows = counts.map(({ column, rarity }) => {
      const within = around(column, layout, reach)
      return { within, weight: rarityOf(within), rarity }
    })
    const sumOf = (value: (window: (typeof windows)[number], at: number) => number) =>
      sizes.map((_, at) => windows.reduce((sum, window) => sum + value(window, at), 0))
    const bm25 = sumOf(({ within, weight }, at) => {
      const count = within[at] ?? 0
      return (weight * count * 2.2) / (count + (norms[at] ?? 0) + 1e-6)
    })
    features[`words${reach}`] = bm25.map((value) => value / Math.max(1, total))
    if (reach === 3 || reach === 15) features[`wordsRank${reach}`] = standardize(bm25)
    if (reach < 30) {
      const share = sumOf(({ within, rarity }, at) => ((within[at] ?? 0) > 0 ? rarity : 0))
      features[`coverage${reach}`] = share.map((value) => value / total)
    }
  }
  return features
}

function rarityOf(counts: Column): number {
  const having = counts.reduce((sum, count) => sum + Number(count > 0), 0)
  return Math.log(1 + (counts.length - having + 0.5) / (having + 0.5))
}

/** Turns away from a word at which it counts for three fifths. */
const nearDeviation = 4
const nearReach = 3 * nearDeviation

/** The share of the question's words that were said around, those nearby counting more. */
function proximityOf(
  counts: readonly { column: Column; rarity: number }[],
  { first, end }: Layout,
  total: number,
): Column {
  const near = new Float64Array(first.length)
  for (const { column, rarity } of counts) {
    const sums = new Float64Array(first.length)
    for (const [at, count] of column.entries()) {
      if (count === 0) continue
      const from = Math.max(first[at] ?? 0, at - nearReach)
      const to = Math.min(end[at] ?? 0, at + nearReach + 1)
      for (let other = from; other < to; other += 1) {
        sums[other] = (sums[other] ?? 0) + Math.exp(-0.5 * ((other - at) / nearDeviation) ** 2)
      }
    }
    for (const [at, sum] of sums.entries()) {
      near[at] = (near[at] ?? 0) + (rarity / total) * Math.min(1, sum)
    }
  }
  return near
}

/** The score by words alone, as of segments without vectors. */
function fitOf(
  question: Question,
  recordings: Searched['recordings'],
  spoken: readonly (readonly (readonly string[])[])[],
): Column {
  const tokens = question.tokens.filter(({ word }) => !functionWords.has(word))
  const wanted = tokens.map(({ word, alternatives }) => [word, ...alternatives].map(englishStem))
  const terms = spoken.map((turns) =>
    turns.map((stems) =>
      wanted.flatMap((forms, term) => (forms.some((form) => stems.includes(form)) ? [term] : [])),
    ),
  )
  const counts = new Map<number, number>()
  for (const term of terms.flat(2)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const material = { question: { ...question, tokens }, counts, segments: terms.flat().length }
  return Float64Array.from(
    recordings.flatMap((turns, of) => {
      const speakers = [...new Set(turns.map(({ speaker }) => speaker))].map((speaker) => ({
        id: speaker,
        name: speaker,
        label: speaker,
      }))
      const run = turns.map(({ text, speaker }, place) => ({
        text,
        speaker_id: speaker,
        place,
        terms: terms[of]?.[place] ?? [],
      }))
      return scoreRun(material, run, { language: question.language, speakers })
    }),
  )
}
