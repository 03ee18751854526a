import { i18n } from '../../i18n/i18n.ts'
import { formatDay, formatLength, formatNumber, formatPercent } from '../../ui/format.ts'
import type { Insights, Theme } from './queries.ts'

export type Look = 'ok' | 'bad' | 'quiet' | 'first' | 'second' | 'third'
type Part = { label: string; look: Look; values: readonly number[] }

/** The numbers of one plot; its table shows the same. */
export type PlotData = {
  title: string
  /** What a step is: a day, a theme, a person. */
  stepLabel: string
  steps: readonly string[]
  parts: readonly Part[]
  format: (value: number) => string
  /** Parts are stacked over time, otherwise side by side. */
  isStacked: boolean
  /** Where the scale ends, as for shares; left out, where the numbers do. */
  most?: number
}

type Result = Insights['result']
type Series = Result['series']
type Point = Series['points'][number]

/** Choice: more bars beside their names are more than somebody reads at once. */
const mostRows = 10

/** Over the steps of the period; a part that never comes up is left out, unless all are. */
function overTime(
  { step, points }: Series,
  title: string,
  parts: readonly (readonly [label: string, look: Look, of: (point: Point) => number])[],
): PlotData {
  const all = parts.map(([label, look, of]) => ({ label, look, values: points.map(of) }))
  const present = all.filter(({ values }) => values.some((value) => value > 0))
  return {
    title,
    stepLabel: i18n.t(step === 'day' ? 'insights:plots.day' : 'insights:plots.week'),
    steps: points.map(({ start }) => formatDay(start)),
    parts: present.length > 0 ? present : all.slice(0, 1),
    isStacked: true,
    format: (value) => formatNumber(value),
  }
}

const isDaily = ({ step }: Series): boolean => step === 'day'

export const toneOverTime = (series: Series): PlotData =>
  overTime(
    series,
    i18n.t(isDaily(series) ? 'insights:plots.toneByDay' : 'insights:plots.toneByWeek'),
    [
      [i18n.t('insights:plots.positive'), 'ok', (one) => one.positive],
      [i18n.t('insights:plots.neutral'), 'quiet', (one) => one.neutral],
      [i18n.t('insights:plots.negative'), 'bad', (one) => one.negative],
      [i18n.t('insights:plots.notJudged'), 'first', notJudged],
    ],
  )

const notJudged = ({ recordings, positive, neutral, negative }: Point): number =>
  recordings - positive - neutral - negative

export const cameUpOverTime = (series: Series): PlotData =>
  overTime(
    series,
    i18n.t(isDaily(series) ? 'insights:plots.cameUpByDay' : 'insights:plots.cameUpByWeek'),
    [
      [i18n.t('insights:plots.actionItems'), 'first', (one) => one.action_items],
      // Of the objections those with and without response, so that the bars add up.
      [i18n.t('insights:plots.objections'), 'third', (one) => one.objections - one.open_objections],
      [i18n.t('insights:plots.openObjections'), 'bad', (one) => one.open_objections],
      [i18n.t('insights:plots.questions'), 'second', (one) => one.questions],
    ],
  )

export const speechOverTime = (series: Series): PlotData => ({
  ...overTime(
    series,
    i18n.t(isDaily(series) ? 'insights:plots.speechByDay' : 'insights:plots.speechByWeek'),
    [[i18n.t('insights:plots.speech'), 'first', (one) => one.talk_seconds]],
  ),
  format: formatLength,
})

/** The most frequent themes, each beside the period before. */
export const themesNowAndBefore = (themes: readonly Theme[]): PlotData => {
  const shown = themes.slice(0, mostRows)
  return {
    title: i18n.t('insights:themes.plot'),
    stepLabel: i18n.t('insights:themes.column'),
    isStacked: false,
    steps: shown.map(({ theme }) => theme),
    parts: [
      {
        label: i18n.t('insights:themes.now'),
        look: 'first',
        values: shown.map(({ frequency }) => frequency),
      },
      {
        label: i18n.t('insights:themes.before'),
        look: 'quiet',
        values: shown.map(({ previous_frequency: before }) => before),
      },
    ],
    format: (value) => formatNumber(value),
  }
}

/** Who spoke how much, those without a name as one; beside the period before, where there is one. */
export function talkShares(talk: Result['talk']): PlotData {
  const shown = [
    ...talk.filter(({ speaker }) => speaker !== null).slice(0, mostRows),
    ...talk.filter(({ speaker }) => speaker === null),
  ]
  const now: Part = {
    label: i18n.t('insights:themes.now'),
    look: 'first',
    values: shown.map(({ share }) => share),
  }
  const before: Part = {
    label: i18n.t('insights:themes.before'),
    look: 'quiet',
    values: shown.map(({ previous_share: share }) => share ?? 0),
  }
  return {
    title: i18n.t('insights:talk.plot'),
    stepLabel: i18n.t('insights:talk.column'),
    isStacked: false,
    steps: shown.map(({ speaker }) => speaker ?? i18n.t('insights:talk.unnamed')),
    parts: talk.some(({ previous_share: share }) => share !== null) ? [now, before] : [now],
    format: formatPercent,
    most: 1,
  }
}

/** For whoever does not see the plot: its highest step. */
export function summaryOf({ steps, parts: all, format, isStacked }: PlotData): string {
  const parts = isStacked ? all : all.slice(0, 1)
  const totals = steps.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const most = Math.max(...totals, 0)
  if (most === 0) return i18n.t('insights:plots.none')
  const step = steps[totals.indexOf(most)] ?? ''
  return i18n.t('insights:plots.most', { value: format(most), step })
}

/** Rows as the plot library takes them: the step's name, and a value a part. */
export const toRows = ({ steps, parts }: PlotData): Record<string, string | number>[] =>
  steps.map((step, at) => ({
    step,
    ...Object.fromEntries(parts.map(({ values }, part) => [`part${part}`, values[at] ?? 0])),
  }))
