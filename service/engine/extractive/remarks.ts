/** Other kinds of sentence that people look for: problems, objections, needs, and questions. */
import { pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'

const problem = pattern`
  \b(?:risks?|concern(?:s|ed)?|worr(?:y|ied|ies)|problems?|issues?|blockers?|blocked|bugs?|
  broken|fail(?:s|ed|ing|ures?)?|crash\w*|delay\w*|stuck|doesn['’]t work|not working|
  isn['’]t working|stopped working|errors?|frustrat\w+|struggl\w+|too (?:slow|expensive|
  complicated|long|hard)|outages?|complain\w*|never arrived|missing|pain point)\b`
const noProblem = pattern`
  \b(?:no (?:problem|issue|worries|concerns?)s?|not a problem|don['’]t worry)\b`

const objection = pattern`
  \b(?:concern(?:s|ed)?|worried|too (?:expensive|high|complicated|much (?:for|to pay|money))|
  expensive|over (?:our |the )?budget|(?:don['’]t|do not) have (?:the )?(?:budget|time|
  resources)|not sure (?:we|it|this|that|if|whether|I)\b|not (?:convinced|comfortable|ready)|
  hesitant|reluctant|already (?:use|have|using|pay)|locked in|my (?:issue|problem|worry|
  hesitation) is|the (?:problem|issue|downside) is|skeptical|sceptical|more than we|cheaper|
  hard to justify)\b`

const need = pattern`
  \b(?:(?:we|I|they|our \w+)(?:['’]re| are| am)? (?:really |just )?(?:need|want|looking for|
  require|hoping)|we['’]d like|would like|our goal|requirement)\b`

const social = pattern`
  \b(?:how are you|how['’]s it going|how['’]s everything|can you hear|can everyone hear|
  are you there|does that make sense|right\?$|you know\?$|anything else|is now a good time|
  can I help you|how can I help|how may I help)\b`

const deferral = pattern`
  \b(?:don['’]t know|not sure|no idea|get back to you|find (?:that )?out|good question|
  have to check|need to check|let me check|I['’]ll check|look into|follow up on that|
  depends)\b`

export function isProblem(text: string): boolean {
  return problem.test(text.replace(noProblem, '')) && !text.endsWith('?')
}

/** Objections come from listeners as statements, now and then as a question. */
export function isObjection({ text, words }: Sentence): boolean {
  return words > 4 && objection.test(text)
}

export function isNeed({ text, words }: Sentence): boolean {
  return words > 4 && need.test(text) && !text.endsWith('?')
}

/** A question that asks for something, in any language. */
export function isQuestion({ text, words }: Sentence): boolean {
  return /[?？]$/u.test(text) && (words > 3 || /[？]$/u.test(text)) && !social.test(text)
}

/** What another speaker said next: the reply, or null where nobody else answered soon. */
export function replyTo(sentences: readonly Sentence[], question: Sentence): Sentence | null {
  const after = sentences.slice(question.index + 1, question.index + 5)
  const replies = after.filter(({ speaker, text }) => {
    return speaker !== question.speaker && !/[?？]$/u.test(text)
  })
  return replies.find(({ words }) => words > 4) ?? replies.find(({ words }) => words > 2) ?? null
}

/** Asked and not answered: no reply, or one that puts it off. */
export function isOpenQuestion(sentences: readonly Sentence[], question: Sentence): boolean {
  const after = sentences.slice(question.index + 1, question.index + 3)
  const reply = replyTo(sentences, question)
  return reply === null || after.some(({ text }) => deferral.test(text))
}
