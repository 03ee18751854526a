/** Finds who promised to do what by when: clauses that express a task, and the replies to them. */
import { clausesOf } from './clauses.ts'
import type { Clause } from './clauses.ts'
import { dueAfter, dueIn } from './due.ts'
import { mergeTasks } from './merge-tasks.ts'
import type { Task } from './merge-tasks.ts'
import { calledIn, displayName } from './people.ts'
import type { Sentence } from './sentences.ts'
import type { Moment } from './periods.ts'
import { repliesTo } from './talk.ts'
import type { Talk } from './talk.ts'

/** Every task in the order of the talk, without those refused, done or called off. */
export function findTasks(talk: Talk): readonly Task[] {
  const known = cache.get(talk) ?? readTasks(talk)
  cache.set(talk, known)
  return known
}

/** Several lists exclude what is already a task. */
const cache = new WeakMap<Talk, readonly Task[]>()

function readTasks(talk: Talk): Task[] {
  const found = talk.sentences.flatMap((sentence) => {
    if (sentence.words < 3 || isStory(talk, sentence) || isCalledOff(talk, sentence)) return []
    return clausesOf(talk, sentence).flatMap((clause) => settle(talk, clause) ?? [])
  })
  return mergeTasks(found)
}

/** In a story or a description of how things work, "I'll" is not a promise. */
function isStory({ sentences, wording }: Talk, { index, speaker, text }: Sentence): boolean {
  if (/\byou\b/iu.test(text)) return false
  const before = sentences.slice(Math.max(0, index - 3), index).toReversed()
  const question = before.find((sentence) => sentence.speaker !== speaker)
  if (question && wording.asksForStory.test(question.plain) && question.text.endsWith('?'))
    return true
  const own = before.slice(0, 1).filter((sentence) => sentence.speaker === speaker)
  const habit =
    /\b(?:usually|typically|normally|sometimes|every (?:day|week|morning|time)|whenever)\b/iu
  return own.some(({ plain }) => habit.test(plain))
}

function isCalledOff({ sentences, wording }: Talk, { index }: Sentence): boolean {
  return sentences.slice(index + 1, index + 3).some(({ plain }) => wording.cancels.test(plain))
}

/** Resolves a clause and its replies to a task, or null. */
function settle(talk: Talk, clause: Clause): Task | null {
  const { kind, sentence, text, action, terms } = clause
  const task: Task = {
    text,
    action,
    sentence,
    kind,
    terms,
    segmentIds: sentence.segmentIds,
    owner: null,
    due: dueAfter(talk, sentence) ?? clause.due,
  }
  switch (kind) {
    case 'self':
      return promised(talk, clause, { ...task, owner: sentence.speaker })
    case 'group':
      return task
    case 'named':
      return { ...task, owner: clause.who && displayName(clause.who, talk.speakers) }
    case 'you':
      return requested(talk, task)
    case 'offer':
      return offered(talk, task)
    case 'nobody':
    case 'duty':
      return open(talk, task)
  }
}

/** Resolves "that" in "I'll do that", said in reply to a request or a stated need. */
function promised(talk: Talk, clause: Clause, task: Task): Task | null {
  const due = task.due ?? dueWhenAsked(talk, task.sentence)
  const points = /\b(?:that|it|this|those|these|them)\b/iu.test(clause.text)
  if (!isBare(clause, talk) && !(points && task.terms.length < 2)) return { ...task, due }
  const referent = talk.sentences
    .slice(Math.max(0, task.sentence.index - 3), task.sentence.index)
    .findLast((one) => one.speaker !== task.sentence.speaker && isWanted(talk, one))
  if (!referent) return isBare(clause, talk) ? null : { ...task, due }
  const segmentIds = [...new Set([...referent.segmentIds, ...task.segmentIds])]
  return { ...task, due, text: referent.text, action: null, terms: referent.terms, segmentIds }
}

function isWanted({ wording }: Talk, { plain, words, text, terms }: Sentence): boolean {
  if (words < 4 || terms.length < 2 || wording.social.test(plain)) return false
  const isAsked =
    text.endsWith('?') && /^(?:\W*\p{L}+,? )?(?:did|has|have|is|are|who)\b/iu.test(plain)
  return isAsked || wording.need.test(plain)
}

