/** Questions that lean on those before them: “And when?”, “Who said that?” */
import type { Question } from './question.ts'

/** Choice: a question with fewer words of its own is about what was asked before. */
const leastOwn = 2
const joining =
  /^\W*(?:and|but|what about|how about|und|aber|was ist mit|et|mais|y|pero|那么|那|では)(?!\p{L})/iu

/** The quote of what was answered says it: it need not hold another name. */
const asksForSpeaker =
  /(?<!\p{L})(?:who (?:said|says|told)|wer (?:sagte?|hat (?:das|dies) gesagt)|qui (?:a dit|l['’]a dit)|quién (?:lo )?dijo)(?!\p{L})/iu

function isFollowUp({ text, tokens }: Question): boolean {
  const own = tokens.filter(({ isIdle }) => !isIdle)
  if (joining.test(text)) return own.length <= leastOwn
  return own.length < leastOwn && !own.some(({ isName }) => isName)
}

/** The question with those that it leans on; `earlier` has the oldest first. */
export async function withEarlier(
  question: Question,
  earlier: readonly string[],
  read: (text: string) => Promise<Question>,
): Promise<Question> {
  if (!isFollowUp(question)) return question
  const before: Question[] = []
  for (const one of earlier.toReversed()) {
    const asked = await read(one)
    before.unshift(asked)
    if (!isFollowUp(asked)) break
  }
  const last = before.at(-1)
  if (!last) return question
  const whole = await read([...before, question].map(({ text }) => text).join(' '))
  const isAny = question.kind === 'any' || asksForSpeaker.test(question.text)
  return { ...whole, kind: isAny ? last.kind : question.kind }
}
