/**
 * Marked excerpts. PostgreSQL finds the words (it knows the stems), with private-use characters as
 * marks; the text is escaped here before they become tags, so that nothing else can (reliability.md
 *
 */
import { escapeHtml } from '../../core/escape-html.ts'
import { foldWithPlaces, placeOf } from './fold.ts'

export const markStart = '\uE000'
export const markEnd = '\uE001'

/** Choice: what fits on two lines of a list. */
const maxLength = 200
const lead = 60
const passageLength = 400
const maxPassages = 4
// What is looked at of a query and of a text, so that neither can make the search slow.
const maxNeedles = 12
const maxPlaces = 60
const maxLooks = 1_000

type Range = { start: number; end: number }
export type Marked = { text: string; ranges: Range[] }

/** Takes the marks that were in the recording's own text away: they would become tags. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '')

/** Text with marks to text and the places that they enclose. */
export function readMarks(marked: string): Marked {
  const ranges: Range[] = []
  let text = ''
  let open: number | undefined
  for (const part of marked.split(/([\uE000\uE001])/)) {
    if (part === markStart) open ??= text.length
    else if (part !== markEnd) text += part
    else if (open !== undefined) {
      if (text.length > open) ranges.push({ start: open, end: text.length })
      open = undefined
    }
  }
  return { text, ranges }
}

/** Adds every place where one of the terms stands, whatever is around it. */
export function addTerms({ text, ranges }: Marked, terms: readonly string[]): Marked {
  const folded = fold(text)
  // Folding may change the length of a text; then places in it say nothing about the original.
  if (folded.length !== text.length) return { text, ranges }
  const found = terms
    .map(fold)
    .flatMap((term) =>
      placesOf(folded, term, () => true).map((start) => ({ start, end: start + term.length })),
    )
  return { text, ranges: merge([...ranges, ...found]) }
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/**
 * Short passages of a long text around the places where one of the words begins or one of the runs
 * stands, those with most of them first. A word may be its stem only, so a passage may turn out to
 * hold no match.
 */
export function pickPassages(
  source: string,
  words: readonly string[],
  runs: readonly string[] = [],
): string[] {
  const whole = foldWithPlaces(source, new Set(words.map((word) => word.toLowerCase())))
  const body = whole.text
  const folded = fold(body)
  const text = folded.length === body.length ? folded : body.toLowerCase()
  const isStart = (at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
  const hits = [
    ...needlesOf(runs.map(fold)).map((needle) => ({ needle, isWanted: () => true })),
    ...needlesOf(words.map(fold).map(shorten)).map((needle) => ({ needle, isWanted: isStart })),
  ]
    .slice(0, maxNeedles)
    .flatMap(({ needle, isWanted }) =>
      placesOf(text, needle, isWanted).map((at) => ({ at, needle })),
    )
    .toSorted((a, b) => a.at - b.at)
  const passages = hits.map(({ at }) => {
    const { start, end } = passageAround(text, at)
    const inside = hits.filter((hit) => hit.at >= at && hit.at < Math.min(end, start + maxLength))
    return { start, end, worth: new Set(inside.map(({ needle }) => needle)).size }
  })
  const best: Range[] = []
  for (const one of passages.toSorted((a, b) => b.worth - a.worth || a.start - b.start)) {
    if (best.length === maxPassages) break
    if (best.every((other) => isApart(one, other))) best.push(one)
  }
  return best
    .map(({ start, end }) => cut(body, start, end))
    .map(({ start, end }) => source.slice(placeOf(whole, start), placeOf(whole, end)))
}

/** Line breaks stand between what was said, found and noted, which one passage does not mix. */
function passageAround(text: string, at: number): Range {
  const from = Math.max(0, at - lead)
  const start = from + text.slice(from, at).lastIndexOf('\n') + 1
  const length = text.slice(at, start + passageLength).indexOf('\n')
  return { start, end: length < 0 ? start + passageLength : at + length }
}

const isApart = (a: Range, b: Range): boolean =>
  Math.abs(a.start - b.start) >= maxLength || a.end <= b.start || b.end <= a.start

/** The excerpt to show: at most 200 characters of one line, HTML with mark tags only. */
export function toExcerpt(marked: Marked): string {
  const { text, ranges } = firstMarkedLine(marked)
  const first = ranges[0]?.start ?? 0
  const from = text.length <= maxLength ? 0 : Math.max(0, first - lead)
  const window = cut(text, from, from + maxLength)
  let at = window.start
  let html = window.start > 0 ? '…' : ''
  for (const { start, end } of ranges) {
    if (start < window.start || end > window.end) continue
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    at = end
  }
  html += escapeHtml(text.slice(at, window.end))
  return window.end < text.length ? `${html}…` : html
}

function firstMarkedLine({ text, ranges }: Marked): Marked {
  const at = ranges[0]?.start ?? 0
  const start = text.lastIndexOf('\n', at) + 1
  const length = text.slice(at).indexOf('\n')
  const end = length < 0 ? text.length : at + length
  const inside = ranges.filter((range) => range.end <= end)
  return {
    text: text.slice(start, end),
    ranges: inside.map((range) => ({ start: range.start - start, end: range.end - start })),
  }
}

/** A part of a text that begins and ends between words where it can, and never inside a character. */
function cut(text: string, from: number, to: number) {
  let [start, end] = [from, Math.min(to, text.length)]
  if (start > 0 && !isSpace(text, start - 1)) {
    const space = text.slice(start, start + 30).search(/\s/)
    if (space >= 0) start += space + 1
    else if (isLowSurrogate(text, start)) start += 1
  }
  if (end < text.length && !isSpace(text, end)) {
    const space = text.slice(Math.max(start, end - 30), end).search(/\s\S*$/)
    if (space >= 0) end = Math.max(start, end - 30) + space
    else if (isLowSurrogate(text, end)) end -= 1
  }
  return { text: text.slice(start, end), start, end }
}

const isSpace = (text: string, index: number): boolean => /\s/.test(text.charAt(index))

const isLowSurrogate = (text: string, index: number): boolean =>
  /[\uDC00-\uDFFF]/.test(text.charAt(index))

/** Lower case without accents, one character for one. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => letter.normalize('NFD').charAt(0))

// A stem may end otherwise than the word (policies → polici): its last letter is left out.
const shorten = (needle: string): string => (needle.length > 4 ? needle.slice(0, -1) : needle)

const needlesOf = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)

function placesOf(text: string, term: string, isWanted: (at: number) => boolean): number[] {
  const places: number[] = []
  let at = term === '' ? -1 : text.indexOf(term)
  for (let looks = 0; at >= 0 && looks < maxLooks && places.length < maxPlaces; looks++) {
    if (isWanted(at)) places.push(at)
    at = text.indexOf(term, at + 1)
  }
  return places
}
