/** Resolves ends of weeks, months and the like, and days given by number alone. */
import { day, toDay } from '../../core/time.ts'
import { cue } from './pattern.ts'

/** `date` (YYYY-MM-DD) is null if the words determine no day, or the day of the talk is unknown. */
export type Moment = { said: string; index: number; date: string | null }

type Day = (today: string, found: RegExpExecArray) => string | null

const at = (today: string) => new Date(`${today}T00:00:00Z`)

/** Adds days to a day (YYYY-MM-DD). */
export function addDays(today: string, days: number): string {
  return toDay(new Date(at(today).getTime() + days * day))
}

/** Last day of the month that is `months` after the month of `today`. */
function monthEnd(today: string, months: number): string {
  const date = at(today)
  return toDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)))
}

/** Friday of the week `weeks` ahead; on a weekend, the coming week counts as this one. */
function friday(today: string, weeks: number): string {
  const weekday = at(today).getUTCDay()
  const toFriday = weekday === 6 ? 6 : 5 - weekday
  return addDays(today, toFriday + 7 * weeks)
}

function quarterEnd(today: string, quarters: number): string {
  const left = 2 - (at(today).getUTCMonth() % 3)
  return monthEnd(today, left + 3 * quarters)
}

const yearEnd = (today: string) => `${today.slice(0, 4)}-12-31`

/** The next day of a month with that number, starting tomorrow. */
function numbered(today: string, number: number): string | null {
  if (number < 1 || number > 31) return null
  for (let days = 1; days <= 62; days += 1) {
    const one = addDays(today, days)
    if (Number(one.slice(8)) === number) return one
  }
  return null
}

const weekdays: readonly string[] = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur']
const months: readonly string[] = [
  ...'january february march april may june july august september'.split(' '),
  ...'october november december'.split(' '),
]

/** As far as anybody looks ahead who names a weekday and its number, but no month. */
const weekdayReach = 92

/**
 * "Thursday the 14th (of January)": the next day that is all of what was said. Null where there is
 * none, since then one of the words was misheard or wrong, and nobody knows which.
 */
function weekdayNumbered(today: string, { groups = {} }: RegExpExecArray): string | null {
  const { weekday = '', number: said = '', month } = groups
  const isMeant = (one: string) =>
    Number(one.slice(8)) === ordinal(said) &&
    at(one).getUTCDay() === weekdays.indexOf(weekday.toLowerCase()) &&
    (month === undefined || Number(one.slice(5, 7)) === months.indexOf(month.toLowerCase()) + 1)
  const reach = month === undefined ? weekdayReach : 366
  for (let days = 1; days <= reach; days += 1) {
    const one = addDays(today, days)
    if (isMeant(one)) return one
  }
  return null
}

const firstToNinth = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ')
const ordinals: readonly string[] = [
  ...firstToNinth,
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth'.split(' '),
  ...'sixteenth seventeenth eighteenth nineteenth twentieth'.split(' '),
  ...firstToNinth.map((one) => `twenty-${one}`),
  'thirtieth',
  'thirty-first',
]

function ordinal(word: string): number {
  const digits = /^\d+/u.exec(word)
  return digits ? Number(digits[0]) : ordinals.indexOf(word.toLowerCase().replace(' ', '-')) + 1
}

type Rule = readonly [RegExp, Day]

const same: Day = (today) => today
const thisWeek: Day = (today) => friday(today, 0)
const nextWeek: Day = (today) => friday(today, 1)
const thisMonth: Day = (today) => monthEnd(today, 0)
const nextMonth: Day = (today) => monthEnd(today, 1)

const number = joinOrdinals()
function joinOrdinals(): string {
  const words = ordinals.map((one) => one.replace('-', '[- ]')).toReversed()
  return String.raw`(?:\d{1,2}(?:st|nd|rd|th)|${words.join('|')})`
}

/** "The first time" and the like are no days. */
const noDay = String.raw` \p{L}*(?:floor|time|one|thing|step|part|item|place|half|quarter|week|person|call|round|draft)\b`