/** "I'll do that" alone cannot be listed; it refers to an earlier clause. */
function isBare({ text, terms }: Clause, { wording }: Talk): boolean {
  return wording.takesOn.test(text.replaceAll('’', "'")) && terms.length < 2
}

/** A request. If refused or done at once, it is no task; it belongs to whoever takes it on, and else to nobody. */
function requested(talk: Talk, task: Task): Task | null {
  const replies = repliesTo(talk, task.sentence)
  const [first] = replies
  const { wording } = talk
  const offer = first ? otherTime(talk, first) : null
  if (first && !offer && wording.refuses.test(first.plain)) return null
  if (first && wording.done.test(first.plain)) return null
  const isTaken = first !== undefined && (offer !== null || takesOn(talk, first))
  return withReply(
    talk,
    { ...task, owner: isTaken ? takerOf(talk, task, first) : null, due: offer ?? task.due },
    replies,
  )
}

function takesOn(talk: Talk, { plain, text }: Sentence): boolean {
  const { accepts, takesOn: promises } = talk.wording
  return accepts.test(plain) || promises.test(plain) || dueIn(talk, text) !== null
}

/** Who answered; where somebody is called by name, only they. */
function takerOf({ speakers }: Talk, { sentence }: Task, reply: Sentence): string | null {
  const name = calledIn(sentence)
  if (name === null) return reply.speaker === sentence.speaker ? null : reply.speaker
  const who = displayName(name, speakers)
  return speakers.includes(who) && reply.speaker !== who ? null : who
}

/** Finds a counter-offer: "I can't do Thursday, but Friday works." */
function otherTime(talk: Talk, { plain }: Sentence): Moment | null {
  const [, second] = plain.split(/\b(?:but|aber|pero|mais)\b/iu)
  return second === undefined ? null : dueIn(talk, second)
}

/** An offer becomes a task once somebody accepts it. */
function offered(talk: Talk, task: Task): Task | null {
  const replies = repliesTo(talk, task.sentence)
  const [first] = replies
  if (!first || !talk.wording.accepts.test(first.plain)) return null
  if (talk.wording.refuses.test(first.plain)) return null
  return withReply(talk, { ...task, owner: task.sentence.speaker }, replies)
}

/** A duty that nobody was asked to do belongs to whoever says "I'll do that". */
function open(talk: Talk, task: Task): Task | null {
  const after = talk.sentences.slice(task.sentence.index + 1, task.sentence.index + 4)
  const taker = after.find(({ plain, text }) => {
    return talk.wording.takesOn.test(plain) && !/[?？]$/u.test(text)
  })
  if (taker) return withReply(talk, { ...task, owner: taker.speaker }, [taker])
  const isQuestion = /[?？]$/u.test(task.sentence.text)
  return isQuestion && task.kind === 'nobody' ? null : task
}

/** A deadline given on request: "By when?" "Tomorrow." */
function dueWhenAsked(talk: Talk, { index }: Sentence): Moment | null {
  const after = talk.sentences.slice(index + 1, index + 7)
  const at = after.findIndex(({ text, plain, words }) => {
    return (
      words < 9 && text.endsWith('?') && /\b(?:when|how soon|wann|cuándo|quand)\b/iu.test(plain)
    )
  })
  const answers = at < 0 ? [] : after.slice(at + 1, at + 3)
  return answers.flatMap(({ text }) => dueIn(talk, text) ?? [])[0] ?? null
}

/** Adds the replies that say who and by when to the evidence. */
function withReply(talk: Talk, task: Task, replies: readonly Sentence[]): Task {
  const near = replies.slice(0, 2)
  const dated = task.due ? undefined : near.find((reply) => dueIn(talk, reply.text) !== null)
  const due =
    task.due ??
    (dated
      ? (otherTime(talk, dated) ?? dueAfter(talk, dated) ?? dueIn(talk, dated.text))
      : dueWhenAsked(talk, task.sentence))
  const [first] = near
  const who = first && first.speaker === task.owner ? [first] : []
  const from = [task.sentence, ...who, ...(dated ? [dated] : [])]
  return { ...task, due, segmentIds: [...new Set(from.flatMap(({ segmentIds }) => segmentIds))] }
}
