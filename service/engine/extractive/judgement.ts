/** Which utterances of a talk carry a task, a decision or an open question. */
import type { Embedder } from '../embedding/embedder.ts'
import type { Talk } from './talk.ts'
import { featuresOf } from './utterance-features.ts'
import { toUtterances, type Utterance } from './utterances.ts'

/** In the order of the classifier's outputs (models/train-utterances.py). */
const kinds = ['task', 'decision', 'open_question'] as const
export type UtteranceKind = (typeof kinds)[number]

export type Judgement = {
  utterances: readonly Utterance[]
  /** A vector of unit length per utterance. */
  vectors: readonly (readonly number[])[]
  /** Per utterance, a probability per kind. */
  probabilities: readonly (readonly number[])[]
}

export type JudgeTalk = (talk: Talk, signal: AbortSignal) => Promise<Judgement | null>

/** Null where no model is installed that knows the language. Throws `JobError` as the embedder does. */
export function judgeWith(embedder: Pick<Embedder, 'model' | 'classify'>): JudgeTalk {
  return async (talk, signal) => {
    const model = await embedder.model()
    const language = talk.language.toLowerCase().slice(0, 2)
    if (!model?.utteranceClassifier || !model.languages.includes(language)) return null
    const utterances = toUtterances(talk.sentences)
    if (utterances.length === 0) return null
    const texts = utterances.map(({ text }) => text)
    const features = featuresOf(talk, utterances)
    const judged = await embedder.classify(model, { texts, features }, signal)
    return { utterances, ...judged }
  }
}

/**
 * The least calibrated probability at which something is said. Chosen on the folds of the training
 * (precision @ recall of items): tasks 0.52 @ 0.59, decisions 0.46 @ 0.46, open questions 0.38 @ 0.48.
 */
const borders: Record<UtteranceKind, number> = { task: 0.28, decision: 0.33, open_question: 0.22 }

/** Utterances this close belong to the same item; as in the training. */
const sameMoment = 5

/** Cosine from which two utterances of a kind say the same again, as a recap does. */
const sameWords = 0.7

export function probabilityOf(judgement: Judgement, at: number, kind: UtteranceKind): number {
  return judgement.probabilities[at]?.[kinds.indexOf(kind)] ?? 0
}

/** One item: where it is said best, and all places where it is said. */
export type Finding = { best: Utterance; all: Utterance[]; probability: number }

/** What is said of a kind, in the order of the talk; the utterance of a finding is its likeliest. */
export function findingsOf(judgement: Judgement, kind: UtteranceKind): Finding[] {
  const { utterances, vectors } = judgement
  const likely = utterances
    .map((utterance, at) => ({ utterance, probability: probabilityOf(judgement, at, kind) }))
    .filter(({ probability }) => probability >= borders[kind])
    .toSorted((a, b) => b.probability - a.probability)
  const findings: Finding[] = []
  for (const { utterance, probability } of likely) {
    const isNear = ({ best }: Finding) => Math.abs(best.index - utterance.index) <= sameMoment
    const isSame = ({ best }: Finding) =>
      cosine(vectors[best.index], vectors[utterance.index]) >= sameWords
    const known = findings.find((one) => isNear(one) || isSame(one))
    if (known) known.all.push(utterance)
    else findings.push({ best: utterance, all: [utterance], probability })
  }
  return findings.toSorted((a, b) => a.best.index - b.best.index)
}

function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
