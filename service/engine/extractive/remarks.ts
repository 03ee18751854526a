/** Finds other kinds of sentences: objections, problems, needs, and questions. */
import { clausesOf } from './clauses.ts'
import { pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'
import { repliesTo } from './talk.ts'
import type { Talk } from './talk.ts'

/** One or a few consecutive sentences of one speaker. */
export type Remark = readonly [Sentence, ...Sentence[]]

const asks = ({ text }: Sentence): boolean => /[?？؟]$/u.test(text)

export function isProblem({ wording }: Talk, sentence: Sentence): boolean {
  const { plain, words } = sentence
  const isSaid = words > 3 && !asks(sentence) && !wording.smallTalk.test(plain)
  return isSaid && wording.problem.test(plain.replace(wording.noProblem, ''))
}

export function isNeed({ wording }: Talk, sentence: Sentence): boolean {
  return sentence.words > 4 && !asks(sentence) && wording.need.test(sentence.plain)
}

/** Whether the sentence states a decision. */
export function isDecision({ wording }: Talk, sentence: Sentence): boolean {
  return sentence.words > 2 && !asks(sentence) && wording.decision.test(sentence.plain)
}

function isObjection({ wording }: Talk, sentence: Sentence): boolean {
  const { plain, words } = sentence
  if (words < 4 || wording.noObjection.test(plain) || wording.smallTalk.test(plain)) return false
  // A question is a doubt only if it says so: "Isn't that too expensive?"
  const isDoubt =
    !asks(sentence) || /^(?:but |and )?(?:isn't|aren't|won't|why (?:so|is it so))/iu.test(plain)
  return isDoubt && wording.objection.test(plain)
}

/** Objections, each with the adjacent sentence if that doubts too. */
export function findObjections(talk: Talk): Remark[] {
  const remarks: [Sentence, ...Sentence[]][] = []
  for (const sentence of talk.sentences) {
    if (!isObjection(talk, sentence)) continue
    const last = remarks.at(-1)
    const before = last?.at(-1)
    const goesOn = before?.index === sentence.index - 1 && before.speaker === sentence.speaker
    if (last && goesOn && last.length < 3) last.push(sentence)
    else remarks.push([sentence])
  }
  return remarks
}

const longestReply = 320

/** Another speaker's next words, without a leading "I hear you"; null if nobody replied. */
export function replyTo(talk: Talk, remark: Remark): Remark | null {
  const last = remark.at(-1) ?? remark[0]
  const replies = repliesTo(talk, last, 5)
  const start = replies.findIndex(({ plain }) => !talk.wording.sympathy.test(plain))
  const [first, ...rest] = replies.slice(Math.max(0, start))
  if (!first) return null
  const reply: [Sentence, ...Sentence[]] = [first]
  let length = first.text.length
  for (const next of rest.slice(0, 2)) {
    length += next.text.length
    if (asks(next) || length > longestReply) break
    reply.push(next)
  }
  return reply
}

/** Whether this is a genuine question rather than a request or small talk, in any language. */
export function isQuestion(talk: Talk, sentence: Sentence): boolean {
  const { text, plain, words } = sentence
  if (!asks(sentence) || (words < 3 && !/[？]$/u.test(text))) return false
  if (talk.wording.social.test(plain) || talk.wording.smallTalk.test(plain)) return false
  // "What about the recordings? Will we stream them?" is one question.
  const next = talk.sentences[sentence.index + 1]
  if (words < 6 && next && asks(next) && next.speaker === sentence.speaker) return false
  return !clausesOf(talk, sentence).some(({ kind }) => kind === 'you')
}

/** Whether a question has no reply, or one that defers the answer. */
export function isOpenQuestion(talk: Talk, question: Sentence): boolean {
  const { wording } = talk
  const replies = repliesTo(talk, question, 4).slice(0, 2)
  if (replies.length === 0) return !answersItself(talk, question)
  const [first] = replies
  if (first && wording.accepts.test(first.plain) && !wording.defers.test(first.plain)) return false
  // For example "As far as I know, yes."
  if (first && endsInWord.test(first.plain)) return false
  return replies.some(({ plain }) => wording.defers.test(plain))
}

const endsInWord = /(?:^|\W)(?:yes|no|yeah|nope|sí|ja|nein|oui|non)[.!]?$/iu

/** Rhetorical questions: "Why? Because …". */
function answersItself({ sentences }: Talk, { index, speaker }: Sentence): boolean {
  const next = sentences.slice(index + 1, index + 4)
  return next.length > 1 && next.every((sentence) => sentence.speaker === speaker)
}

/** For example "We still don't know who presents." */
export function leavesOpen({ wording }: Talk, sentence: Sentence): boolean {
  return sentence.words > 4 && !asks(sentence) && wording.leavesOpen.test(sentence.plain)
}

export function isSmallTalk({ wording }: Talk, { plain, words }: Sentence): boolean {
  return words < 14 && (wording.smallTalk.test(plain) || wording.social.test(plain))
}

const uncertain = pattern`
  \b(?:maybe|perhaps|probably|might|could|would|I'd|if|I don't (?:know|think)|not sure|I guess|
  for example|assuming|the (?:thing|problem) is|wonder(?:ing)?|sort of|kind of)\b`

/** Whether it weighs something up rather than settling it. */
export const isUncertain = ({ plain }: Sentence): boolean => uncertain.test(plain)
