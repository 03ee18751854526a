// How the sentences of the digest read in English. Another language is another such file.

type Values<Key extends Sentence['key']> = Extract<Sentence, { key: Key }>['values']

export function tellInEnglish({ key, values }: Sentence): string {
  switch (key) {
    case 'nothing':
      return `No recording of ${lastDays(values.lookback_days)} has a transcript yet.`
    case 'extent':
      return tellExtent(values)
    case 'more_than_before':
      return tellGrowth(values)
    case 'tone':
      return tellTone(values)
    case 'themes':
      return `What comes up most often is ${join(values.themes.map(toCount))}.`
    case 'rising':
      return `More recordings than in ${daysBefore(values)} name ${join(values.themes.map(toMove))}.`
    case 'falling':
      return `Fewer recordings than in ${daysBefore(values)} name ${join(values.themes.map(toMove))}.`
    case 'gone':
      return `Gone since the insights ${between(values)}: ${join(values.themes.map(quote))}.`
    case 'action_items':
      return tellActions(values)
    case 'objections':
      return tellObjections(values)
    case 'questions':
      return `${count(values.questions, 'question')} came up in ${recordings(values.recordings)}.`
  }
}

const numbers = new Intl.NumberFormat('en')
const count = (number: number, noun: string): string =>
  `${numbers.format(number)} ${noun}${number === 1 ? '' : 's'}`
const recordings = (number: number): string => count(number, 'recording')

const quote = (text: string): string => `“${text}”`
const join = (list: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(list)

const lastDays = (days: number): string => (days === 1 ? 'the last day' : `the last ${days} days`)
const daysBefore = ({ lookback_days: days }: { lookback_days: number }): string =>
  days === 1 ? 'the day before' : `the ${days} days before`

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The end of a period is not in it: the last day is that of the moment before. */
function between({ period_start, period_end }: { period_start: string; period_end: string }) {
  const first = dates.format(new Date(period_start))
  const last = dates.format(new Date(Date.parse(period_end) - 1))
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}

function tellExtent(values: Values<'extent'>): string {
  const { talk_seconds: seconds, words } = values
  const hold = values.recordings === 1 ? 'holds' : 'hold'
  const length = `${duration(seconds)} of speech, ${count(words, 'word')}`
  return `${recordings(values.recordings)} ${between(values)} ${hold} ${length}.`
}

function tellGrowth({ recordings: now, previous_recordings: before }: Values<'more_than_before'>) {
  const more = now - before
  if (more === 0) return 'That is as many recordings as in the equally long period before.'
  const change = more > 0 ? `${numbers.format(more)} more` : `${numbers.format(-more)} fewer`
  return `That is ${change} than in the equally long period before, which had ${numbers.format(before)}.`
}

function tellTone({ judged, positive, neutral, negative }: Values<'tone'>): string {
  const parts = [
    `${numbers.format(positive)} positive`,
    `${numbers.format(neutral)} neutral`,
    `${numbers.format(negative)} negative`,
  ]
  return `The tone of ${recordings(judged)} is known: ${join(parts)}.`
}

const toCount = ({ theme, frequency }: ThemeCount): string =>
  `${quote(theme)} (${recordings(frequency)})`

const toMove = (one: ThemeMove): string =>
  `${quote(one.theme)} (${one.frequency} after ${one.previous_frequency})`

function tellActions({ action_items: all, recordings: places, overdue }: Values<'action_items'>) {
  const named = `${count(all, 'action item')} ${all === 1 ? 'was' : 'were'} named`
  const late = overdue > 0 ? `; the date of ${numbers.format(overdue)} has passed` : ''
  return `${named} in ${recordings(places)}${late}.`
}

function tellObjections({ objections, recordings: places, open }: Values<'objections'>): string {
  const raised = `${count(objections, 'objection')} ${objections === 1 ? 'was' : 'were'} raised`
  // That none is called open does not tell that all were answered: not every prompt asks for it.
  const rest = open > 0 ? `; ${numbers.format(open)} got no response` : ''
  return `${raised} in ${recordings(places)}${rest}.`
}

/** Rounded to minutes from an hour on: what somebody would say. */
function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return count(whole, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return count(minutes, 'minute')
  const rest = minutes % 60
  return `${count(Math.floor(minutes / 60), 'hour')}${rest > 0 ? ` ${count(rest, 'minute')}` : ''}`
}

// The sentences that a digest can have, as data: the same in every language.

type ThemeCount = { theme: string; frequency: number }
type ThemeMove = ThemeCount & { previous_frequency: number }

/** What each sentence is made from; `key` names it in every language. */
export type Sentence =
  | { key: 'nothing'; values: { lookback_days: number } }
  | { key: 'extent'; values: Extent }
  | { key: 'more_than_before'; values: { recordings: number; previous_recordings: number } }
  | { key: 'tone'; values: { judged: number; positive: number; neutral: number; negative: number } }
  | { key: 'themes'; values: { themes: ThemeCount[] } }
  | { key: 'rising' | 'falling'; values: { themes: ThemeMove[]; lookback_days: number } }
  | { key: 'gone'; values: { themes: string[]; period_start: string; period_end: string } }
  | { key: 'action_items'; values: { action_items: number; recordings: number; overdue: number } }
  | { key: 'objections'; values: { objections: number; recordings: number; open: number } }
  | { key: 'questions'; values: { questions: number; recordings: number } }

type Extent = {
  recordings: number
  period_start: string
  period_end: string
  talk_seconds: number
  words: number
}
