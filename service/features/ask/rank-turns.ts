/** Which turns answer a question, by the trained model; English. */
import type { Question } from './question.ts'
import { featuresOf } from './turn-features.ts'
import { turnModel } from './turn-model.ts'
import type { Turn, TurnFeatures } from './turn-windows.ts'

export type TurnScores = {
  /**
   * One per turn, the recordings one after the other, 0–1: of the best the probability that it answers, of
   * the others the less, the less likely they are.
   */
  scores: number[]
  /** Whether the best counts as an answer. */
  isFound: boolean
}

/** Choice: models/train-ask.py prints how many questions with and without an answer reach it. */
const leastProbability = 0.65

/**
 * Up to so many turns, as short calls have, an answer counts by the score of words alone, from this on, as
 * without vectors. Calls are tidier than the meetings that the model learned from: of questions whose words were
 * said it took too many for answered (`npx node test/bench/ask.ts`).
 */
const [mostShort, leastFit] = [100, 0.65]

type Likeness = { mostUnsaid: number; leastSimilarity: number }
/**
 * Where few of the question's words were said around it, a turn answers by similarity alone. In long
 * recordings few questions are so: 0.03 of those with an answer in other words, and 0.01 of those without one.
 */
const likeInShort: Likeness = { mostUnsaid: 0.2, leastSimilarity: 0.36 }
const likeInLong: Likeness = { mostUnsaid: 0.1, leastSimilarity: 0.4 }
/** What is left of it where the turn is a question, or lacks the time, the person … that was asked for. */
const unfitFactor = 0.6

/** @param recordings the turns of each recording that is searched; at least one turn in all */
export function scoreTurns(
  question: Question,
  recordings: readonly (readonly Turn[])[],
): TurnScores {
  const features = featuresOf(question, recordings)
  const columns = scaled(features)
  const odds = oddsOf(columns)
  const best = highest(odds)
  const probability = probabilityOf({ question, features, columns, odds, best })
  const isShort = odds.length <= mostShort
  const bestFit = features['fit']?.reduce((most, each) => Math.max(most, each), 0) ?? 0
  return {
    scores: Array.from(odds, (each) => probability * Math.exp(each - (odds[best] ?? 0))),
    isFound: isShort
      ? bestFit >= leastFit || isLike(features, best, likeInShort)
      : probability >= leastProbability || isLike(features, best, likeInLong),
  }
}

const highest = (values: Column): number =>
  values.reduce((most, each, at) => (each > (values[most] ?? 0) ? at : most), 0)

/** Farther behind the best than this, the best turn that holds what is asked for tells no more. */
const mostBehind = 6

type Scored = {
  question: Pick<Question, 'kind'>
  features: TurnFeatures
  columns: readonly Column[]
  odds: Column
  best: number
}

/** That the best turn answers; it counts whether that or another holds the kind of thing that is asked for. */
function probabilityOf({ question, features, columns, odds, best }: Scored): number {
  const { found } = turnModel
  const holding = features['holding'] ?? new Float64Array()
  const held = odds.map((each, at) => ((holding[at] ?? 0) > 0 ? each : -Infinity))
  const holder = question.kind === 'any' ? best : highest(held)
  const isHeld = question.kind === 'any' || (holding[holder] ?? 0) > 0
  const behind = isHeld ? (odds[holder] ?? 0) - (odds[best] ?? 0) : -mostBehind
  return sigmoid(
    found.offset +
      weigh(columns, found.best, best) +
      (isHeld ? weigh(columns, found.holder, holder) : 0) +
      found.gap * Math.max(-mostBehind, behind),
  )
}

const weigh = (columns: readonly Column[], weights: readonly number[], at: number): number =>
  columns.reduce((sum, column, of) => sum + (weights[of] ?? 0) * (column[at] ?? 0), 0)

function isLike(
  features: TurnFeatures,
  at: number,
  { mostUnsaid, leastSimilarity }: Likeness,
): boolean {
  const valueOf = (name: string) => features[name]?.[at] ?? 0
  const isUnfit = valueOf('holding') < 0 || valueOf('asks') > 0
  const similarity = valueOf('similarity') * (isUnfit ? unfitFactor : 1)
  return valueOf('coverage3') < mostUnsaid && similarity >= leastSimilarity
}

/** What lies farther from the mean, in deviations, counts as this far. */
const farthest = 5

/** A value per turn. */
type Column = Float64Array

/** The features as the model takes them. */
const scaled = (features: TurnFeatures): Column[] =>
  turnModel.features.map(({ name, mean, deviation }) =>
    (features[name] ?? new Float64Array()).map((value) =>
      Math.max(-farthest, Math.min(farthest, (value - mean) / deviation)),
    ),
  )

const hiddenWeights = new Float32Array(
  Uint8Array.from(Buffer.from(turnModel.hidden.weights, 'base64')).buffer,
)

/** By a network with one hidden layer beside a linear part: the logarithms of odds, less a constant. */
function oddsOf(columns: readonly Column[]): Column {
  const { offsets, outputs } = turnModel.hidden
  const units = offsets.map((offset, unit) => {
    const weights = hiddenWeights.subarray(unit * columns.length, (unit + 1) * columns.length)
    return combine(columns, weights, offset).map((value) => Math.max(0, value))
  })
  return combine([...columns, ...units], [...turnModel.linear, ...outputs], 0)
}

function combine(columns: readonly Column[], weights: ArrayLike<number>, offset: number): Column {
  const sums = new Float64Array(columns[0]?.length ?? 0).fill(offset)
  for (const [of, column] of columns.entries()) {
    const weight = weights[of] ?? 0
    for (let at = 0; at < sums.length; at += 1)
      sums[at] = (sums[at] ?? 0) + weight * (column[at] ?? 0)
  }
  return sums
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
