/** Puts the findings of the classifiers into words: those of the sentence nearby that says it best. */
import { clausesOf, type Clause } from './clauses.ts'
import { settle } from './find-tasks.ts'
import {
  findingsOf,
  probabilityOf,
  type Finding,
  type Judgement,
  type UtteranceKind,
} from './judgement.ts'
import { dueIn } from './due.ts'
import type { Item } from './list-items.ts'
import type { Task } from './merge-tasks.ts'
import * as remarks from './remarks.ts'
import type { Sentence } from './sentences.ts'
import type { Talk } from './talk.ts'
import { asSentence, tidy } from './tidy.ts'

/** How many utterances around a finding may say it: "Yeah, that would be great" only agrees. */
const reach = 2

/** How much less an utterance counts per step of distance. */
const nearness = 0.8

type Said = { text: string; worth: number; sentence: Sentence; task: Task | null }

/** The items of a kind in the order of the talk; without those that no sentence says in full. */
export function sayFindings(talk: Talk, judgement: Judgement, kind: UtteranceKind): Item[] {
  const items: Item[] = []
  for (const finding of findingsOf(judgement, kind)) {
    const [best] = sentencesNear(judgement, finding, kind)
      .flatMap(({ sentence, weight }) =>
        sayings(talk, sentence, { kind, probability: finding.probability }).map((said) => ({
          ...said,
          worth: said.worth * weight,
        })),
      )
      .toSorted((a, b) => b.worth - a.worth)
    if (!best) continue
    const item = toItem(best, finding)
    const known = items.find(({ text }) => text.toLowerCase() === item.text.toLowerCase())
    if (known) known.segmentIds = [...new Set([...known.segmentIds, ...item.segmentIds])]
    else items.push(item)
  }
  return items
}

function sentencesNear(judgement: Judgement, { all, probability }: Finding, kind: UtteranceKind) {
  const near = new Map<Sentence, number>()
  for (const { index } of all) {
    for (let at = index - reach; at <= index + reach; at += 1) {
      const own = Math.max(probabilityOf(judgement, at, kind), probability / 4)
      const weight = own * nearness ** Math.abs(at - index)
      for (const sentence of judgement.utterances[at]?.sentences ?? []) {
        near.set(sentence, Math.max(near.get(sentence) ?? 0, weight))
      }
    }
  }
  return [...near].map(([sentence, weight]) => ({ sentence, weight }))
}

function sayings(
  talk: Talk,
  sentence: Sentence,
  { kind, probability }: { kind: UtteranceKind; probability: number },
): Said[] {
  if (kind === 'task') return tasksIn(talk, sentence, probability)
  const text = tidy(sentence.text, talk.wording)
  const worth =
    kind === 'decision' ? worthAsDecision(talk, sentence) : worthAsQuestion(talk, sentence)
  return worth > 0 && isFull(text, sentence) ? [{ text, worth, sentence, task: null }] : []
}

/** Words of a statement that can stand alone. */
const [fewestWords, mostWords] = [5, 40]

function isFull(text: string, { terms }: Sentence): boolean {
  const words = text.split(' ').length
  const fewestTerms = text.endsWith('?') ? 2 : 3
  return words >= fewestWords && words <= mostWords && new Set(terms).size >= fewestTerms
}

/** Refers to what was said before: "That's it", "They do". */
const points = /^(?:it|that|this|they|he|she|those|these|that's|it's|which|there)\b/iu

const richness = ({ terms }: Sentence): number => Math.min(6, new Set(terms).size) / 6

function worthAsDecision(talk: Talk, sentence: Sentence): number {
  const { plain, text } = sentence
  const isAsked = /[?？]$/u.test(text) || putsOff.test(plain)
  if (isAsked || remarks.isSmallTalk(talk, sentence)) return 0
  const isSettled = remarks.isDecision(talk, sentence) || settled.test(plain)
  const isFirm = isSettled || firm.test(plain)
  const own = richness(sentence) * (points.test(tidy(text, talk.wording)) ? 0.5 : 1)
  return own * (isSettled ? 2.5 : isFirm ? 1.4 : 1) * (remarks.isUncertain(sentence) ? 0.4 : 1)
}

const putsOff =
  /\b(?:(?:have|need|got|want) to|should|will|'ll|let's) (?:still |then )?(?:decide|discuss|think|talk|see|wonder|look)\b/iu

