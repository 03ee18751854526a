/**
 * When each line of a text was begun, in seconds; null for blank lines and where nobody knows. May be
 * shorter than the text has lines.
 */
type LineTimes = readonly (number | null)[]

export type TimedText = { text: string; times: LineTimes }

/**
 * The times after an edit: a line that goes on keeps its time, one that was begun gets `now`. `caret` is
 * where the edit ended, which tells equal characters apart; null where nobody knows.
 */
export function retime(before: TimedText, text: string, now: number | null, caret: number | null) {
  const { start, end, oldEnd } = editOf(before.text, text, caret)
  const old = { first: lineAt(before.text, start), last: lineAt(before.text, oldEnd) }
  const first = lineAt(text, start)
  const last = lineAt(text, end)
  const shift = old.last - last
  return text.split('\n').map((line, at): number | null => {
    const known = (place: number) => before.times[place] ?? null
    if (line.trim() === '') return null
    if (at < first) return known(at)
    if (at > last) return known(at + shift)
    if (at === first && hasWords(text.slice(lineStart(text, start), start))) return known(old.first)
    if (at === last && hasWords(text.slice(end, lineEnd(text, end)))) return known(old.last)
    return now
  })
}

/** The replaced span: from `start` to `end` in the new text, and to `oldEnd` in the old one. */
function editOf(old: string, text: string, caret: number | null) {
  const after = caret === null ? null : text.slice(caret)
  let kept = after !== null && old.endsWith(after) ? after.length : 0
  const isKnown = kept > 0 || after === ''
  const most = Math.min(old.length, text.length) - kept
  let start = 0
  while (start < most && old[start] === text[start]) start += 1
  if (!isKnown) {
    const rest = Math.min(old.length, text.length) - start
    while (kept < rest && old.at(-1 - kept) === text.at(-1 - kept)) kept += 1
  }
  return { start, end: text.length - kept, oldEnd: old.length - kept }
}

const hasWords = (part: string): boolean => part.trim() !== ''
const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length - 1
const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1
const lineEnd = (text: string, place: number): number => {
  const end = text.indexOf('\n', place)
  return end < 0 ? text.length : end
}
