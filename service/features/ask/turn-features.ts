/**
 * What the trained ranker weighs of every turn: how close it and its surroundings come to the question by
 * words and by similarity, who speaks, how long, and where. English. models/train-ask.py fits the weights
 * to these numbers, so a change here needs a new training.
 */
import { holds } from './answer-kinds.ts'
import { namedSpeakers } from './named-speakers.ts'
import type { Question } from './question.ts'
import {
  around,
  layOut,
  reaches,
  standardize,
  toColumn,
  type Column,
  type Layout,
  type Turn,
  type TurnFeatures,
} from './turn-windows.ts'
import { wordFeatures } from './word-features.ts'

/** More words do not make a turn weigh more in the mean of its surroundings. */
const mostWords = 40
/** Words from which similarity counts in full: a short turn is close to many questions, and answers few. */
const fullLength = 15

/** @param recordings the turns of each recording that is searched; at least one turn in all */
export function featuresOf(
  question: Question,
  recordings: readonly (readonly Turn[])[],
): TurnFeatures {
  const turns = recordings.flat()
  const layout = layOut(recordings)
  const named = namedSpeakers(question.text, [...new Set(turns.map(({ speaker }) => speaker))])
  const lengths = toColumn(turns, ({ text }) => Math.max(1, text.split(/\s+/u).length))
  const sizes = { lengths, weights: lengths.map((words) => Math.min(words, mostWords)) }
  return {
    ...similarityFeatures(turns, layout, sizes),
    ...relevanceFeatures(turns, layout, sizes),
    ...wordFeatures(question, { recordings, layout, named }),
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

type Sizes = { lengths: Column; weights: Column }

function similarityFeatures(
  turns: readonly Turn[],
  layout: Layout,
  { lengths, weights }: Sizes,
): TurnFeatures {
  const own = toColumn(turns, ({ similarity }) => similarity)
  const full = byLength(own, lengths)
  return {
    similarity: own,
    similarityOfLength: full,
    similarityRank: standardize(own),
    similarityBest5: full.map((_, at) => {
      const from = Math.max(layout.first[at] ?? 0, at - 5)
      return Math.max(...full.subarray(from, Math.min(layout.end[at] ?? 0, at + 6)))
    }),
    ...meansAround('similarity', own, { layout, weights, reaches }),
  }
}

function relevanceFeatures(
  turns: readonly Turn[],
  layout: Layout,
  { lengths, weights }: Sizes,
): TurnFeatures {
  const own = toColumn(turns, ({ relevance }) => relevance)
  return {
    relevanceOfLength: byLength(own, lengths),
    relevanceRank: standardize(own),
    ...meansAround('relevance', own, {
      layout,
      weights,
      reaches: reaches.filter((each) => each < 30),
    }),
  }
}

const byLength = (values: Column, lengths: Column): Column =>
  values.map(
    (value, at) => value * Math.min(1, Math.log1p(lengths[at] ?? 0) / Math.log1p(fullLength)),
  )

type Windows = { layout: Layout; weights: Column; reaches: readonly number[] }

/** The means over windows, long turns counting more; of two windows also beside all others. */
function meansAround(
  name: string,
  values: Column,
  { layout, weights, reaches: within }: Windows,
): TurnFeatures {
  const weighted = values.map((value, at) => value * (weights[at] ?? 0))
  const features: TurnFeatures = {}
  for (const reach of within) {
    const sizes = around(weights, layout, reach)
    const mean = around(weighted, layout, reach).map((sum, at) => sum / (sizes[at] ?? 1))
    features[`${name}${reach}`] = mean
    if (reach === 3 || reach === 15) features[`${name}Rank${reach}`] = standardize(mean)
  }
  return features
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
  { text: question, kind }: Question,
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
