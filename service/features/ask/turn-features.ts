/**
 * What the trained ranker weighs of every turn: how close it and its surroundings come to the question by
 * words and by similarity, who speaks, how long, and where. English. models/train-ask.py fits the weights
 * to these numbers, so a change here needs a new training.
 */
import { fillers, functionWords, wordSet } from '../../engine/extractive/words.ts'
import { englishStem } from '../../engine/stem.ts'
import { holds } from './answer-kinds.ts'
import { namedSpeakers } from './named-speakers.ts'
import type { Question } from './question.ts'

/** `similarity` is the inner product of the vectors of turn and question; `speaker` is a name or a label. */
export type Turn = { text: string; speaker: string; similarity: number }

/** A value for each turn, the recordings one after the other. */
type Column = Float64Array
export type TurnFeatures = Record<string, Column>

/** What a question says of how it is put, and not of what it is about. */
const framing = wordSet(`
  summarize summarise summary discussion discussions discussing discuss discussed group team meeting talk
  talked talking think thought mention mentioned opinion opinions view regarding concerning towards toward
  according members participants everyone people person name tell anyone someone something anything thing
  kind sort exactly ever still`)

/** Turns on each side that count as the surroundings. */
const reaches = [1, 3, 7, 15, 30]
/** More words do not make a turn weigh more in the mean of its surroundings. */
const mostWords = 40
/** Words from which similarity counts in full: a short turn is close to many questions, and answers few. */
const fullLength = 15

/** @param recordings the turns of each recording that is searched; at least one turn in all */
export function featuresOf(
  question: Pick<Question, 'text' | 'kind'>,
  recordings: readonly (readonly Turn[])[],
): TurnFeatures {
  const turns = recordings.flat()
  const layout = layOut(recordings)
  const named = namedSpeakers(question.text, [...new Set(turns.map(({ speaker }) => speaker))])
  const lengths = toColumn(turns, ({ text }) => Math.max(1, text.split(/\s+/u).length))
  const sizes = { lengths, weights: lengths.map((words) => Math.min(words, mostWords)) }
  return {
    ...similarityFeatures(turns, layout, sizes),
    ...wordFeatures(topicStems(question.text, named), turns, layout),
    ...speakerFeatures(
      toColumn(turns, ({ speaker }) => Number(named.has(speaker))),
      layout,
      sizes.weights,
    ),
    ...kindFeatures(question, turns, layout),
    length: lengths.map((words) => Math.log1p(words)),
    length5: around(lengths, layout, 5).map((words) => Math.log1p(words)),
  }
}

/** Of each turn, the first of its recording and the one after the last. */
type Layout = { first: Int32Array; end: Int32Array }

function layOut(recordings: readonly (readonly Turn[])[]): Layout {
  const count = recordings.reduce((sum, { length }) => sum + length, 0)
  const layout = { first: new Int32Array(count), end: new Int32Array(count) }
  let from = 0
  for (const { length } of recordings) {
    layout.first.fill(from, from + length)
    layout.end.fill(from + length, from, from + length)
    from += length
  }
  return layout
}

const toColumn = (turns: readonly Turn[], value: (turn: Turn) => number): Column =>
  Float64Array.from(turns, value)

/** The sum over each turn and those within reach of it. */
function around(values: Column, { first, end }: Layout, reach: number): Column {
  const before = new Float64Array(values.length + 1)
  for (const [at, value] of values.entries()) before[at + 1] = (before[at] ?? 0) + value
  return values.map((_, at) => {
    const from = Math.max(first[at] ?? 0, at - reach)
    const to = Math.min(end[at] ?? 0, at + reach + 1)
    return (before[to] ?? 0) - (before[from] ?? 0)
  })
}

const meanOf = (values: Column): number =>
  values.reduce((sum, value) => sum + value, 1e-6) / values.length

/** Mean 0 and deviation 1 over all that is searched. */
function standardize(values: Column): Column {
  const mean = meanOf(values)
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return values.map((value) => (value - mean) / (Math.sqrt(spread) + 1e-6))
}

type Sizes = { lengths: Column; weights: Column }