const rules: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    [
      cue`
  \b(?:the )?(?:end|close) of (?:the |this )?(?:day|business)(?! (?:on )?(?:mon|tues|wednes|
  thurs|fri|satur|sun|tomorrow))\b|\bEOD\b(?! \p{L}+day)|\bCOB\b(?! \p{L}+day)`,
      same,
    ],
    [/\b(?:(?:the )?end of (?:the |this )?|(?:later |early )?this )week\b|\bEOW\b/giu, thisWeek],
    [
      cue`
  \b(?:(?:the )?(?:end|beginning|start|middle) of )?(?:(?:early|late|later|
  some ?time) )?next week\b`,
      nextWeek,
    ],
    [/\b(?:(?:the )?end of (?:the |this )?|(?:later )?this )month\b|\bEOM\b/giu, thisMonth],
    [/\b(?:(?:the )?end of )?next month\b/giu, nextMonth],
    [
      /\b(?:(?:the )?end of (?:the |this )?|(?:later )?this )quarter\b/giu,
      (today) => quarterEnd(today, 0),
    ],
    [/\b(?:(?:the )?end of )?next quarter\b/giu, (today) => quarterEnd(today, 1)],
    [/\b(?:(?:the )?end of (?:the |this )?|(?:later )?this )year\b/giu, yearEnd],
    [/\b(?:in )?a fortnight\b/giu, (today) => addDays(today, 14)],
    [/\b(?:a week from (?:now|today)|this time next week)\b/giu, (today) => addDays(today, 7)],
    [
      cue`
  \b(?:in|within) (?:the next )?(?:[\p{L}\d]+(?: (?:of|to|or|[\p{L}\d]+))? )?(?:business|
  working) days\b`,
      () => null,
    ],
    [
      cue`
  \b(?:the )?end of (?:the |this |next )?(?:sprint|iteration|release|semester|term|season)\b`,
      () => null,
    ],
    [/\b(?:ASAP|as soon as possible)\b/giu, () => null],
    [
      new RegExp(
        String.raw`\b(?<weekday>${weekdays.join('|')})day,? (?:the |(?=\d))` +
          String.raw`(?<number>${number})(?: of (?<month>${months.join('|')})\b|(?! of\b|${noDay})\b)`,
        'giu',
      ),
      weekdayNumbered,
    ],
    [
      new RegExp(
        String.raw`(?<=\b(?:by|on|before|until|till|for|around|about) )` +
          String.raw`the (?<number>${number})(?! of\b|${noDay})\b`,
        'giu',
      ),
      (today, found) => numbered(today, ordinal(found.groups?.['number'] ?? '')),
    ],
  ],
  de: [
    [/\bEnde (?:der|dieser) Woche\b|\bdiese Woche\b/giu, thisWeek],
    [/\b(?:(?:Ende|Anfang|Mitte) )?nächste[rn]? Woche\b/giu, nextWeek],
    [/\bEnde (?:des|dieses) Monats\b|\b(?:zum )?Monatsende\b/giu, thisMonth],
    [/\bEnde (?:des )?nächsten Monats\b|\bnächsten Monat\b/giu, nextMonth],
    [/\bEnde (?:des|dieses) Jahres\b|\bJahresende\b/giu, yearEnd],
    [/\bheute(?: (?:noch|Abend|Nachmittag|Mittag))?\b/giu, same],
    [/\bso (?:bald|schnell) wie möglich\b/giu, () => null],
    [
      /(?<=\b(?:am|bis zum|zum|vor dem) )(?<number>\d{1,2})\.(?! ?(?:\p{Lu}|\d))/gu,
      (today, found) => numbered(today, Number(found.groups?.['number'])),
    ],
  ],
  es: [
    [/\b(?:(?:a |el )?(?:finales|fin) de (?:la |esta )?semana(?! que)|esta semana)\b/giu, thisWeek],
    [/\bla (?:próxima semana|semana que viene|semana próxima)/giu, nextWeek],
    [/\b(?:(?:a |el )?(?:finales|fin(?:al)?) de(?:l)? (?:este )?mes|este mes)\b/giu, thisMonth],
    [/\bel (?:próximo mes|mes que viene)\b/giu, nextMonth],
    [/\b(?:a )?(?:finales|fin) de(?:l)? (?:este )?año/giu, yearEnd],
    [/\b(?:hoy mismo|esta (?:tarde|noche|mañana))/giu, same],
    [/\blo antes posible\b/giu, () => null],
    [
      /(?<=\b(?:el|antes del|para el) )(?:día )?(?<number>\d{1,2})(?! (?:de|por) | ?[%\d€$])\b/giu,
      (today, found) => numbered(today, Number(found.groups?.['number'])),
    ],
  ],
  fr: [
    [/\b(?:(?:la )?fin de (?:la|cette) semaine|cette semaine)\b/giu, thisWeek],
    [/\bla semaine prochaine\b|\bsemaine prochaine\b/giu, nextWeek],
    [/\b(?:(?:la )?fin (?:du|de ce) mois|ce mois-ci)\b/giu, thisMonth],
    [/\b(?:la fin du |le )?mois prochain\b/giu, nextMonth],
    [/\b(?:la )?fin de (?:l['’]|cette )année/giu, yearEnd],
    [/\b(?:dès que possible|au plus vite)\b/giu, () => null],
    [
      cue`
  (?<=\b(?:le|avant le|pour le) )(?<number>\d{1,2})(?! (?:\p{L}+bre|janv|fév|mars|avr|mai|juin|
  juil|août)|\d)\b`,
      (today, found) => numbered(today, Number(found.groups?.['number'])),
    ],
  ],
}

/** Finds the periods and numbered days in a text. */
export function periodIn(text: string, language: string, today: string): Moment[] {
  return (rules[language] ?? []).flatMap(([wording, resolve]) => {
    return Array.from(text.matchAll(wording), (found) => ({
      said: found[0],
      index: found.index,
      date: resolve(today, found),
    }))
  })
}
