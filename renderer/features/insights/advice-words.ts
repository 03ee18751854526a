/**
 * What the service recommends to do, in the page's words and language. What is not known here is about numbers, which the
 * page tells itself.
 */
import { i18n } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'

/** A recommendation, by its form; the names in it were said or written by people. */
const forms = {
  open: /^Answer open objections: (?<open>\d+) of (?<all>\d+) in (?<count>\d+) recordings? got no response/,
  repeated: /^Check whether “(?<task>.*)” is done: (?<count>\d+) recordings? name it\.$/,
  lateOne: /^Check an action item whose date has passed: “(?<task>.*)” \((?<date>[\d-]+)\)\.$/,
  lateMany:
    /^Check (?<number>\d+) action items whose dates have passed; the oldest is “(?<task>.*)” \((?<date>[\d-]+)\)\.$/,
} as const

export type Advice = { about: 'tasks' | 'objections'; text: string }

/** Null for what is none of these. */
export function adviceIn(text: string): Advice | null {
  for (const [name, form] of Object.entries(forms)) {
    const found = form.exec(text)?.groups
    if (!found || !isForm(name)) continue
    const values = { ...noParts, ...found, ...shownParts(found) }
    return {
      about: name === 'open' ? 'objections' : 'tasks',
      text: i18n.t(`insights:advice.${name}`, values),
    }
  }
  return null
}

/** What the forms find, and none of them all. */
const noParts = { task: '', open: '', all: '', number: '' }

const shownParts = ({ date, count }: Record<string, string>) => ({
  date: date ? formatDate(`${date}T12:00:00`) : '',
  recordings: count ? i18n.t('insights:recordings', { count: Number(count) }) : '',
})

const isForm = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name)
