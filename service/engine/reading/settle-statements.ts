/** Which statements of a reading stay: by what was said, and then by what their judge says of all others at once. */
import { toWords } from '../writing/similar.ts'
import { isUnreadable, type Asking } from './ask-model.ts'
import { checkStatement, isSaidLabel, isSaidWordForWord, type Said } from './check-statement.ts'
import {
  citedBy,
  detailsOf,
  dropDetail,
  replaceText,
  textOf,
  type Statement,
} from './cited-plan.ts'
import {
  judgePrompt,
  verdictsOf,
  verdictsPlan,
  type Doubt,
  type Verdict,
} from './judge-statements.ts'
import type { NumberedLine } from './numbered-lines.ts'

/** Statements by their values. `held` of those `written` are carried by their lines for certain. */
export type Settled = {
  leftOut: ReadonlySet<Statement['value']>
  doubtful: ReadonlySet<Statement['value']>
  held: number
  written: number
}

type Judging = Asking & { said: Said; lines: readonly NumberedLine[] }
type Outcome = 'holds' | 'doubtful' | 'left out'

/** Choice: statements that a model judges at once. */
const mostAtOnce = 40
const tokensPerVerdict = 24

/** Statements that are wrong may be put right on the way. */
export async function settleStatements(
  statements: readonly Statement[],
  judging: Judging,
): Promise<Settled> {
  const outcomes = new Map<Statement['value'], Outcome>()
  const doubts: Doubt[] = []
  for (const statement of statements) {
    const outcome = settleByWords(judging.said, statement)
    if (typeof outcome === 'string') outcomes.set(statement.value, outcome)
    else doubts.push(outcome)
  }
  while (doubts.length > 0) {
    const some = doubts.splice(0, fitting(doubts, judging))
    for (const [at, verdict] of (await judge(some, judging)).entries()) {
      const doubt = some[at]
      if (doubt) outcomes.set(doubt.statement.value, settleByVerdict(judging.said, doubt, verdict))
    }
  }
  const all = (wanted: Outcome) =>
    new Set([...outcomes].filter(([, outcome]) => outcome === wanted).map(([value]) => value))
  const [leftOut, doubtful] = [all('left out'), all('doubtful')]
  return { leftOut, doubtful, held: all('holds').size, written: outcomes.size }
}

/** The outcome where words alone tell, else what is left to judge. */
function settleByWords(said: Said, statement: Statement): Outcome | Doubt {
  if (isEmpty(statement)) return 'left out'
  const fault = checkStatement(said, statement)
  if (citedBy(statement).length === 0) return 'left out'
  if (statement.isQuote) return isSaidWordForWord(said, statement) ? 'holds' : 'left out'
  if (!statement.isLabel) return { statement, fault }
  return fault === null && isSaidLabel(said, statement) ? 'holds' : 'left out'
}

/** "Yes", "none": whoever writes that has nothing to say. */
const isEmpty = (statement: Statement): boolean =>
  textOf(statement) === '' || (!statement.isLabel && toWords(textOf(statement)).words.size < 2)

const answerTokens = (count: number): number => count * tokensPerVerdict + 200

/** How many of the statements are judged next: about equal shares, as far as the context holds them. */
function fitting(doubts: readonly Doubt[], { lines, holds }: Judging): number {
  let count = Math.ceil(doubts.length / Math.ceil(doubts.length / mostAtOnce))
  const isHeld = () => holds(judgePrompt(doubts.slice(0, count), lines), answerTokens(count))
  while (count > 1 && !isHeld()) count = Math.floor(count / 2)
  return count
}

/** Where nothing can be read of the answer, all are unsure. */
async function judge(doubts: readonly Doubt[], { lines, ask }: Judging): Promise<Verdict[]> {
  const count = doubts.length
  const question = { prompt: judgePrompt(doubts, lines), plan: verdictsPlan(count) }
  try {
    return verdictsOf(await ask({ ...question, maxTokens: answerTokens(count) }), count)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return verdictsOf(undefined, count)
  }
}

function settleByVerdict(
  said: Said,
  { statement, fault }: Doubt,
  { verdict, correction }: Verdict,
): Outcome {
  if (verdict === 'yes' && fault === null) return 'holds'
  if (verdict === 'unsure' && fault === null) return 'doubtful'
  if (correction === null || !statement.isText) return 'left out'
  replaceText(statement, correction)
  const { owner } = detailsOf(statement)
  // What was put right may be somebody else's task.
  if (owner !== null && !correction.includes(owner)) dropDetail(statement, 'owner')
  return checkStatement(said, statement) === null ? 'holds' : 'left out'
}
