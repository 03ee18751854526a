/** Reads tables of lines: Premiere's list, whisper's TSV, and what spreadsheets save. */
import { parse } from 'csv-parse/sync'
import { cleanName, cleanText } from './clean-text.ts'
import { tooLong, unreadable, type ReadFile, type ReadLine } from './imported-transcript.ts'
import { secondsOf } from './json-values.ts'
import { inSeconds } from './time-unit.ts'

/** What programs call the columns, in lower case. */
const columns = {
  start: ['start', 'start time', 'start_time', 'begin', 'in', 'timecode in', 'time', 'timestamp'],
  end: ['end', 'end time', 'end_time', 'out', 'timecode out', 'stop'],
  speaker: ['speaker name', 'speaker', 'name'],
  text: ['text', 'transcript', 'words', 'content', 'sentence'],
} as const

const longestHeading = 500
const mostRows = 100_000

type Columns = { [name in keyof typeof columns]: number }

/** Undefined where the first row does not name a column of times and another of words. */
export function readTable(text: string): ReadFile | undefined {
  const heading =
    text
      .slice(0, longestHeading)
      .replace(/^\uFEFF/, '')
      .split('\n', 1)[0] ?? ''
  const delimiter = ['\t', ',', ';'].find((each) => columnsOf(cellsOf(heading, each)) !== undefined)
  if (delimiter === undefined) return undefined
  const [names = [], ...rows] = cells(text, delimiter)
  const at = columnsOf(names)
  if (!at) return undefined
  if (rows.length > mostRows) throw tooLong(`${mostRows.toLocaleString('en')} rows`)
  const lines = rows.map((row) => toLine(row, at)).filter((line) => line.text !== '')
  return { lines: inSeconds(lines), language: null }
}

/** None where an open quotation mark shows that it is no heading. */
function cellsOf(row: string, delimiter: string): string[] {
  try {
    return parse(row, { delimiter, bom: true })[0] ?? []
  } catch {
    return []
  }
}

function cells(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true, relax_quotes: true },
      skip_empty_lines: true,
      // With the heading, and a row that tells that there are too many.
      to: mostRows + 2,
    })
  } catch (error) {
    throw unreadable(`This table cannot be read: ${(error as Error).message}.`)
  }
}

function columnsOf(cellsOfHeading: readonly string[]): Columns | undefined {
  const names = cellsOfHeading.map((cell) => cell.trim().toLowerCase())
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name))
  const at = {
    start: find(columns.start),
    end: find(columns.end),
    speaker: find(columns.speaker),
    text: find(columns.text),
  }
  return at.start >= 0 && at.text >= 0 ? at : undefined
}

const toLine = (row: readonly string[], at: Columns): ReadLine => ({
  speaker: cleanName(row[at.speaker] ?? ''),
  start: secondsOf((row[at.start] ?? '').trim()),
  end: secondsOf((row[at.end] ?? '').trim()),
  text: cleanText(row[at.text] ?? ''),
})
