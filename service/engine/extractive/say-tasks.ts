/** Tasks: those that rules take apart where the classifier agrees, and what else it takes for one. */
import { dueIn } from './due.ts'
import { findTasks } from './find-tasks.ts'
import {
  borders,
  findingsOf,
  isShort,
  placeOf,
  probabilityOf,
  sameMoment,
  sentencesNear,
  type Finding,
} from './judgement.ts'
import { toTaskItem, type Item } from './item.ts'
import type { Task } from './merge-tasks.ts'
import type { Sentence } from './sentences.ts'
import { firstClause, isFinished, sayingsOf } from './sayings.ts'
import { canStandAlone, pointsBack, richness, said } from './statements.ts'
import type { Judgement, Talk } from './talk.ts'
import { tidy } from './tidy.ts'

/** From here on, a task is one although nobody is named for it. */
const sureTask = 0.5

/** In a short talk the rules are nearly enough. */
const leastInShort = 0.05

/** In the order of the talk. */
export function sayTasks(talk: Talk, judgement: Judgement): Item[] {
  const least = isShort(judgement) ? leastInShort : borders.task
  const told = findTasks(talk).flatMap((task) => {
    const at = placeOf(judgement, task.sentence)
    const near = [at - 1, at, at + 1].map((one) => probabilityOf(judgement, one, 'task'))
    const probability = Math.max(...near)
    const text = textOf(talk, task).replace(/\?$/u, '')
    const isNamed = task.owner !== null || task.due !== null
    const isClear =
      new Set(task.terms).size > (task.due ? 0 : 1) &&
      text.split(' ').length > 2 &&
      isFinished(text) &&
      isDoing(text)
    const isTask = probability >= (isNamed ? least : sureTask)
    return isTask && isClear
      ? [{ at, item: toTaskItem({ ...task, text }, rounded(probability)) }]
      : []
  })
  const others = findingsOf(judgement, 'task').flatMap((finding) => {
    const isTold = told.some(({ at }) =>
      finding.all.some(({ index }) => Math.abs(index - at) <= sameMoment),
    )
    const duty = isTold ? null : dutyNear(talk, judgement, finding)
    return duty ? [{ at: finding.best.index, item: duty }] : []
  })
  return [...told, ...others].toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

const rounded = (probability: number): number => Math.round(probability * 100) / 100

/** The sentence near a finding that says best what is to be done, or null. */
function dutyNear(talk: Talk, judgement: Judgement, finding: Finding): Item | null {
  const [best] = sentencesNear(judgement, finding, 'task')
    .flatMap(({ sentence, weight }) => {
      const task = dutyIn(talk, sentence)
      return task ? [{ task, worth: richness(new Set(task.terms)) * weight }] : []
    })
    .toSorted((a, b) => b.worth - a.worth)
  if (!best) return null
  const segmentIds = said(best.task.segmentIds, finding)
  return toTaskItem({ ...best.task, segmentIds }, rounded(finding.probability))
}

/** What is to be done, in the words of a sentence that no rule takes apart. */
function dutyIn(talk: Talk, sentence: Sentence): Task | null {
  const { text: words, plain, speaker, segmentIds, terms } = sentence
  const { noTask, smallTalk } = talk.wording
  const [saying] = sayingsOf(sentence, talk.wording).filter(({ text: own }) => duty.test(own))
  if (!saying) return null
  const { text } = saying
  const isDuty = duty.test(plain) && !noTask.test(plain) && !smallTalk.test(plain)
  if (!isDuty || words.endsWith('?') || !isDoing(text) || !canStandAlone(saying)) return null
  const owner = /^I(?:'ll| will| have to| need to| can|'m)\b/u.test(text) ? speaker : null
  const due = dueIn(talk, words)
  return { text, action: null, sentence, kind: 'nobody', segmentIds, terms, owner, due }
}

/** Not about a thing, about what one knows, or a way of talking: nothing that somebody does. */
const isDoing = (text: string): boolean => !pointsBack(text) && !noDoing.test(text)

const noDoing =
  /^(?:in a sense|if|when|since|as|there|all I|it|you can|the (?:\p{Ll}+ ){1,4}(?:that|which|is|are|was)|nevertheless|in (?:fact|my mind)|what|how|why|maybe you|I(?: really)? (?:don't|think|guess|mean|know|hope|said|was|had|would say|will say|must say|could say))\b|@|\b(?:ask|answer) (?:these|some|those|a few) questions\b|^(?:\p{L}+ ){0,3}(?:it|this|that)(?:'ll| will| should| would| has to)\b|\b(?:we'll see|I don't know|it occurs|I can't|you know what|doesn't have to|don't have to|have to say|that I(?:'m| am) saying|I guess)\b/iu

const duty =
  /\b(?:will|'ll|going to|gonna|(?:have|has|need|needs|got|supposed|want|like) (?:you )?to|must|should|(?:can|could) (?:you|we)|let's|please|homework|task|next (?:meeting|time|week))\b/iu

/**
 * "I'll send you the notes, and then we'll see" as a task: "Send you the notes". As it was said where it
 * has no verb to begin with.
 */
function textOf(talk: Talk, { text, action, sentence, owner }: Task): string {
  const [first = ''] = action?.split(/[\s,.]/u, 1) ?? []
  const token = sentence.tokens.find((one) => one.text.toLowerCase() === first.toLowerCase())
  const isGerund = first.toLowerCase().endsWith('ing')
  const base = isGerund && token?.pos === 'VERB' ? token.term : null
  if (action === null || (isGerund && base === null)) return tidy(text, talk.wording)
  const whole = base === null ? action : `${base}${action.slice(first.length)}`
  const whom = owner === sentence.speaker ? 'me' : sentence.speaker
  return tidy(firstPart(firstClause(whole)).replaceAll(/\bme\b/gu, whom), talk.wording)
}

/** A task of more words is cut where another clause begins. */
const longTask = 14

function firstPart(text: string): string {
  if (text.split(/\s+/u).length <= longTask) return text
  const next = /[\s,]+(?:and (?:then|we|i|you|if)|so(?: that)?|because|cuz|but|or as much) /iu
  const [head = '', ...tail] = text.split(next)
  return tail.length > 0 && head.split(/\s+/u).length >= 4 ? head : text
}
