// The text of a note: what Earshot says stands between two marks and in fields of the front matter, the
// rest is a person's and is kept byte for byte. So texts here are bytes, one character each (latin1).
import { createHash } from 'node:crypto'
import { parse } from 'yaml'
import { canonicalJson } from '../../core/canonical-json.ts'
import { toYaml } from '../transcripts/exports/text.ts'
import type { OwnPart } from './note-text.ts'
import { readTaskLine, withOwnMarks, withoutTick } from './task-line.ts'

/** What Earshot wrote last: fields, and a hash of six characters for each line. */
export type Written = { fields: Record<string, unknown>; hashes: string }

const toBytes = (text: string): string => Buffer.from(text).toString('latin1')
const fromBytes = (text: string): string => Buffer.from(text, 'latin1').toString()

const about = '(Earshot writes what stands between these two marks; the rest of the file is yours)'
const begin = (id: string) => `<!-- earshot:begin ${id} ${about} -->`
const end = (id: string, lines: readonly string[]) => `<!-- earshot:end ${id} ${sumOf(lines)} -->`

const idPattern = /^(?:earshot: \S*\/|\s*<!-- earshot:begin )(cont_[0-9a-z]{26})\b/m

/** The recording that a file is the note of; undefined where it is none. */
export const noteIdIn = (text: string): string | undefined => idPattern.exec(text)?.[1]

type Block = { start: number; end: number; lines: string[]; isUntouched: boolean }

/** The first part between marks of this recording; where one mark is missing, there is none. */
function findBlock(text: string, id: string): Block | null {
  const begins = [...text.matchAll(new RegExp(`^[ \\t]*<!-- earshot:begin ${id}\\b.*$`, 'gm'))]
  const ends = text.matchAll(
    new RegExp(`^[ \\t]*<!-- earshot:end ${id}(?: ([0-9a-f]{12}))? -->`, 'gm'),
  )
  for (const last of ends) {
    const first = begins.findLast(({ index }) => index < last.index)
    if (!first) continue
    const inner = text.slice(first.index + first[0].length, last.index).replace(/^\r?\n/, '')
    const lines = inner === '' ? [] : inner.replace(/\r?\n$/, '').split(/\r?\n/)
    const isUntouched = last[1] === sumOf(lines)
    return { start: first.index, end: last.index + last[0].length, lines, isUntouched }
  }
  return null
}

/** Editors take blanks from the ends of lines, and people tick: neither is another text. */
const plain = (line: string): string => withoutTick(line.trimEnd())

const sumOf = (lines: readonly string[]): string =>
  createHash('sha256')
    .update(lines.map(plain).filter(Boolean).join('\n'))
    .digest('hex')
    .slice(0, 12)

const hashOf = (line: string): string =>
  createHash('sha256').update(plain(line)).digest('base64').slice(0, 6)

const hashesOf = (lines: readonly string[]): string => lines.map(hashOf).join('')

type Span = { key: string | null; text: string }
type Front = { open: string; spans: Span[]; rest: string }

/** Null where the file does not begin with front matter. */
function splitFront(text: string): Front | null {
  const lines = text.split(/(?<=\n)/)
  const close = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (lines[0]?.replace(/^\xEF\xBB\xBF/, '').trimEnd() !== '---' || close < 0) return null
  const spans: Span[] = []
  for (const line of lines.slice(1, close)) {
    const key = /^([A-Za-z_][\w-]*):(?:\s|$)/.exec(line)?.[1]
    const last = spans.at(-1)
    if (key !== undefined) spans.push({ key, text: line })
    else if (last?.key && /^[ \t-].*\S/.test(line)) last.text += line
    else spans.push({ key: null, text: line })
  }
  return { open: lines[0], spans, rest: lines.slice(close).join('') }
}

