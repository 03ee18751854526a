/** Compares what analyses list with the notes of people, by where in the talk it comes from. */
import type { Analysis, ModelFiguresInput } from 'earshot/client'
import type { Noted, NotedMeeting } from './meetings.ts'
import { rouge1, summarizeByLexRank } from './summaries.ts'

type Items = ModelFiguresInput['action_items']

/** Fields of the result of the prompt "Meeting", and of the notes. */
const lists = {
  action_items: 'action_items',
  decisions: 'decisions',
  open_questions: 'questions',
} as const
type List = keyof typeof lists

/** One analysis of a meeting; `turnOf` is the number of the turn of each segment. */
export type Analysed = {
  meeting: NotedMeeting
  analysis: Analysis
  turnOf: ReadonlyMap<string, number>
  talkSeconds: number
  workSeconds: number
}

/** The figures of one model over all meetings. */
export function toFigures(model: string, analysed: readonly Analysed[]): ModelFiguresInput {
  const ofList = (list: List): Items => compare(analysed.map((one) => itemsOf(one, list)))
  const mean = (values: readonly number[]): number => round(sum(values) / values.length)
  const summaries = analysed.map(({ meeting, analysis }) => ({
    own: rouge1(meeting.notes.summary, summaryOf(analysis)),
    lexrank: rouge1(meeting.notes.summary, summarizeByLexRank(meeting.turns)),
  }))
  const talk = sum(analysed.map(({ talkSeconds }) => talkSeconds))
  const work = sum(analysed.map(({ workSeconds }) => workSeconds))
  return {
    model,
    meetings: analysed.length,
    action_items: ofList('action_items'),
    decisions: ofList('decisions'),
    open_questions: ofList('open_questions'),
    summary: {
      rouge_1: mean(summaries.map(({ own }) => own)),
      lexrank_rouge_1: mean(summaries.map(({ lexrank }) => lexrank)),
    },
    seconds_per_hour: round((work / Math.max(1, talk)) * 3600),
  }
}

type Listed = { listed: readonly number[][]; noted: readonly Noted[] }

/** The turns of each item that an analysis lists, beside what is noted. */
function itemsOf({ meeting, analysis, turnOf }: Analysed, list: List): Listed {
  const field = lists[list]
  const items = analysis.result?.[field]
  const evidence = Object.entries(analysis.evidence ?? {})
  const listed = (Array.isArray(items) ? items : []).map((_, at) => {
    const own = evidence.filter(
      ([pointer]) => pointer === `/${field}/${at}` || pointer.startsWith(`/${field}/${at}/`),
    )
    return own.flatMap(([, ids]) => ids).map((id) => turnOf.get(id) ?? nowhere)
  })
  return { listed, noted: meeting.notes[list] }
}

/** Far from every turn. */
const nowhere = -9
/** An item counts as the noted one where it comes from within so many turns of it. */
const nearTurns = 2

const isNear = (turns: readonly number[], noted: Noted): boolean =>
  turns.some((turn) => noted.turns.some((one) => Math.abs(turn - one) <= nearTurns))

/** What is noted as weak counts for precision and not against recall. */
function compare(all: readonly Listed[]): Items {
  let [listed, right, clear, met] = [0, 0, 0, 0]
  for (const one of all) {
    const wanted = one.noted.filter(({ strength }) => strength !== 'weak')
    listed += one.listed.length
    clear += wanted.length
    right += one.listed.filter((turns) => one.noted.some((note) => isNear(turns, note))).length
    met += wanted.filter((note) => one.listed.some((turns) => isNear(turns, note))).length
  }
  const share = (part: number, whole: number) => (whole === 0 ? null : round(part / whole))
  return { listed, precision: share(right, listed), recall: share(met, clear) }
}

function summaryOf({ result }: Analysis): string {
  const summary = result?.['summary']
  return typeof summary === 'string' ? summary : ''
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const round = (value: number): number => Math.round(value * 10_000) / 10_000
