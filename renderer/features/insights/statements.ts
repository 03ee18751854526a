/** What of the insights is said at first sight, and where each statement leads. */
import { i18n } from '../../i18n/i18n.ts'
import { formatDays, formatLength, formatNumber, formatPercent } from '../../ui/format.ts'
import { adviceIn } from './advice-words.ts'
import type { Insights } from './queries.ts'

export type Detail =
  | 'time'
  | 'talk'
  | 'themes'
  | 'tasks'
  | 'objections'
  | 'questions'
  | 'tone'
  | 'changes'
/** With `theme` only that one, of the themes. */
export type Shown = { detail: Detail; theme?: string }
export type Statement = { detail: Detail; text: string }

type Result = Insights['result']
export type Before = NonNullable<Result['before']>
export type Change = Before['changes'][number]

/** Choice: three are read at a glance. */
const mostNamed = 3

/** As many as fit beside the themes on one screen. */
const mostStatements = 5

export function statementsOf(result: Result): Statement[] {
  return [...tooFew(result), ...changes(result), ...advice(result)].slice(0, mostStatements)
}

/** Choice: as many as it takes to compare; of fewer, nothing is said to be usual. */
const fewestRecordings = 5

function tooFew({ totals: { recordings: count } }: Result): Statement[] {
  if (count >= fewestRecordings) return []
  return [{ detail: 'time', text: i18n.t('insights:said.few', { count }) }]
}

/** A theme of one recording is none of the project. */
export const sharedThemes = ({ key_themes: themes }: Result) =>
  themes.filter(({ frequency }) => frequency > 1)

/** The days of a period, whose end is not in it. */
export const daysOf = (period: { period_start: string; period_end: string }): string =>
  formatDays(period.period_start, lastMomentOf(period))

export const lastMomentOf = ({ period_end: end }: { period_end: string }): string =>
  new Date(Date.parse(end) - 1).toISOString()

function changes({ before, totals }: Result): Statement[] {
  const say = (text: string): Statement[] => [{ detail: 'changes', text }]
  if (!before) return []
  const days = daysOf(before)
  const earlier = before.totals.recordings
  if (earlier === 0) return say(i18n.t('insights:said.none', { days }))
  if (!before.is_enough) return say(tooFewWords(before, totals))
  if (before.changes.length === 0) return say(i18n.t('insights:said.same', { days }))
  return (['rose', 'fell'] as const).flatMap((direction) => {
    const moved = before.changes.filter((one) => one.direction === direction).slice(0, mostNamed)
    const list = join(moved.map(changeWords))
    return moved.length > 0 ? say(i18n.t(`insights:said.${direction}`, { days, list })) : []
  })
}

export const tooFewWords = (before: Before, totals: Result['totals']): string =>
  i18n.t('insights:said.tooFew', {
    days: daysOf(before),
    now: totals.recordings,
    before: before.totals.recordings,
  })

/** “Pricing” (60% of the recordings, 10% before) */
export function changeWords({ what, theme, now, before }: Change): string {
  const name =
    what === 'theme'
      ? i18n.t('insights:said.theme', { theme: theme ?? '' })
      : i18n.t(`insights:moves.${what}`)
  const isShare = what === 'theme' || what === 'positive' || what === 'negative'
  const show = (value: number) =>
    what === 'talk_seconds'
      ? formatLength(value)
      : isShare
        ? formatPercent(value)
        : formatNumber(value, 1)
  const values = { name, now: show(now), before: show(before) }
  return i18n.t(isShare ? 'insights:said.share' : 'insights:said.mean', values)
}

const advice = ({ recommendations }: Result): Statement[] =>
  recommendations.flatMap((one) => {
    const found = adviceIn(one)
    return found ? [{ detail: found.about, text: found.text }] : []
  })

const join = (list: readonly string[]): string => new Intl.ListFormat(i18n.language).format(list)
