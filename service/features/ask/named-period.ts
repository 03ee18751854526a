/** The time that a question names for the talk itself: what was decided last week, what was said in October. */
import type { ParsedResult, ParsingOption, ParsingReference } from 'chrono-node'
import { day } from '../../core/time.ts'

type Parse = (text: string, from: ParsingReference, option: ParsingOption) => ParsedResult[]

/** Literal imports, because bundlers cannot follow computed names. */
const parsers: Readonly<Record<string, () => Promise<{ parse: Parse }>>> = {
  de: () => import('chrono-node/de'),
  en: () => import('chrono-node/en'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
}

/**
 * What is asked of a talk that was; other times are what was talked about. Choice: in these languages, and only where the
 * question says so, because a wrong narrowing hides the answer.
 */
const asksOfTalk =
  /(?<!\p{L})(?:did|said|discussed|talked|spoke|mentioned|decided|agreed|promised|meetings?|calls?|conversations?|recordings?|besprochen|gesagt|erzählt|entschieden|vereinbart|sagten?|gespräche?|besprechung|aufnahmen?|dit|décidé|discuté|réunions?|appels?|dijo|dijeron|decidimos|hablamos|reunión|llamada)(?!\p{L})/iu
const asksForTime =
  /^\W*(?:when|wann|quand|cuándo)(?!\p{L})|(?<!\p{L})(?:what|which) (?:day|date|time)(?!\p{L})/iu
/** These words always stand for when something was said. */
const leadIn = /(?:\s*(?<!\p{L})(?:in|on|during|from|of|am|im|in der|vom|en|el|la|le|du))?\s*$/iu

export type Period = { from: Date; before: Date; text: string }

/** @param language ISO 639-1 code; days are those of UTC */
export async function namedPeriod(
  question: string,
  language: string,
  now: Date,
): Promise<Period | null> {
  const parser = await parsers[language]?.()
  if (!parser || asksForTime.test(question) || !asksOfTalk.test(question)) return null
  const from = { instant: now, timezone: 0 }
  for (const result of parser.parse(question, from, { forwardDate: false })) {
    const span = spanOf(result, now)
    if (!span) continue
    const head = question.slice(0, result.index)
    const start = result.index - (leadIn.exec(head)?.[0].length ?? 0)
    return { ...span, text: question.slice(start, result.index + result.text.length) }
  }
  return null
}

const units: readonly (readonly ['year' | 'month' | 'week', RegExp])[] = [
  ['week', /weeks?|wochen?|semaines?|semanas?/iu],
  ['month', /months?|monate?n?|mois|mes(?:es)?/iu],
  ['year', /years?|jahre?n?|années?|ans|años?/iu],
]

/** Null where it is no day, or one that is to come. */
function spanOf({ text, start, end }: ParsedResult, now: Date): Omit<Period, 'text'> | null {
  const isDay = ['day', 'weekday'].some((part) => start.isCertain(part as 'day' | 'weekday'))
  const unit =
    units.find(([, pattern]) => pattern.test(text))?.[0] ??
    (isDay ? 'day' : start.isCertain('month') ? 'month' : start.isCertain('year') ? 'year' : null)
  if (unit === null) return null
  const first = beginOf(unit, start.date())
  const last = end ? beginOf(unit, end.date()) : first
  const span = { from: first, before: next(unit, last) }
  if (span.from <= now) return span
  // A name without a year or a week is of the last one.
  if (unit === 'month' && !start.isCertain('year')) return shifted(span, -12)
  if (unit === 'day' && start.isCertain('weekday')) return daysEarlier(span, 7)
  return unit === 'day' && !start.isCertain('year') ? shifted(span, -12) : null
}

type Unit = 'day' | 'week' | 'month' | 'year'

function beginOf(unit: Unit, at: Date): Date {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (unit === 'year') return new Date(Date.UTC(year, 0))
  if (unit === 'month') return new Date(Date.UTC(year, month))
  // Weeks begin on Monday.
  const weekday = unit === 'week' ? (at.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(year, month, date - weekday))
}

function next(unit: Unit, at: Date): Date {
  if (unit === 'year') return new Date(Date.UTC(at.getUTCFullYear() + 1, 0))
  if (unit === 'month') return shiftedMonths(at, 1)
  return new Date(at.getTime() + (unit === 'week' ? 7 : 1) * day)
}

const shiftedMonths = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()))

const shifted = ({ from, before }: Omit<Period, 'text'>, months: number) => ({
  from: shiftedMonths(from, months),
  before: shiftedMonths(before, months),
})

const daysEarlier = ({ from, before }: Omit<Period, 'text'>, days: number) => ({
  from: new Date(from.getTime() - days * day),
  before: new Date(before.getTime() - days * day),
})
