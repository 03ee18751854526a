/**
 * What the service says of the numbers, in the page's language. It writes English, so English pages show its own words;
 * elsewhere a sentence that is not known here stays as it is.
 */
import type { InsightsSentence } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'
import { isRecord } from '../../ui/is-record.ts'
import { formatDate, formatLength, formatNumber } from '../../ui/format.ts'

const isEnglish = (): boolean => i18n.language.startsWith('en')
const recordingsOf = (count: number): string => i18n.t('insights:recordings', { count })

export function digestWords({ key, text, values }: InsightsSentence): string {
  if (isEnglish()) return text
  const number = (name: string): number => Number(values[name])
  const recordings = recordingsOf(number('recordings'))
  switch (key) {
    case 'nothing':
      return i18n.t('insights:digest.nothing')
    case 'extent':
      return i18n.t('insights:digest.extent', {
        recordings,
        from: dayOf(values['period_start']),
        // The end of a period is not in it.
        to: dayOf(values['period_end'], 1),
        length: formatLength(number('talk_seconds')),
        words: formatNumber(number('words')),
      })
    case 'more_than_before':
      return growth(number('recordings'), number('previous_recordings'))
    case 'tone':
      return i18n.t('insights:digest.tone', {
        recordings: recordingsOf(number('judged')),
        positive: formatNumber(number('positive')),
        neutral: formatNumber(number('neutral')),
        negative: formatNumber(number('negative')),
      })
    case 'themes':
    case 'rising':
    case 'falling':
    case 'gone':
      return i18n.t(`insights:digest.${key}`, { themes: themesOf(values['themes']) })
    case 'action_items': {
      const told = i18n.t('insights:digest.actions', { recordings, count: number(key) })
      const late = number('overdue')
      return late > 0 ? `${told} ${i18n.t('insights:digest.late', { count: late })}` : told
    }
    case 'objections': {
      const told = i18n.t('insights:digest.objections', { recordings, count: number(key) })
      const open = number('open')
      return open > 0 ? `${told} ${i18n.t('insights:digest.open', { count: open })}` : told
    }
    case 'questions':
      return i18n.t('insights:digest.questions', { recordings, count: number(key) })
    default:
      return text
  }
}

const dayOf = (time: unknown, beforeMs = 0): string =>
  formatDate(new Date(Date.parse(String(time)) - beforeMs).toISOString())

function growth(now: number, before: number): string {
  const change = formatNumber(Math.abs(now - before))
  const which = now === before ? 'same' : now > before ? 'more' : 'fewer'
  return i18n.t(`insights:digest.${which}`, { change, before: formatNumber(before) })
}

/** Themes with how many recordings name them now and, where they moved, before. */
function themesOf(themes: unknown): string {
  const told = (Array.isArray(themes) ? themes : []).map((one: unknown) => {
    if (!isRecord(one)) return i18n.t('insights:digest.theme', { theme: String(one) })
    const theme = String(one['theme'])
    const now = Number(one['frequency'])
    const before = one['previous_frequency']
    return before === undefined
      ? i18n.t('insights:digest.counted', {
          theme,
          recordings: recordingsOf(now),
        })
      : i18n.t('insights:digest.moved', { theme, now, before: Number(before) })
  })
  return new Intl.ListFormat(i18n.language).format(told)
}

/** A recommendation, by its form; the names in it were said or written by people. */
const forms = {
  rising: /^Look into “(?<theme>.*)”: (?<count>\d+) recordings? name it, after (?<before>\d+) in /,
  fresh:
    /^Look into “(?<theme>.*)”, which is new: (?<count>\d+) recordings? name it, none of (?<before>\d+) did in /,
  open: /^Answer open objections: (?<open>\d+) of (?<all>\d+) in (?<count>\d+) recordings? got no response/,
  negative:
    /^Listen to the negative recordings: (?<now>\d+) of (?<all>\d+) \((?<share>\d+) %\), after (?<before>\d+) of (?<allBefore>\d+) \((?<shareBefore>\d+) %\) in /,
  repeated: /^Check whether “(?<task>.*)” is done: (?<count>\d+) recordings? name it\.$/,
  lateOne: /^Check an action item whose date has passed: “(?<task>.*)” \((?<date>[\d-]+)\)\.$/,
  lateMany:
    /^Check (?<number>\d+) action items whose dates have passed; the oldest is “(?<task>.*)” \((?<date>[\d-]+)\)\.$/,
} as const

export function recommendationWords(text: string): string {
  if (isEnglish()) return text
  for (const [name, form] of Object.entries(forms)) {
    const found = form.exec(text)?.groups
    if (!found || !isForm(name)) continue
    return i18n.t(`insights:advice.${name}`, { ...noParts, ...found, ...shownParts(found) })
  }
  return text
}

/** What the forms find, and none of them all. */
const noParts = {
  theme: '',
  task: '',
  before: '',
  open: '',
  all: '',
  now: '',
  share: '',
  allBefore: '',
  shareBefore: '',
  number: '',
}

const shownParts = ({ date, count }: Record<string, string>) => ({
  date: date ? formatDate(`${date}T12:00:00`) : '',
  recordings: count ? recordingsOf(Number(count)) : '',
})

const isForm = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name)