const settled =
  /\b(?:we(?:'ll| will| won't)|let's (?!see|say|just say|talk|move)|(?:go|going|stick) (?:with|for)|decided|agreed|resolved)\b/iu

const firm =
  /\b(?:we(?:'re| are) (?:going to|gonna)|we(?: have| need| should| can)|instead|no|not|only|must|has to|have to|will)\b/iu

function worthAsQuestion(talk: Talk, sentence: Sentence): number {
  if (remarks.isSmallTalk(talk, sentence)) return 0
  if (/[?？]$/u.test(sentence.text))
    return remarks.isQuestion(talk, sentence) ? richness(sentence) * 1.5 : 0
  const { leavesOpen, defers } = talk.wording
  const isOpen =
    leavesOpen.test(sentence.plain) || defers.test(sentence.plain) || wonders.test(sentence.plain)
  return isOpen ? richness(sentence) : 0
}

const wonders =
  /\b(?:not (?:very |really |quite )?sure|wonder(?:ing)?|curious|whether|the (?:question|problem|issue|thing) is|depends|if (?:we|it|they|that) (?:can|could|will|would)|have to (?:see|find out|look)|don't know|might|maybe|could)\b/iu

/** From here on, a task is one although nobody is named for it. */
const sureTask = 0.5

/** Less likely ones are said only where a rule finds the task in the words. */
const likelyDuty = 0.32

function tasksIn(talk: Talk, sentence: Sentence, probability: number): Said[] {
  const tasks = clausesOf(talk, sentence).flatMap((clause) => {
    const task = settle(talk, clause)
    if (!task) return []
    const isOwn = task.text === clause.text
    const text = isOwn ? imperativeOf(talk, clause, task.owner) : tidy(task.text, talk.wording)
    const terms = new Set(task.terms).size
    const isNamed = task.owner !== null || task.due !== null
    if (terms < 2 || text.split(' ').length < 3) return []
    if (!isNamed && probability < sureTask) return []
    return [{ text, worth: (Math.min(5, terms) / 5) * (isNamed ? 1.3 : 1), sentence, task }]
  })
  return tasks.length > 0 || probability < likelyDuty ? tasks : dutyIn(talk, sentence)
}

/** What is to be done, in the words of a sentence that no rule takes apart. */
function dutyIn(talk: Talk, sentence: Sentence): Said[] {
  const { text: said, plain, speaker, segmentIds, terms } = sentence
  const { noTask, smallTalk } = talk.wording
  const text = tidy(said, talk.wording)
  if (!isFull(text, sentence) || !duty.test(plain) || noTask.test(plain)) return []
  if (smallTalk.test(plain) || said.endsWith('?') || /^(?:if|when|since|as)\b/iu.test(text))
    return []
  const owner = /^I(?:'ll| will| have to| need to| can|'m)\b/u.test(text) ? speaker : null
  const due = dueIn(talk, said)
  const task: Task = { text, sentence, kind: 'nobody', segmentIds, terms, owner, due }
  return [{ text, worth: richness(sentence) * 0.4, sentence, task }]
}

const duty =
  /\b(?:will|'ll|going to|gonna|(?:have|has|need|needs|got|supposed|want|like) (?:you )?to|must|should|(?:can|could) (?:you|we)|let's|please|homework|task|next (?:meeting|time|week))\b/iu

/**
 * "I'll send you the notes, and then we'll see" as a task: "Send you the notes". As it was said where it
 * has no verb to begin with.
 */
function imperativeOf(
  talk: Talk,
  { sentence, text, action }: Clause,
  owner: string | null,
): string {
  const [first = ''] = action.split(/[\s,.]/u, 1)
  const token = sentence.tokens.find((one) => one.text.toLowerCase() === first.toLowerCase())
  const isGerund = first.toLowerCase().endsWith('ing')
  const base = isGerund && token?.pos === 'VERB' ? token.term : null
  if (isGerund && base === null) return tidy(text, talk.wording)
  const said = base === null ? action : `${base}${action.slice(first.length)}`
  const whom = owner === sentence.speaker ? 'me' : sentence.speaker
  return tidy(firstPart(said).replaceAll(/\bme\b/gu, whom), talk.wording)
}

/** A task of more words is cut where another clause begins. */
const longTask = 14

function firstPart(text: string): string {
  if (text.split(/\s+/u).length <= longTask) return text
  const next = /[\s,]+(?:and (?:then|we|i|you|if)|so(?: that)?|because|cuz|but|or as much) /iu
  const [head = '', ...tail] = text.split(next)
  return tail.length > 0 && head.split(/\s+/u).length >= 4 ? head : text
}

function toItem({ text, sentence, task }: Said, { all, best, probability }: Finding): Item {
  const own = task ? task.segmentIds : sentence.segmentIds
  const segmentIds = [...own, ...best.sentences.flatMap((one) => one.segmentIds)]
  // Only the places that say most; a recap may repeat everything.
  const others = all.slice(1, 3).flatMap(({ sentences }) => sentences[0].segmentIds)
  return {
    text: task ? text : asSentence(text),
    segmentIds: [...new Set([...segmentIds, ...others])],
    remark: [sentence],
    owner: task ? task.owner : sentence.speaker,
    due: task?.due ? (task.due.date ?? task.due.said) : null,
    confidence: Math.round(probability * 100) / 100,
  }
}