function valueOf({ key, text }: Span): unknown {
  try {
    const record = parse(fromBytes(text), { logLevel: 'error' }) as Record<string, unknown> // one key begins it
    return record[key ?? '']
  } catch {
    return undefined // no YAML: what a person is writing
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** Whether the field is as Earshot wrote it; where that is not known, it counts as that. */
const isOwn = (span: Span, written: Written | null, own: OwnPart): boolean => {
  if (span.key === null) return false
  if (!written) return span.key in own.fields
  return span.key in written.fields && isSame(valueOf(span), written.fields[span.key])
}

const toField = (name: string, value: unknown, eol: string): string =>
  toBytes(`${name}: ${isTime(value) ? value : toYaml(value)}`) + eol

/** In quotes it would be a text to Obsidian, not a date. */
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value)

/** A field that a person changed or took out stays so. */
function composeFront(front: Front, own: OwnPart, written: Written | null, eol: string): string {
  const spans = front.spans.map((span) => {
    if (!isOwn(span, written, own)) return span.text
    const name = span.key ?? ''
    if (!(name in own.fields)) return ''
    const value = own.fields[name]
    // Other programs write the same in other forms.
    return isSame(valueOf(span), value) ? span.text : toField(name, value, eol)
  })
  const there = new Set(front.spans.map(({ key }) => key))
  const added = Object.entries(own.fields)
    .filter(
      ([name]) => !there.has(name) && (name === 'earshot' || !(name in (written?.fields ?? {}))),
    )
    .map(([name, value]) => toField(name, value, eol))
  return [front.open, ...spans, ...added].join('')
}

/** Another text for a note, or its first; `before` is the file as it is now. */
export function composeNote(
  id: string,
  own: OwnPart,
  before: string | null,
  written: Written | null,
): string {
  const eol = before !== null && /\r\n/.test(before) ? '\r\n' : '\n'
  const block = before === null ? null : findBlock(before, id)
  const earlier = new Map(
    block?.lines.map(readTaskLine).flatMap((task) => (task ? [[task.id, task] as const] : [])),
  )
  const lines = own.lines
    .map(toBytes)
    .map((line) => withOwnMarks(line, earlier.get(readTaskLine(line)?.id ?? '')))
  const ownText = [begin(id), ...lines, end(id, lines)].join(eol)
  if (before === null) {
    const fields = Object.entries(own.fields).map(([name, value]) => toField(name, value, eol))
    return `---\n${fields.join('')}---\n\n${ownText}\n`
  }
  const kept = block ? linesOfPerson(block, lines, written) : []
  const beside = kept.length === 0 ? '' : eol + eol + kept.join(eol)
  const text = block
    ? before.slice(0, block.start) + ownText + beside + before.slice(block.end)
    : `${before}${before.endsWith('\n') || before === '' ? '' : eol}${eol}${ownText}${eol}`
  const front = splitFront(text)
  return front ? composeFront(front, own, written, eol) + front.rest : text
}

/** What somebody wrote between the marks: it goes on below them. */
function linesOfPerson(block: Block, lines: readonly string[], written: Written | null): string[] {
  if (block.isUntouched) return []
  const own = new Set([...lines.map(hashOf), ...(written?.hashes.match(/.{6}/g) ?? [])])
  return block.lines.filter((line) => line.trim() !== '' && !own.has(hashOf(line)))
}

export const toWritten = (own: OwnPart): Written => ({
  fields: own.fields,
  hashes: hashesOf(own.lines.map(toBytes)),
})

/** Ticks that a person changed since the file was written. */
export const ticksIn = (text: string, id: string): { id: string; isDone: boolean }[] =>
  (findBlock(text, id)?.lines ?? []).flatMap((line) => {
    const task = readTaskLine(line)
    if (!task || task.isDone === null || task.isDone === task.wasDone) return []
    return [{ id: task.id, isDone: task.isDone }]
  })

/** Whether nothing in the file is a person's. */
export function isAllOwn(text: string, id: string, written: Written | null): boolean {
  const block = findBlock(text, id)
  if (!block?.isUntouched) return false
  const tasks = block.lines.map(readTaskLine)
  if (tasks.some((task) => task && (task.added !== '' || task.isDone === null))) return false
  const around = text.slice(0, block.start) + text.slice(block.end)
  const front = splitFront(around)
  const own = { fields: written?.fields ?? {}, lines: [] }
  if (!front) return around.trim() === ''
  return (
    front.rest.replace(/^---/, '').trim() === '' &&
    front.spans.every((span) => isOwn(span, written, own))
  )
}
