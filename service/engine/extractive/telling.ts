/** Whether a sentence tells a task or an open question by its own words. */
import * as remarks from './remarks.ts'
import type { Sentence } from './sentences.ts'
import { repliesTo, type Talk } from './talk.ts'

/** Words and content words of a sentence that is understood alone. */
const [fewestWords, fewestTerms] = [5, 2]

/** The place of the words that tell it; null where none does. */
export function placeOfTelling(
  talk: Talk,
  sentence: Sentence,
  kind: 'task' | 'open_question',
): number | null {
  const { words, terms, text } = sentence
  const isClear = words >= fewestWords && new Set(terms).size >= fewestTerms
  if (!isClear || remarks.isSmallTalk(talk, sentence)) return null
  const found = kind === 'task' ? tellsTask(talk, sentence) : tellsQuestion(talk, sentence)
  return found && placeIn(text, found)
}

/** Where the words stand in the sentence as it was said, whose fillers `plain` is without. */
function placeIn(text: string, found: RegExpExecArray): number {
  const [word = ''] = found[0].trim().split(/\s/u, 1) ?? []
  return Math.max(0, text.replaceAll('’', "'").indexOf(word, found.index))
}

function tellsTask({ wording }: Talk, { plain, text }: Sentence): RegExpExecArray | null {
  const isNone = wording.noTask.test(plain) || noDoing.test(plain)
  return isNone || (text.endsWith('?') && !asks.test(plain)) ? null : duty.exec(plain)
}

function tellsQuestion(talk: Talk, sentence: Sentence): RegExpExecArray | null {
  const { plain, text } = sentence
  if (isBetweenThem.test(plain)) return null
  if (text.endsWith('?')) {
    const isOpen = remarks.isQuestion(talk, sentence) && !isAnswered(talk, sentence)
    return isOpen ? interrogative.exec(plain) : null
  }
  return talk.wording.leavesOpen.exec(plain)
}

/** How many sentences after a question its answer may come. */
const reach = 6

/** Whether another voice answers in the next turns: by yes or no, or by a statement that leaves nothing open. */
function isAnswered(talk: Talk, question: Sentence): boolean {
  const { defers, leavesOpen, accepts, refuses } = talk.wording
  const replies = repliesTo(talk, question, reach).slice(0, 3)
  if (replies.some(({ plain }) => defers.test(plain) || leavesOpen.test(plain))) return false
  return replies.some((reply, at) => {
    if (reply.text.endsWith('?')) return false
    if (at === 0 && (accepts.test(reply.plain) || refuses.test(reply.plain))) return true
    return reply.words >= 4 && reply.terms.length > 0 && !remarks.isUncertain(reply)
  })
}

const duty =
  /\b(?:will|'ll|going to|gonna|(?:have|has|need|needs|got|supposed|want|like) (?:you )?to|must|should|(?:can|could) (?:you|we)|let's|please|homework|task|next (?:meeting|time|week))\b/iu

/** A question that asks somebody to do something. */
const asks =
  /\b(?:(?:can|could|will|would) (?:you|we|someone|somebody|one of)|who(?:'s| is|'ll| will))\b/iu

/** Not about a thing, about what one knows, or a way of talking: nothing that somebody does. */
const noDoing =
  /^(?:in a sense|if|there|all I|it|you can|nevertheless|in (?:fact|my mind)|what|how|why|maybe you|I(?: really)? (?:don't|think|guess|mean|know|hope|said|was|had|would say|will say|must say|could say))\b|@|^(?:\p{L}+ ){0,3}(?:it|this|that)(?:'ll| will| should| would| has to)\b|\b(?:we'll see|I don't know|it occurs|I can't|you know what|doesn't have to|don't have to|have to say|that I(?:'m| am) saying|I guess)\b/iu

/** "We keep the licence as it is": settled by saying so. */
const keeps =
  /^(?:(?:okay|ok|alright|all right|so|then|right|great|good|well|yes|yeah|and),? )*we (?:keep|go ahead|go with|release|start with|move|leave|postpone|stick|stay|continue|drop)\b(?!.*\?$)/iu

/** Settled by these words, whatever else is said. */
export const isSettled = (talk: Talk, sentence: Sentence): boolean =>
  remarks.isDecision(talk, sentence) || keeps.test(sentence.plain)

/** Asked of how the meeting goes on, or of what somebody feels. */
const isBetweenThem =
  /\b(?:what (?:do|did) you (?:guys |all )?(?:think|say|mean|want)|you guys think|(?:do|would) you (?:want|like|mind)|can I (?:just|ask|have|say)|thank(?:s| you)|my (?:mouse|pen|screen|laptop|slides?)|a pen|next slide|(?:happy|content) to)\b/iu

const interrogative =
  /(?:^|[,:;–—] ?|\b(?:and|but|or|so|then|know|sure|wonder\p{L}*) )(?:(?:in|for|at|on|by|with|to) )?(?:what|who|which|where|when|why|how|whether|is|are|do|does|did|can|could|will|would|should|shall|has|have|was|were|isn't|aren't|don't|doesn't)\b/iu
