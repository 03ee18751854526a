/** Finds spoken times relative to the day of the recording: chrono's, plus those it misses. */
import type { ParsedResult, ParsingOption, ParsingReference } from 'chrono-node'

import { pattern } from './pattern.ts'
import { addDays, periodIn } from './periods.ts'
import type { Moment } from './periods.ts'

/** Finds every time in a text, in order. */
export type FindMoments = (text: string) => Moment[]

type Parse = (text: string, from: ParsingReference, option: ParsingOption) => ParsedResult[]

/** Literal imports, because bundlers cannot follow computed names. */
const parsers: Readonly<Record<string, () => Promise<{ parse: Parse }>>> = {
  de: () => import('chrono-node/de'),
  en: () => import('chrono-node/en'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  sv: () => import('chrono-node/sv'),
  uk: () => import('chrono-node/uk'),
  zh: () => import('chrono-node/zh'),
}

/** Any Monday works if no date is derived from it. */
const anyDay = '2024-01-01'

const day = /^\d{4}-\d\d-\d\d$/u

/** Creates a finder; it finds nothing in unsupported languages. */
export async function momentFinder(language: string, recordedOn?: string): Promise<FindMoments> {
  const code = language.toLowerCase().slice(0, 2)
  const parser = await parsers[code]?.()
  if (!parser) return () => []
  const isKnown = recordedOn !== undefined && day.test(recordedOn)
  const today = isKnown ? recordedOn : anyDay
  return (text) => {
    const found = [
      ...periodIn(text, code, today),
      ...parser
        .parse(
          text,
          { instant: new Date(`${today}T12:00:00Z`), timezone: 0 },
          { forwardDate: true },
        )
        .flatMap((result) => toMoment(result, today)),
    ]
    return withoutOverlap(found, text).map((one) => ({ ...one, date: isKnown ? one.date : null }))
  }
}

/** Durations, bare numbers and short words that merely look like a month or a day. */
const noMoment = pattern`
  ^(?:now|may|mar|march|sat|sun|mon|wed|second|seconds|\d+|\d+(?:\.\d+)?|at \d+|for .*|.* ago|
  an? \w+|the mon\w*|(?:after|over|about) .*)$`
const length = /^(?:\d+|an?|\p{L}+) (?:minutes?|hours?|days?|weeks?|months?|years?)$/iu

function toMoment({ text: whole, index: at, start }: ParsedResult, today: string): Moment[] {
  const lead = /^(?:on|by|at|until|before|am|bis|el|le) /iu.exec(whole)?.[0].length ?? 0
  const index = at + lead
  // chrono takes a comma along: "may," is no month.
  const text = whole.slice(lead).replace(/[\s,;:]+$/u, '')
  if (noMoment.test(text) || length.test(text)) return []
  const has = (part: 'day' | 'weekday' | 'hour') => start.isCertain(part)
  const isPartOfDay = [...start.tags()].some((tag) => /^casual|Relative/iu.test(tag))
  const isDay = has('day') || has('weekday') || has('hour') || isPartOfDay
  const date = iso(start.get('year'), start.get('month'), start.get('day'))
  if (!isDay) return start.isCertain('month') ? [{ said: text, index, date: null }] : []
  if (date < today) return []
  // "On Tuesday", said on a Tuesday, means the next one.
  const isSameWeekday = date === today && has('weekday') && !has('day')
  return [{ said: text, index, date: isSameWeekday ? addDays(today, 7) : date }]
}

function iso(year: number | null, month: number | null, date: number | null): string {
  const two = (value: number | null) => String(value ?? 1).padStart(2, '0')
  return `${String(year ?? 0).padStart(4, '0')}-${two(month)}-${two(date)}`
}

/** Of overlapping readings, keeps the longer one. */
function withoutOverlap(found: readonly Moment[], text: string): Moment[] {
  const kept: Moment[] = []
  for (const one of found.toSorted((a, b) => b.said.length - a.said.length)) {
    const overlaps = kept.some(
      (other) =>
        one.index < other.index + other.said.length && other.index < one.index + one.said.length,
    )
    if (!overlaps) kept.push({ ...one, said: text.slice(one.index, one.index + one.said.length) })
  }
  return kept.toSorted((a, b) => a.index - b.index)
}
