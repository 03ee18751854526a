/** Finds the time in a task's words that is its deadline. */
import { pattern } from './pattern.ts'
import type { Moment } from './periods.ts'
import type { Sentence } from './sentences.ts'
import type { Talk } from './talk.ts'

/** Words before a time that clearly make it a deadline. */
const deadline = pattern`
  \b(?:by|before|on|until|till|until about|until around|no later than|due|bis|vor|am|
  antes (?:de|del)|para|el|avant|d'ici|pour|le)(?: the| el| la| le)?\s+$`

/** Words before a time that make it part of a phrase: "the report from Monday". */
const part =
  /\b(?:from|since|about|of|than|after|last|the|for(?: the)?|von|seit|nach|desde|de|depuis)\s+$/iu

/** Verbs of scheduling, which may take "for": "schedule the demo for Tuesday". */
const setFor =
  /\b(?:schedule|set|book|arrange|plan|move|reschedule|aim|meet|meeting|invite|demo|call)\b/iu

const mended = /\b(?:no|sorry|actually|I mean|make (?:that|it)|or rather|rather|better)\b/iu

/** The deadline in the words, or null. */
export function dueIn(
  { moments, language }: Pick<Talk, 'moments' | 'language'>,
  text: string,
): Moment | null {
  const isEnglish = language.toLowerCase().startsWith('en')
  const found = moments(text).filter((one) => isDeadline(text, one, isEnglish))
  const last = found.at(-1)
  const [first] = found
  if (!first || !last || first === last) return first ?? null
  // A correction: "By Friday, no, sorry, Monday."
  const between = text.slice(first.index + first.said.length, last.index)
  if (mended.test(between)) return last
  return found.find(({ index }) => deadline.test(text.slice(0, index))) ?? first
}

function isDeadline(text: string, { index, said }: Moment, isEnglish: boolean): boolean {
  const before = text.slice(0, index)
  const after = text.slice(index + said.length)
  if (/^(?:['’]s|s['’])\s/u.test(after)) return false
  if (!isEnglish || deadline.test(before)) return true
  if (/\bfor(?: the)?\s+$/iu.test(before)) return setFor.test(before)
  return !part.test(before)
}

/** "That should take me until Friday", "I'd like to have it done by then". */
const resultDue = pattern`
  ^(?:and |so )?(?:(?:that|it|this)(?: should|'ll| will|'s)? (?:take|be)|(?:I'd|I would|I|we'd|
  we) (?:like|want|hope|need|aim|plan) to (?:have|get) (?:that|it|this|them))\b`

/** A correction or a date that the same speaker adds immediately afterwards. */
export function dueAfter(talk: Talk, { index, speaker }: Sentence): Moment | null {
  let due: Moment | null = null
  for (const next of talk.sentences.slice(index + 1, index + 6)) {
    if (next.speaker !== speaker || next.words > 14) break
    const moment = dueIn(talk, next.text)
    const isFree = !/\b(?:off|out|away|busy|can't|cannot|not|holiday|frei|libre)\b/iu.test(
      next.plain,
    )
    const isBare = moment !== null && next.words <= moment.said.split(/\s+/u).length + 2
    const isAbout = resultDue.test(next.plain)
    if (moment && isFree && (isBare || mended.test(next.plain) || isAbout)) {
      due = moment
    }
  }
  return due
}
