import { i18n } from '../../i18n/i18n.ts'
import { formatDay, formatLength, formatNumber, formatPercent } from '../../ui/format.ts'
import { speakerName } from '../../ui/own-words.ts'
import type { Insights } from './queries.ts'

export type Look = 'ok' | 'bad' | 'quiet' | 'first' | 'second' | 'third'
type Part = { label: string; look: Look; values: readonly number[] }

/** The data of one plot; its table shows the same numbers. */
export type PlotData = {
  title: string
  /** What a step is: a day, a theme, a person. */
  stepLabel: string
  steps: readonly string[]
  parts: readonly Part[]
  format: (value: number) => string
  /** Parts are stacked over time, otherwise side by side. */
  isStacked: boolean
  /** The end of the scale, as for shares; if omitted, the largest value. */
  most?: number
}

type Result = Insights['result']
type Series = Result['series']
type Point = Series['points'][number]

/** Choice: nobody reads more labelled bars than this at once. */
const mostRows = 10

/** Values for each step of the period; omits parts that are always zero, unless all are. */
function overTime(
  { step, time_zone: zone, points }: Series,
  title: string,
  parts: readonly (readonly [label: string, look: Look, of: (point: Point) => number])[],
): PlotData {
  const all = parts.map(([label, look, of]) => ({ label, look, values: points.map(of) }))
  const present = all.filter(({ values }) => values.some((value) => value > 0))
  return {
    title,
    stepLabel: i18n.t(
      step === 'week'
        ? 'insights:plots.week'
        : zone === null
          ? 'insights:plots.hours'
          : 'insights:plots.day',
    ),
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
      // Splits objections into those with and without a response, so the bars add up.
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

/** How much each person spoke, unnamed speakers combined, next to any previous period. */
export function talkShares(talk: Result['talk']): PlotData {
  const shown = [
    ...talk.filter(({ speaker }) => speaker !== null).slice(0, mostRows),
    ...talk.filter(({ speaker }) => speaker === null),
  ]
  const now: Part = {
    label: i18n.t('insights:talk.now'),
    look: 'first',
    values: shown.map(({ share }) => share),
  }
  const before: Part = {
    label: i18n.t('insights:talk.before'),
    look: 'quiet',
    values: shown.map(({ previous_share: share }) => share ?? 0),
  }
  return {
    title: i18n.t('insights:talk.plot'),
    stepLabel: i18n.t('insights:talk.column'),
    isStacked: false,
    steps: shown.map(({ speaker }) =>
      speaker === null ? i18n.t('insights:talk.unnamed') : speakerName(speaker),
    ),
    parts: talk.some(({ previous_share: share }) => share !== null) ? [now, before] : [now],
    format: formatPercent,
    most: 1,
  }
}

/** Describes the plot for those who cannot see it, by its highest step. */
export function summaryOf({ steps, parts: all, format, isStacked }: PlotData): string {
  const parts = isStacked ? all : all.slice(0, 1)
  const totals = steps.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const most = Math.max(...totals, 0)
  if (most === 0) return i18n.t('insights:plots.none')
  const step = steps[totals.indexOf(most)] ?? ''
  return i18n.t('insights:plots.most', { value: format(most), step })
}

/** Rows in the plot library's format: the step's name, and one value per part. */
export const toRows = ({ steps, parts }: PlotData): Record<string, string | number>[] =>
  steps.map((step, at) => ({
    step,
    ...Object.fromEntries(parts.map(({ values }, part) => [`part${part}`, values[at] ?? 0])),
  }))
