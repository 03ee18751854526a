/** The moments of a talk in which somebody takes on a task, something is settled or stays open, in their own words. */
import { dueIn } from './due.ts'
import { findTasks } from './find-tasks.ts'
import { spokenDue, toItem, type Item } from './item.ts'
import { cuts, isSameMoment, isShort, likelihoodOf, placeOf, probabilityOf } from './judgement.ts'
import type { Task } from './merge-tasks.ts'
import { quote } from './quotation.ts'
import type { Role } from './roles.ts'
import * as remarks from './remarks.ts'
import { distinct } from './distinct.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { isSettled, placeOfTelling } from './telling.ts'

export type MomentRole = 'actions' | 'decisions' | 'open_questions'
export type QuotedMoments = Record<MomentRole, readonly Item[]>

export const isMomentRole = (role: Role): role is MomentRole =>
  role === 'actions' || role === 'decisions' || role === 'open_questions'

type Moment = { role: MomentRole; sentence: Sentence; item: Item }

const cache = new WeakMap<Talk, QuotedMoments>()

/** Every sentence in one list only. The surest first where a classifier tells; else in the order of the talk. */
export function quoteMoments(talk: Talk): QuotedMoments {
  const known = cache.get(talk) ?? readMoments(talk)
  cache.set(talk, known)
  return known
}

function readMoments(talk: Talk): QuotedMoments {
  const { judgement } = talk
  const isJudged = judgement !== null && !isShort(judgement)
  const found = isJudged ? byClassifiers(talk, judgement) : byRules(talk)
  const chosen = inOneList(found)
  const of = (role: MomentRole) => {
    const own = chosen.filter((moment) => moment.role === role)
    const ordered = isJudged ? own : own.toSorted((a, b) => a.sentence.index - b.sentence.index)
    return ordered.map(({ item }) => item)
  }
  return {
    actions: of('actions'),
    decisions: of('decisions'),
    open_questions: of('open_questions'),
  }
}

/** What comes first stays. */
function inOneList(moments: readonly Moment[]): Moment[] {
  const taken = new Map<number, MomentRole>()
  const texts = new Set<string>()
  return moments.filter(({ role, sentence, item }) => {
    const isElsewhere = (taken.get(sentence.index) ?? role) !== role
    const text = item.text.toLowerCase()
    if (isElsewhere || texts.has(text)) return false
    taken.set(sentence.index, role)
    texts.add(text)
    return true
  })
}

/** The likeliest first, and of each moment only what tells it best. */
function byClassifiers(talk: Talk, judgement: Judgement): Moment[] {
  const found = [
    ...candidatesOf(talk, judgement, 'task'),
    ...candidatesOf(talk, judgement, 'open_question'),
  ].toSorted((a, b) => b.likelihood - a.likelihood)
  const chosen: Candidate[] = []
  for (const candidate of found) {
    const isKnown = chosen.some(
      ({ kind, at }) => kind === candidate.kind && isSameMoment(judgement, at, candidate.at),
    )
    if (!isKnown) chosen.push(candidate)
  }
  return chosen.map((candidate) => toMoment(talk, candidate))
}

type Candidate = {
  kind: keyof typeof cuts
  sentence: Sentence
  /** Of its utterance, and of the words that tell it. */
  at: number
  place: number
  likelihood: number
  probability: number
}

/** What is talked about around it, and not said by it, is quoted elsewhere. */
const leastOfItself = 0.1

function candidatesOf(talk: Talk, judgement: Judgement, kind: keyof typeof cuts): Candidate[] {
  return judgement.utterances.flatMap(({ index: at, sentences }) => {
    const probability = probabilityOf(judgement, at, kind)
    const likelihood = likelihoodOf(judgement, at, kind)
    if (likelihood < cuts[kind] || probability < leastOfItself) return []
    return sentences.flatMap((sentence) => {
      const place = placeOfTelling(talk, sentence, kind)
      return place === null ? [] : [{ kind, sentence, at, place, likelihood, probability }]
    })
  })
}

function toMoment(talk: Talk, { kind, sentence, place, probability }: Candidate): Moment {
  const confidence = Math.round(probability * 100) / 100
  const item = { ...quoted(talk, sentence, place), confidence }
  if (kind === 'open_question') return { role: 'open_questions', sentence, item }
  const task = findTasks(talk).find((one) => one.sentence === sentence)
  const own = task ? ofTask(item, task) : { ...item, owner: promisedBy(sentence) }
  return { role: 'actions', sentence, item: own }
}

function quoted(talk: Talk, sentence: Sentence, at: number): Item {
  const due = spokenDue(dueIn(talk, sentence.text))
  return { ...toItem(talk, [sentence]), text: quote(sentence.text, at), due }
}

const ofTask = (item: Item, { owner, due, segmentIds }: Task): Item => {
  return { ...item, owner, due: spokenDue(due), segmentIds }
}

/** Who says "I will" takes it on; of any other sentence nobody is known. */
const promisedBy = ({ plain, speaker }: Sentence): string | null =>
  /\bI(?:'ll| will|'m going to|'m gonna)\b/u.test(plain) ? speaker : null

/** In the order of precedence where a sentence could stand in several lists. */
function byRules(talk: Talk): Moment[] {
  const tasks = findTasks(talk).filter((task) => isLikely(talk, task))
  const isFirm = ({ kind }: Task) => kind !== 'group' && kind !== 'duty'
  const ofRule = (task: Task): Moment => {
    const { sentence, text } = task
    const item = { ...toItem(talk, [sentence]), text: quote(text) }
    return { role: 'actions', sentence, item: ofTask(item, task) }
  }
  const others = (role: MomentRole, isOne: (sentence: Sentence) => boolean): Moment[] =>
    distinct(talk.sentences.filter(isOne)).map((sentence) => {
      return { role, sentence, item: quoted(talk, sentence, 0) }
    })
  return [
    ...tasks.filter(isFirm).map(ofRule),
    ...others('decisions', (one) => isSettled(talk, one)),
    ...tasks.filter((task) => !isFirm(task)).map(ofRule),
    ...others('open_questions', (one) => isOpen(talk, one)),
  ]
}

/** From here on, a task is one although nobody is named for it. */
const sureTask = 0.5
/** In a short talk the rules are nearly enough. */
const leastInShort = 0.05

function isLikely({ judgement }: Talk, { sentence, owner, due }: Task): boolean {
  if (judgement === null) return true
  const at = placeOf(judgement, sentence)
  const near = [at - 1, at, at + 1].map((one) => probabilityOf(judgement, one, 'task'))
  return Math.max(...near) >= (owner !== null || due !== null ? leastInShort : sureTask)
}

function isOpen(talk: Talk, sentence: Sentence): boolean {
  if (remarks.isQuestion(talk, sentence)) return remarks.isOpenQuestion(talk, sentence)
  if (!remarks.leavesOpen(talk, sentence)) return false
  // The reply that leaves a question open is not listed beside the question.
  const before = talk.sentences.slice(Math.max(0, sentence.index - 3), sentence.index)
  return !before.some((one) => remarks.isQuestion(talk, one))
}
