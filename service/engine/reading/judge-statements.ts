/**
 * Asks the model, statement by statement, whether the lines that it cites say it: once for all of them, with these lines
 * and those beside them. A statement that is wrong may be put right, once.
 */
import { asData } from '../writing/chunks.ts'
import type { Plan } from '../schema-plan.ts'
import { isObject } from '../schema-shape.ts'
import { citedBy, detailsOf, textOf, type Statement } from './cited-plan.ts'
import { linesAround, writeLine, type NumberedLine } from './numbered-lines.ts'
import { afterTranscript } from './prompt.ts'

/** `no` with a correction replaces the statement; without one it goes. */
export type Verdict = { verdict: 'yes' | 'unsure' | 'no'; correction: string | null }

export type Doubt = { statement: Statement; fault: string | null }

/** Choice: of the lines beside those that a statement cites, its judge reads so many. */
const beside = 4

const verdictPlan: Plan = {
  kind: 'object',
  hint: '',
  entries: [
    {
      name: 'verdict',
      required: true,
      // The first is what counts where nothing can be read.
      plan: { kind: 'literals', hint: '', values: ['unsure', 'yes', 'no'] },
    },
    {
      name: 'correction',
      required: true,
      plan: {
        kind: 'choice',
        hint: 'the statement put right, where the verdict is no and these lines allow it; else null',
        options: [
          { kind: 'string', hint: '', min: 0, max: null, format: null },
          { kind: 'literals', hint: '', values: [null] },
        ],
      },
    },
  ],
}

/** An entry for each statement, by its number. */
export function verdictsPlan(count: number): Plan {
  const names = Array.from({ length: count }, (_, at) => String(at + 1))
  const entries = names.map((name) => ({ name, required: true, plan: verdictPlan }))
  return { kind: 'object', hint: '', entries }
}

export function judgePrompt(doubts: readonly Doubt[], lines: readonly NumberedLine[]): string {
  const cited = doubts.flatMap(({ statement }) => citedBy(statement))
  const statements = doubts.map(({ statement, fault }, at) => {
    const { field } = statement
    const about = `${at + 1}. [${field}] ${asData(wholeText(statement))} (lines ${citedBy(statement).join(', ')})`
    return fault === null ? about : `${about}\n   ${fault}`
  })
  const task =
    'These are parts of the transcript of a recording. Below are statements of somebody’s note on it; in brackets stand the ' +
    'field of the note and the lines that the statement cites. Whoever wrote them may have been careless or wrong. Judge ' +
    'each by the lines above:\n' +
    '- yes: a careful person who was there would sign all of it: who, what, how many, when, and whether.\n' +
    '- no: something in it is otherwise or the opposite, is put in the wrong person’s mouth or was never said; it is called ' +
    'decided or taken on and was only proposed, asked or turned down; it is called open and was answered. A question is right where it was raised and these lines hold no answer.\n' +
    '- unsure: these lines do not tell.\n' +
    'Where it is no and the lines allow a right statement of this kind, write that as correction.'
  const question =
    `${task}\n\n${statements.join('\n')}\n\n` +
    'Answer with one JSON object: a verdict and a correction for each number.'
  return afterTranscript(writeExcerpt(linesAround(lines, cited, beside)), question)
}

/** Lines of which some are left out between. */
function writeExcerpt(lines: readonly NumberedLine[]): string {
  let last = 0
  return lines
    .flatMap((line) => {
      const isNext = line.number === last + 1
      last = line.number
      return isNext ? [writeLine(line)] : ['[…]', writeLine(line)]
    })
    .join('\n')
}

function wholeText(statement: Statement): string {
  const { owner, due, condition } = detailsOf(statement)
  const known = [
    ...(owner === null ? [] : [`to be done by ${owner}`]),
    ...(due === null ? [] : [`due ${due}`]),
    ...(condition === null ? [] : [`condition: ${condition}`]),
  ]
  const text = textOf(statement)
  return statement.isTask && known.length > 0 ? `${text} [${known.join('; ')}]` : text
}

/** The verdicts in the order of the statements. */
export function verdictsOf(answer: unknown, count: number): Verdict[] {
  return Array.from({ length: count }, (_, at) => {
    const written = isObject(answer) ? answer[String(at + 1)] : undefined
    if (!isObject(written)) return { verdict: 'unsure', correction: null }
    const { verdict, correction } = written
    const text = typeof correction === 'string' ? correction.trim() : ''
    return {
      verdict: verdict === 'yes' || verdict === 'no' ? verdict : 'unsure',
      correction: text === '' ? null : text,
    }
  })
}
