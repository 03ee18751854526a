/** Which utterances of a talk carry a task, a decision or an open question, or belong in a summary. */
import type { Embedder, EmbeddingModel } from '../embedding/embedder.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { featuresOf } from './utterance-features.ts'
import { toUtterances } from './utterances.ts'

/** In the order of the classifier's outputs (models/train-utterances.py). */
const kinds = ['task', 'decision', 'open_question', 'summary'] as const
type Kind = (typeof kinds)[number]
export type UtteranceKind = Exclude<Kind, 'summary'>

export type JudgeTalk = (talk: Talk, signal: AbortSignal) => Promise<Judgement | null>

/** The installed model that has classifiers for a language, or null. */
export async function findClassifier(
  embedder: Pick<Embedder, 'model'>,
  language: string,
): Promise<EmbeddingModel | null> {
  const model = await embedder.model()
  const spoken = language.toLowerCase().slice(0, 2)
  return model?.utteranceClassifier && model.languages.includes(spoken) ? model : null
}

/** Null where no model is installed that knows the language. Throws `JobError` as the embedder does. */
export function judgeWith(embedder: Pick<Embedder, 'model' | 'classify'>): JudgeTalk {
  return async (talk, signal) => {
    const model = await findClassifier(embedder, talk.language)
    if (!model) return null
    const utterances = toUtterances(talk.sentences)
    if (utterances.length === 0) return null
    const texts = utterances.map(({ text }) => text)
    const features = featuresOf(talk, utterances)
    return { utterances, ...(await embedder.classify(model, { texts, features }, signal)) }
  }
}

/**
 * The least likelihood of a moment that is quoted: the folds of the training give tasks 0.67 @ 0.41 and open questions
 * 0.76 @ 0.08 (precision @ recall of items). Decisions reach no more than 0.5, so none is quoted.
 */
export const cuts = { task: 0.13, open_question: 0.12 }

/**
 * Choice: in utterances, about ten minutes. The classifiers learned from long meetings; in a short call the
 * rules tell better what is decided and open, and more of the tasks that they find are meant.
 */
const shortTalk = 80

export const isShort = ({ utterances }: Pick<Judgement, 'utterances'>): boolean =>
  utterances.length < shortTalk

/** Utterances this close belong to the same item; as in the training. */
const sameMoment = 5

/** Cosine from which two utterances of a kind say the same again, as a recap does. */
const sameWords = 0.7

export function probabilityOf(judgement: Judgement, at: number, kind: Kind): number {
  return judgement.probabilities[at]?.[kinds.indexOf(kind)] ?? 0
}

/** Index of the utterance that a sentence belongs to. */
export const placeOf = ({ utterances }: Judgement, sentence: Sentence): number =>
  utterances.findIndex(({ sentences }) => sentences.includes(sentence))

/** How many utterances before and after tell whether a moment is one: it is talked about, not only said. */
const reach = 3

/** The mean probability around an utterance. */
export function likelihoodOf(judgement: Judgement, at: number, kind: UtteranceKind): number {
  const around = Array.from({ length: 2 * reach + 1 }, (_, shift) => at + shift - reach)
  const sum = around.reduce((all, one) => all + probabilityOf(judgement, one, kind), 0)
  return sum / around.length
}

/** Whether two utterances belong to one item, or say the same again. */
export function isSameMoment({ vectors }: Judgement, one: number, other: number): boolean {
  return Math.abs(one - other) <= sameMoment || cosine(vectors[one], vectors[other]) >= sameWords
}

export function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
