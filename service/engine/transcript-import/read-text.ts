/**
 * Reads plain text and Markdown in which something says who spoke or when: `Name: words`,
 * `[00:12] Name: words`, and Otter's, Teams' and Word's `Name  0:12` above the words.
 */
import { clockPattern, toSeconds } from './clock-times.ts'
import { cleanName, plainText } from './clean-text.ts'
import { splitRows } from './decode-text.ts'
import type { ReadFile, ReadLine } from './imported-transcript.ts'
import { knownLabels, splitLabel } from './speaker-labels.ts'
import { unmarkedRows } from './unmarked-rows.ts'

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
  const rows = splitRows(body)
    .flatMap((row) => (isMarkdown ? unmarkedRows(row) : [withoutHeading(row)]))
    .map((row) => row.trimEnd())
  return { lines: toLines(nameBlocks(rows.filter((row) => !isFurniture(row)))), language }
}

/** This share of the blocks begins with a name: then they all do. */
const namedShare = 0.9

/**
 * Premiere writes a row with the times, one with the name, and the words below. The name goes where other programs
 * have it, before the times.
 */
function nameBlocks(rows: readonly string[]): string[] {
  const isTime = rows.map((row) => timeRow.test(row))
  const heads = rows.flatMap((row, at) => (isTime[at - 1] && headName(row) !== null ? [at] : []))
  const isBlock = (at: number) => !isTime[at + 1] && (rows[at + 1] ?? '').trim() !== ''
  const names = new Set(heads.map((at) => rows[at]?.trim()))
  const blocks = isTime.filter(Boolean).length
  const isNamed = heads.filter(isBlock).length >= blocks * namedShare
  if (blocks < 2 || !isNamed || names.size > blocks / 2 + 1) return [...rows]
  const places = new Set(heads)
  return rows.flatMap((row, at) => {
    if (places.has(at)) return [`[${row.trim()}] ${(rows[at - 1] ?? '').trim()}`]
    return places.has(at + 1) ? [] : [row]
  })
}

/** What programs write about the transcript, at its begin and its end: Teams, Google Meet, Otter. */
const furniture = [
  /^[^:.!?]{1,100} (?:started|stopped) transcription$/,
  /^(?:Meeting|Transcription) ended after \d[\d:]{1,9}\W{0,5}$/,
  /^This editable transcript was computer generated and might contain errors\b/,
  /^Transcribed by https?:\/\/otter\.ai\S*$/,
]

function isFurniture(row: string): boolean {
  const text = row.replace(/^[\s#*_]{1,20}/, '').replace(/[\s*_]{1,20}$/, '')
  return furniture.some((one) => one.test(text))
}

/** Headings of chapters, as in Earshot's own text files, are no speech. */
const withoutHeading = (row: string): string => (/^== .{1,200} ==\s{0,5}$/.test(row) ? '' : row)

function toLines(texts: readonly string[]): ReadLine[] {
  const rows = texts.map(readRow)
  const known = knownLabels(rows.filter(isOpen).map(({ text }) => text))
  const lines: ReadLine[] = []
  let isBroken = true
  let clock: Pick<Row, 'start' | 'end'> | null = null
  for (const row of rows) {
    const { start, end, name, text } = row.isHead ? row : named(row, known)
    const isBegin = row.isHead || start !== null || name !== null || (clock !== null && text !== '')
    const last = lines.at(-1)
    // Where a file names its speakers, a time without a name goes on with the one before.
    const speaker = name ?? (known.size > 0 ? (last?.speaker ?? null) : null)
    // A time alone in its row is that of the words below it.
    if (start !== null && name === null && text === '') clock = { start, end }
    else if (isBegin) {
      const times = start === null && clock ? clock : { start, end }
      lines.push({ speaker, ...times, text })
      clock = null
    } else if (text !== '' && last && isBroken && last.text !== '')
      lines.push({ speaker: last.speaker, start: null, end: null, text })
    // What comes before the first line that has a time or a name is a title.
    else if (text !== '' && last) last.text = `${last.text} ${text}`.trim()
    isBroken = text === '' && !isBegin
  }
  return lines.filter(({ text }) => text !== '')
}

const isOpen = ({ isHead, name, text }: Row): boolean => !isHead && name === null && text !== ''

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
const timeRow = new RegExp(`^\\s{0,20}${clock}(?:${between}${clock})?\\s{0,20}$`)
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
    // Webex: `0:11 : Jane Doe : words`.
    const words = rest.trim().replace(/^:\s{1,5}/, '')
    return { start, end: toSeconds(end) ?? null, name: null, text: words, isHead: false }
  }
  const last = text.length <= longestHead ? timeLast.exec(text) : null
  const begin = toSeconds(last?.[2] ?? '')
  const name = last ? headName(last[1] ?? '') : null
  if (last && begin !== undefined && name !== null) {
    return { start: begin, end: toSeconds(last[3] ?? '') ?? null, name, text: '', isHead: true }
  }
  return { start: null, end: null, name: null, text, isHead: false }
}

/** A name above its words; `We met at 10:30` is none. In brackets it may be written in any way. */
function headName(text: string): string | null {
  const bracketed = inBrackets.exec(text)?.[1]
  if (bracketed !== undefined) return cleanName(bracketed)
  const name = cleanName(text)
  const isName =
    name !== null && name.split(' ').length <= 6 && /^[\p{Lu}\p{Lt}\p{Lo}\d]/u.test(name)
  return isName && !/[.!?:;]$/.test(name) && !/ (at|um|à|às|ore|by) ?$/.test(name) ? name : null
}

function splitFrontMatter(text: string): { body: string; language: string | null } {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 4) : -1
  if (end < 0) return { body: text, language: null }
  const fields = text.slice(4, end)
  const language = /^language:\s{0,5}["']?([a-z]{2,3})\b/m.exec(fields)?.[1] ?? null
  return { body: text.slice(text.indexOf('\n', end + 1) + 1), language }
}
