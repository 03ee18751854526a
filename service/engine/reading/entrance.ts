/**
 * Whether a language model can read a whole recording, told by what it makes of a short one and not by its size: it keeps
 * a schema, follows an instruction, cites the right lines, tells right from wrong statements, and notes what matters. A
 * model that fails goes on as small ones do (writing/).
 */
import { JobError } from '../../core/errors.ts'
import type { ClaimNote, JsonSchema, ModelRequest, Writing } from '../engine.ts'
import { entranceTalk, entranceTurns } from './entrance-talk.ts'

/** `checks` says of each check whether it was passed. */
export type EntranceResult = { isPassed: boolean; checks: Record<EntranceCheck, boolean> }

type EntranceCheck =
  | 'keeps_schema'
  | 'follows_instruction'
  | 'notes_decision'
  | 'notes_tasks'
  | 'notes_question'
  | 'leaves_out_proposal'
  | 'cites_lines'
  | 'judges_statements'

const list = (description: string): JsonSchema => ({
  type: 'array',
  description,
  items: { type: 'string' },
  maxItems: 8,
})
const verdict = { type: 'string', enum: ['true', 'false'] }
const schema: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'string', description: 'Purpose and outcome in two or three sentences' },
    decisions: list('What was agreed'),
    action_items: list('Tasks with person and date where named'),
    open_questions: list('Questions that stayed open'),
    absent: {
      type: 'string',
      maxLength: 40,
      description: 'The first name of the person who is not there, in capital letters',
    },
    statement_1: { ...verdict, description: 'Whether it is true: The garden section is dropped.' },
    statement_2: { ...verdict, description: 'Whether it is true: Priya writes the garden texts.' },
    statement_3: {
      ...verdict,
      description: 'Whether it is true: The heavier paper costs 1,400 euros more.',
    },
    statement_4: { ...verdict, description: 'Whether it is true: Erik was at the dentist.' },
  },
  required: [
    ...['summary', 'decisions', 'action_items', 'open_questions', 'absent'],
    ...['statement_1', 'statement_2', 'statement_3', 'statement_4'],
  ],
  additionalProperties: false,
}
const verdicts = ['false', 'true', 'true', 'false']

/** Choice: so many of the eight checks, those of citations and of the proposal among them. */
const leastPassed = 7

/**
 * Has the model read the talk of the test. Throws what `write` throws where the model cannot be had; a model that
 * answers nothing usable has failed.
 */
export async function takeEntranceTest(
  write: (request: ModelRequest) => Promise<Writing>,
): Promise<EntranceResult> {
  try {
    const writing = await write({
      instructions: 'You take the minutes of a meeting for people who were not there.',
      segments: entranceTalk,
      language: 'en',
      recordedOn: '2026-02-24',
      schema,
      isReadWhole: true,
    })
    return judgeEntrance(writing)
  } catch (error) {
    if (!(error instanceof JobError) || error.code !== 'schema_not_satisfied') throw error
    return toResult({})
  }
}

/** What a reading of the talk shows of the model. */
function judgeEntrance({ result, evidence, claims = {} }: Writing): EntranceResult {
  const decisions = textsOf(result['decisions'])
  const tasks = textsOf(result['action_items'])
  const questions = textsOf(result['open_questions'])
  const items = [
    ...matching('/decisions', decisions, /\b(12|twelfth)/iu, entranceTurns.date),
    ...matching('/action_items', tasks, /texts?|draft/iu, entranceTurns.texts),
    ...matching('/action_items', tasks, /list|plants/iu, entranceTurns.list),
    ...matching('/open_questions', questions, /paper|gram|1,?400/iu, entranceTurns.paper),
  ]
  const isCited = items.filter(({ pointer, turns }) => cites(evidence[pointer], turns))
  const given = [1, 2, 3, 4].map((number) => result[`statement_${number}`])
  return toResult({
    keeps_schema: [...decisions, ...tasks, ...questions].every((text) => text.length > 8),
    follows_instruction: result['absent'] === 'TOM',
    notes_decision: decisions.some((text) => /\b(12|twelfth)/iu.test(text)),
    notes_tasks:
      isOwned(tasks, claims, { what: /texts?|draft/iu, owner: 'Priya' }) &&
      isOwned(tasks, claims, { what: /list|plants/iu, owner: 'Erik' }),
    notes_question: questions.some((text) => /paper|gram|1,?400/iu.test(text)),
    leaves_out_proposal: !tasks.some((text) => /calendar/iu.test(text)) && tasks.length <= 4,
    cites_lines: items.length >= 3 && isCited.length >= 0.75 * items.length,
    judges_statements: given.every((value, at) => value === verdicts[at]),
  })
}

function toResult(passed: Partial<Record<EntranceCheck, boolean>>): EntranceResult {
  const none: Record<EntranceCheck, boolean> = {
    keeps_schema: false,
    follows_instruction: false,
    notes_decision: false,
    notes_tasks: false,
    notes_question: false,
    leaves_out_proposal: false,
    cites_lines: false,
    judges_statements: false,
  }
  const checks = { ...none, ...passed }
  const count = Object.values(checks).filter(Boolean).length
  return { isPassed: count >= leastPassed && checks.cites_lines, checks }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

type Expected = { pointer: string; turns: readonly number[] }

const matching = (
  pointer: string,
  texts: readonly string[],
  what: RegExp,
  turns: readonly number[],
): Expected[] =>
  texts.flatMap((text, at) => (what.test(text) ? [{ pointer: `${pointer}/${at}`, turns }] : []))

const cites = (ids: readonly string[] = [], turns: readonly number[]): boolean =>
  ids.some((id) => turns.some((turn) => id === `turn-${turn}`))

function isOwned(
  tasks: readonly string[],
  claims: Readonly<Record<string, ClaimNote>>,
  { what, owner }: { what: RegExp; owner: string },
): boolean {
  return tasks.some((text, at) => {
    const named = claims[`/action_items/${at}`]?.owner ?? text
    return what.test(text) && named.startsWith(owner)
  })
}
