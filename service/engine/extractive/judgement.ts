/** Which utterances of a talk carry a task, a decision or an open question, or belong in a summary. */
import type { Embedder, EmbeddingModel } from '../embedding/embedder.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { featuresOf } from './utterance-features.ts'
import { toUtterances, type Utterance } from './utterances.ts'

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
 * The least calibrated probability at which something is said. Chosen on the folds of the training, with
 * lists of eight tasks, six decisions and six questions (precision @ recall of items): tasks
 * 0.57 @ 0.52, decisions 0.50 @ 0.45, open questions 0.46 @ 0.48.
 */
export const borders: Record<UtteranceKind, number> = {
  task: 0.25,
  decision: 0.24,
  open_question: 0.14,
}

/**
 * Choice: in utterances, about ten minutes. The classifiers learned from long meetings; in a short call the
 * rules tell better what is decided and open, and more of the tasks that they find are meant.
 */
const shortTalk = 80

export const isShort = ({ utterances }: Pick<Judgement, 'utterances'>): boolean =>
  utterances.length < shortTalk

/** Utterances this close belong to the same item; as in the training. */
export const sameMoment = 5

/** Cosine from which two utterances of a kind say the same again, as a recap does. */
const sameWords = 0.7

export function probabilityOf(judgement: Judgement, at: number, kind: Kind): number {
  return judgement.probabilities[at]?.[kinds.indexOf(kind)] ?? 0
}

/** Index of the utterance that a sentence belongs to. */
export const placeOf = ({ utterances }: Judgement, sentence: Sentence): number =>
  utterances.findIndex(({ sentences }) => sentences.includes(sentence))

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

/** How many utterances around a finding may say it: "Yeah, that would be great" only agrees. */
const reach: Record<UtteranceKind, number> = { task: 3, decision: 3, open_question: 4 }

/** How much less an utterance counts per step of distance. */
const decay = 0.8

export function sentencesNear(
  judgement: Judgement,
  { all, probability }: Finding,
  kind: UtteranceKind,
): { sentence: Sentence; weight: number }[] {
  const near = new Map<Sentence, number>()
  for (const { index } of all) {
    for (let at = index - reach[kind]; at <= index + reach[kind]; at += 1) {
      const own = Math.max(probabilityOf(judgement, at, kind), probability / 4)
      const weight = own * decay ** Math.abs(at - index)
      for (const sentence of judgement.utterances[at]?.sentences ?? []) {
        near.set(sentence, Math.max(near.get(sentence) ?? 0, weight))
      }
    }
  }
  return [...near].map(([sentence, weight]) => ({ sentence, weight }))
}

export function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
