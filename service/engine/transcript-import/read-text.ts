/**
 * Reads plain text and Markdown in which something says who spoke or when: `Name: words`,
 * `[00:12] Name: words`, and Otter's, Teams' and Word's `Name  0:12` above the words.
 */
import { clockPattern, toSeconds } from './clock-times.ts'
import { cleanName, plainText } from './clean-text.ts'
import { splitRows } from './decode-text.ts'
import type { ReadFile, ReadLine } from './imported-transcript.ts'
import { knownLabels, splitLabel } from './speaker-labels.ts'

/** A row of the file by its parts; `isHead` if the words come in the rows below. */
type Row = {
  start: number | null
  end: number | null
  name: string | null
  text: string
  isHead: boolean
}

export function readText(text: string, isMarkdown: boolean): ReadFile {
  const { body, language } = isMarkdown ? splitFrontMatter(text) : { body: text, language: null }
  const rows = splitRows(body).map((row) =>
    (isMarkdown ? unmarked(row) : withoutHeading(row)).trimEnd(),
  )
  return { lines: fromClockOfDay(toLines(rows)), language }
}

/** Headings of chapters, as in Earshot's own text files, are no speech. */
const withoutHeading = (row: string): string => (/^== .{1,200} ==\s{0,5}$/.test(row) ? '' : row)

function toLines(texts: readonly string[]): ReadLine[] {
  const rows = texts.map(readRow)
  const known = knownLabels(rows.filter(isOpen).map(({ text }) => text))
  const lines: ReadLine[] = []
  let isBroken = true
  for (const row of rows) {
    const { start, end, name, text } = row.isHead ? row : named(row, known)
    const isBegin = row.isHead || start !== null || name !== null
    const last = lines.at(-1)
    // Where a file names its speakers, a time without a name goes on with the one before.
    const speaker = name ?? (known.size > 0 ? (last?.speaker ?? null) : null)
    if (isBegin) lines.push({ speaker, start, end, text })
    else if (text !== '' && last && isBroken && last.text !== '')
      lines.push({ speaker: last.speaker, start: null, end: null, text })
    // What comes before the first line that has a time or a name is a title.
    else if (text !== '' && last) last.text = `${last.text} ${text}`.trim()
    isBroken = text === '' && !isBegin
  }
  return lines.filter(({ text }) => text !== '' && !isFooter(text))
}

const isOpen = ({ isHead, name, text }: Row): boolean => !isHead && name === null && text !== ''

const isFooter = (text: string): boolean => /^Transcribed by https?:\/\/otter\.ai\S*$/.test(text)

/** A name at the beginning of the words, if it is one in this file. */
function named(row: Row, known: ReadonlySet<string>): Row {
  if (!isOpen(row)) return row
  const label = splitLabel(row.text)
  return label && known.has(label.name) ? { ...row, name: label.name, text: label.rest } : row
}

const clock = `[[(]?(${clockPattern})[\\])]?`
const between = '\\s{0,5}(?:-->|->|–|-|to)\\s{0,5}'
const timeFirst = new RegExp(
  `^\\s{0,20}${clock}(?:${between}${clock})?(?=\\s|:|$)[:\\s]?(.*)$`,
  's',
)
const timeLast = new RegExp(
  `^\\s{0,20}(.{1,100}?)[\\s,|–-]{1,20}${clock}(?:${between}${clock})?$`,
  's',
)
/** Zoom: `[Jane Doe] 14:03:22`. */
const inBrackets = /^\[([^[\]]{1,100})\]$/

/** A line of words is longer than any name with a time behind it. */
const longestHead = 160

function readRow(raw: string): Row {
  const text = plainText(raw)
  const first = timeFirst.exec(text)
  const start = toSeconds(first?.[1] ?? '')
  if (first && start !== undefined) {
    const [, , end = '', rest = ''] = first
    return { start, end: toSeconds(end) ?? null, name: null, text: rest.trim(), isHead: false }
  }
  const last = text.length <= longestHead ? timeLast.exec(text) : null
  const begin = toSeconds(last?.[2] ?? '')
  const name = last ? headName(last[1] ?? '') : null
  if (last && begin !== undefined && name !== null) {
    return { start: begin, end: toSeconds(last[3] ?? '') ?? null, name, text: '', isHead: true }
  }
  return { start: null, end: null, name: null, text, isHead: false }
}

/** A name above its words; `We met at 10:30` is none. */
function headName(text: string): string | null {
  const name = cleanName(inBrackets.exec(text)?.[1] ?? text)
  const isName =
    name !== null && name.split(' ').length <= 6 && /^[\p{Lu}\p{Lt}\p{Lo}\d]/u.test(name)
  return isName && !/[.!?:;]$/.test(name) && !/ (at|um|à|às|ore|by) ?$/.test(name) ? name : null
}

/**
 * Some programs write the time of day. No recording begins with hours of silence: times then count
 * from the first.
 */
function fromClockOfDay(lines: readonly ReadLine[]): ReadLine[] {
  const first = lines.find(({ start }) => start !== null)?.start ?? 0
  if (first < longestSilence) return [...lines]
  const shifted = (time: number | null): number | null => {
    if (time === null) return null
    // Past midnight.
    return time < first ? time + 24 * 3600 - first : time - first
  }
  return lines.map((line) => ({ ...line, start: shifted(line.start), end: shifted(line.end) }))
}

const longestSilence = 4 * 3600

function splitFrontMatter(text: string): { body: string; language: string | null } {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1
  if (end < 0) return { body: text, language: null }
  const fields = text.slice(4, end)
  const language = /^language:\s{0,5}["']?([a-z]{2,3})\b/m.exec(fields)?.[1] ?? null
  return { body: text.slice(text.indexOf('\n', end + 1) + 1), language }
}

/** A row of Markdown without emphasis, list marks and escapes; headings are no speech. */
function unmarked(row: string): string {
  if (/^#{1,6}\s/.test(row)) return ''
  return row
    .replace(/^\s{0,10}(?:[-*+>]|\d{1,3}[.)])\s{1,5}/, '')
    .replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,200})\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