function similarityFeatures(
  turns: readonly Turn[],
  layout: Layout,
  { lengths, weights }: Sizes,
): TurnFeatures {
  const own = toColumn(turns, ({ similarity }) => similarity)
  const full = own.map(
    (value, at) => value * Math.min(1, Math.log1p(lengths[at] ?? 0) / Math.log1p(fullLength)),
  )
  const weighted = own.map((value, at) => value * (weights[at] ?? 0))
  const features: TurnFeatures = {
    similarity: own,
    similarityOfLength: full,
    similarityRank: standardize(own),
    similarityBest5: full.map((_, at) => {
      const from = Math.max(layout.first[at] ?? 0, at - 5)
      return Math.max(...full.subarray(from, Math.min(layout.end[at] ?? 0, at + 6)))
    }),
  }
  for (const reach of reaches) {
    const sizes = around(weights, layout, reach)
    const mean = around(weighted, layout, reach).map((sum, at) => sum / (sizes[at] ?? 1))
    features[`similarity${reach}`] = mean
    if (reach === 3 || reach === 15) features[`similarityRank${reach}`] = standardize(mean)
  }
  return features
}

const wordPattern = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu
const stemsByWord = new Map<string, string>()

/** The stems of a text's words that say something. */
function stemsOf(text: string): string[] {
  const stems: string[] = []
  for (const [found] of text.toLowerCase().replaceAll('’', "'").matchAll(wordPattern)) {
    if (functionWords.has(found) || fillers.has(found)) continue
    const word = found.replace(/'s$/u, '')
    let stem = stemsByWord.get(word)
    if (stem === undefined) {
      // Bounded, because words come from everything that was ever said.
      if (stemsByWord.size > 50_000) stemsByWord.clear()
      stem = englishStem(word)
      stemsByWord.set(word, stem)
    }
    stems.push(stem)
  }
  return stems
}

/** What a question is about: its stems without framing and without the names of speakers. */
function topicStems(question: string, named: ReadonlySet<string>): string[] {
  const spoken = new Set([...named].flatMap((name) => stemsOf(name)))
  const framed = new Set([...framing].map((word) => englishStem(word)))
  return [...new Set(stemsOf(question))].filter((stem) => !spoken.has(stem) && !framed.has(stem))
}

/** BM25 over windows of turns, with the share of the question's words and how near they are. */
function wordFeatures(
  terms: readonly string[],
  turns: readonly Turn[],
  layout: Layout,
): TurnFeatures {
  const said = turns.map(({ text }) => stemsOf(text))
  const counts = terms
    .map((term) => Float64Array.from(said, (stems) => stems.filter((stem) => stem === term).length))
    .map((column) => ({ column, rarity: rarityOf(column) }))
  const total = counts.reduce((sum, { rarity }) => sum + rarity, 0) + 1e-6
  const sizes = Float64Array.from(said, ({ length }) => length)
  const features: TurnFeatures = { near: proximityOf(counts, layout, total) }
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

/** Whether somebody whom the question names speaks, and for how much of the surroundings. */
function speakerFeatures(named: Column, layout: Layout, weights: Column): TurnFeatures {
  const words = named.map((is, at) => is * (weights[at] ?? 0))
  const features: TurnFeatures = { named }
  for (const reach of reaches.filter((each) => each < 30)) {
    const sizes = around(weights, layout, reach)
    features[`named${reach}`] = around(words, layout, reach).map(
      (sum, at) => sum / (sizes[at] ?? 1),
    )
  }
  return features
}

/** Whether a turn asks itself, and whether it holds the kind of thing that is asked for. */
function kindFeatures(
  { text: question, kind }: Pick<Question, 'text' | 'kind'>,
  turns: readonly Turn[],
  layout: Layout,
): TurnFeatures {
  const asked = new Set(question.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))
  const asks = toColumn(turns, ({ text }) => Number(/[?？]["”»]?\s*$/u.test(text)))
  const holding = toColumn(turns, ({ text }) => {
    if (kind === 'any') return 0
    const rest = text.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
      asked.has(word.toLowerCase()) ? '' : word,
    )
    return holds(kind, rest, 'en') ? 1 : -1
  })
  return {
    asks,
    asks3: around(asks, layout, 3),
    holding,
    holding1: around(holding, layout, 1),
  }
}
