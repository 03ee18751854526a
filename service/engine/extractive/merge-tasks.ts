/** Merges mentions of the same task: requested and promised, repeated, or summed up at the end. */
import type { Moment } from './periods.ts'
import type { Sentence } from './sentences.ts'
import { wordSet } from './words.ts'
import type { CueKind } from './wording/wording.ts'

export type Task = {
  text: string
  /** The text from its verb on; null where the text is of another sentence. */
  action: string | null
  sentence: Sentence
  kind: CueKind
  segmentIds: string[]
  terms: string[]
  /** A display name; null if a group or nobody in particular took it on. */
  owner: string | null
  due: Moment | null
}

/** Maximum number of sentences from a request to the promise that answers it. */
const reach = 5

/** Merges tasks found in the order of the talk; each result has the segment ids of all mentions. */
export function mergeTasks(found: readonly Task[]): Task[] {
  const kept: Task[] = []
  for (const task of found) {
    const at = kept.findIndex((other) => isAnswer(other, task) || isSaidAgain(other, task))
    const other = kept[at]
    if (other) kept[at] = merge(other, task)
    else kept.push(task)
  }
  return kept
}

/** Kinds of cues that a later promise may answer. */
const isTaken: ReadonlySet<CueKind> = new Set(['you', 'nobody', 'duty', 'offer'])

const pointing = /\b(?:that|it|them|this|those|these|one|so|lo|la|los|las|das|es|le|les)\b/iu

/** Whether a promise answers a recent request or duty. */
function isAnswer(request: Task, promise: Task): boolean {
  const isNear = promise.sentence.index - request.sentence.index <= reach
  if (!isNear || promise.kind !== 'self' || !isTaken.has(request.kind)) return false
  const hasOther = promise.sentence.speaker !== request.sentence.speaker
  if (!hasOther && request.kind === 'you') return false
  const shared = sharedTerms(request, promise)
  const isPointing = pointing.test(promise.text) && promise.terms.length - shared <= 2
  return (
    isPointing || shared >= Math.max(1, Math.min(request.terms.length, promise.terms.length) / 3)
  )
}

function isSaidAgain(a: Task, b: Task): boolean {
  if (a.text.toLowerCase() === b.text.toLowerCase()) return true
  const least = Math.min(new Set(a.terms).size, new Set(b.terms).size)
  const isSame = a.owner === null || b.owner === null || a.owner === b.owner
  return isSame && least > 2 && sharedTerms(a, b) / least > 0.7
}

/** Verbs too common to identify a task: tasks that share only these differ. */
const light = wordSet('send get make do take give put let know go')

function sharedTerms(a: Task, b: Task): number {
  return commonTerms(a, b).filter((term) => !light.has(term)).length
}

function commonTerms(a: Task, b: Task): string[] {
  const terms = new Set(b.terms)
  return [...new Set(a.terms)].filter((term) => terms.has(term))
}

/** Takes the richer words, and the later time, which may be a correction. */
function merge(first: Task, second: Task): Task {
  const shared = commonTerms(first, second).length
  const saysAll = shared >= new Set(first.terms).size && second.terms.length >= first.terms.length
  const { text, action, sentence, terms } = saysAll ? second : first
  return {
    text,
    action,
    sentence,
    terms,
    kind: first.kind === 'duty' || first.kind === 'nobody' ? second.kind : first.kind,
    owner: first.owner ?? second.owner,
    due: second.due ?? first.due,
    segmentIds: [...new Set([...first.segmentIds, ...second.segmentIds])],
  }
}
