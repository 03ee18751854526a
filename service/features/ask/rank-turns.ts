/** Which turns answer a question, by the trained model; English. */
import type { Question } from './question.ts'
import { featuresOf, type Turn, type TurnFeatures } from './turn-features.ts'
import { turnModel } from './turn-model.ts'

export type TurnScores = {
  /**
   * One per turn, the recordings one after the other, 0–1: of the best the probability that it answers, of
   * the others the less, the less likely they are.
   */
  scores: number[]
  /** Whether the best counts as an answer. */
  isFound: boolean
}

/**
 * Choice: models/train-ask.py prints how many questions with and without an answer reach it. At 0.6 the
 * folds had 0.18 false answers and eight other meetings 0.34.
 */
const leastProbability = 0.7

/**
 * Where next to none of the question's words was said around it, a turn answers by similarity alone. There
 * the model is unsure, for its meetings have few such questions: 0.04 of those with an answer in other words,
 * 0.01 of those without one, and 0.05 of those about another meeting.
 */
const [mostUnsaid, leastSimilarity] = [0.1, 0.4]
/** What is left of it where the turn is a question, or lacks the time, the person … that was asked for. */
const unfitFactor = 0.6

/** @param recordings the turns of each recording that is searched; at least one turn in all */
export function scoreTurns(
  question: Pick<Question, 'text' | 'kind'>,
  recordings: readonly (readonly Turn[])[],
): TurnScores {
  const features = featuresOf(question, recordings)
  const columns = scaled(features)
  const odds = oddsOf(columns)
  const best = odds.reduce((most, each, at) => (each > (odds[most] ?? 0) ? at : most), 0)
  const { weights, offset } = turnModel.found
  const probability = sigmoid(combine(columns, weights, offset)[best] ?? 0)
  return {
    scores: Array.from(odds, (each) => probability * Math.exp(each - (odds[best] ?? 0))),
    isFound: probability >= leastProbability || isLike(features, best),
  }
}

function isLike(features: TurnFeatures, at: number): boolean {
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

/** By a network with one hidden layer beside a linear part: the logarithms of odds, less a constant. */
function oddsOf(columns: readonly Column[]): Column {
  const units = turnModel.hidden.map(({ weights, offset }) =>
    combine(columns, weights, offset).map((value) => Math.max(0, value)),
  )
  const outputs = turnModel.hidden.map(({ output }) => output)
  return combine([...columns, ...units], [...turnModel.linear, ...outputs], 0)
}

function combine(columns: readonly Column[], weights: readonly number[], offset: number): Column {
  const sums = new Float64Array(columns[0]?.length ?? 0).fill(offset)
  for (const [of, column] of columns.entries()) {
    const weight = weights[of] ?? 0
    for (let at = 0; at < sums.length; at += 1)
      sums[at] = (sums[at] ?? 0) + weight * (column[at] ?? 0)
  }
  return sums
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
