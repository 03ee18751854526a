/**
 * What the words of a recording tell of a statement without asking anybody: whether its numbers, names and people are
 * there, and when and on what condition a task is due. What it means is for judge-statements.ts.
 */
import { indexSegments, findSupport, type Index } from '../evidence/support.ts'
import { sayingsOf } from '../evidence/spoken-dates.ts'
import { plainText, saysNumber, wordsOf } from '../evidence/words-of.ts'
import type { WriteRequest } from '../engine.ts'
import { linesAround, type NumberedLine } from './numbered-lines.ts'
import { cite, citedBy, detailsOf, dropDetail, textOf, type Statement } from './cited-plan.ts'

/** Choice: what a statement needs is said within so many lines of those that it cites. */
const beside = 3

export type Said = {
  lines: readonly NumberedLine[]
  /** The same lines for looking words up. */
  index: Index
  /** Of the statements. */
  language: string
  recordedOn: string | undefined
  /** Stems of all words that were said, and of the names of those who spoke. */
  stems: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** All that was said. */
  text: string
}

export function indexLines(
  lines: readonly NumberedLine[],
  { language, resultLanguage, recordedOn }: WriteRequest,
): Said {
  const segments = lines.map(({ number, start, speaker, text }) => {
    return { id: String(number), start, end: start, speaker, text }
  })
  const index = indexSegments(segments, language)
  const stems = new Set(index.places.keys())
  const numbers = new Set(index.said.flatMap((one) => [...one.numbers]))
  const text = spoken(lines)
  return { lines, index, language: resultLanguage ?? language, recordedOn, stems, numbers, text }
}

/**
 * Puts right what can be put right without asking: numbers of lines that are not there, details of a task that nobody
 * said. Returns what nobody said in the whole recording, in a sentence for whoever judges the statement; null where its
 * words may have been said.
 */
export function checkStatement(said: Said, statement: Statement): string | null {
  const text = textOf(statement)
  const cited = citedBy(statement).filter((number) => number >= 1 && number <= said.lines.length)
  cite(statement, cited.length > 0 ? cited : findLines(said, text))
  if (citedBy(statement).length === 0) return 'It cites no line that says it.'
  const near = linesAround(said.lines, citedBy(statement), beside)
  if (statement.isTask) checkDetails(said, statement, near)
  return faultOf(said, text, near)
}

/** Where the words of a text stand that cites nothing. */
function findLines({ index, language }: Said, text: string): number[] {
  return (findSupport(index, { text, near: null, language }) ?? []).map((at) => at + 1)
}

function faultOf(said: Said, text: string, near: readonly NumberedLine[]): string | null {
  const words = wordsOf(text, said.language)
  // A number may be said elsewhere and be "that much" here; whether it belongs here, its judge reads.
  const number = [...words.numbers].find((value) => !holdsNumber(said.numbers, value))
  if (number !== undefined && !isOfDate(said, text, near)) {
    return `Look closely: nobody in the recording says ${number}.`
  }
  const name = [...words.names].find((stem) => !said.stems.has(stem) && !isSpelled(said, stem))
  return name === undefined ? null : `Look closely: nobody in the recording says “${name}”.`
}

const spoken = (lines: readonly NumberedLine[]): string =>
  lines.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')

/** Choice: "both", "a couple" and "the other" are said for so small numbers as well. */
const smallest = 3

const holdsNumber = (numbers: ReadonlySet<string>, value: string): boolean =>
  Number(value) <= smallest || saysNumber(numbers, value)

/** Whether a word was spelled out: DVD as "D V D", "D.V.D." or "D_V_D_". */
function isSpelled({ text }: Said, stem: string): boolean {
  if (!/^\p{L}{2,6}$/u.test(stem)) return false
  return new RegExp(`\\b${[...stem].join('[\\s._-]+')}`, 'iu').test(text)
}

/** Whether the digits in a text are those of a day that these lines name. */
function isOfDate(said: Said, text: string, near: readonly NumberedLine[]): boolean {
  const dates = text.match(/\d{4}-\d{2}-\d{2}/gu) ?? []
  return dates.length > 0 && dates.every((date) => namesDay(said, date, near))
}

function namesDay({ index, recordedOn }: Said, date: string, near: readonly NumberedLine[]) {
  const sayings = sayingsOf(date, index.language, recordedOn)
  const words = ` ${plainText(spoken(near))} `
  return sayings?.some((saying) => words.includes(` ${plainText(saying)} `)) ?? false
}

function checkDetails(said: Said, statement: Statement, near: readonly NumberedLine[]): void {
  const { owner, due, condition } = detailsOf(statement)
  const here = wordsOf(spoken(near), said.index.language)
  const holds = (text: string, least: number): boolean => {
    const { stems, numbers } = wordsOf(text, said.language)
    if ([...numbers].some((value) => !here.numbers.has(value))) return false
    const matched = [...stems].filter((stem) => here.stems.has(stem)).length
    return stems.size === 0 || matched >= least * stems.size
  }
  const isForeign = said.language !== said.index.language
  if (owner !== null && !isPerson(said, owner)) dropDetail(statement, 'owner')
  if (due !== null && !namesDay(said, due, near) && !isForeign && !holds(due, 0.5)) {
    dropDetail(statement, 'due')
  }
  if (condition !== null && !isForeign && !holds(condition, 0.3)) {
    dropDetail(statement, 'condition')
  }
}

/** Whether somebody of this name spoke or is spoken of; a group may be called by a word that nobody said. */
function isPerson({ stems, language }: Said, owner: string): boolean {
  const named = (owner.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []).flatMap((name) => [
    ...wordsOf(name, language).stems,
  ])
  return named.every((stem) => stems.has(stem))
}

/** Whether a quotation was said, in a line or across two; what is left out of it may be marked by dots. */
export function isSaidWordForWord({ lines }: Said, statement: Statement): boolean {
  const words = ` ${plainText(lines.map(({ text }) => text).join(' '))} `
  const quotations = textOf(statement)
    .split(/\s*(?:…|\.\.\.|\[[^\]]*\])\s*/u)
    .map((part) => plainText(part))
    .filter(Boolean)
  return quotations.length > 0 && quotations.every((part) => words.includes(` ${part} `))
}

/** Whether most of a label's words were said near the lines that it cites. */
export function isSaidLabel(said: Said, statement: Statement): boolean {
  const { stems } = wordsOf(textOf(statement), said.language)
  if (said.language !== said.index.language || stems.size === 0) return true
  const near = linesAround(said.lines, citedBy(statement), beside)
  const here = wordsOf(spoken(near), said.index.language)
  return [...stems].filter((stem) => here.stems.has(stem)).length >= stems.size / 2
}
