import type { Action } from 'earshot/client'
import { toClock } from '../../core/clock-time.ts'

type Row = { project: string; action: Action }

const columns: Readonly<Record<string, (row: Row) => string | null>> = {
  project: ({ project }) => project,
  recording: ({ action }) => action.filename,
  action: ({ action }) => action.text,
  owner: ({ action }) => action.owner,
  due: ({ action }) => action.due,
  due_on: ({ action }) => action.due_on,
  state: ({ action }) => (action.is_done ? 'done' : action.is_overdue ? 'overdue' : 'open'),
  done_at: ({ action }) => action.done_at,
  said_at: ({ action }) => action.quotes.map(({ start }) => toClock(start)).join(', '),
  quotes: ({ action }) =>
    action.quotes.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n'),
  created_at: ({ action }) => action.created_at,
  recording_id: ({ action }) => action.content_id,
  action_id: ({ action }) => action.id,
}

/**
 * Action items as CSV (RFC 4180), with a byte order mark: without it Excel takes UTF-8 for the code page
 * of the machine. LibreOffice passes over it.
 */
export function toActionsCsv(rows: readonly Row[]): string {
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((cell) => cell(row) ?? '')),
  ]
  return `\uFEFF${lines.map((line) => `${line.map(toCell).join(',')}\r\n`).join('')}`
}

// What was said can be anything: a spreadsheet would run a cell that begins like a formula (OWASP, CSV injection).
const formula = /^[\s\0]*[=+\-@＝＋－＠|]|^[\t\r\n]/

function toCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",;\r\n\t]|^\s|\s$|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
