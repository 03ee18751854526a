// Findings of many recordings in numbers. The definitions are those of api-choices.md 8.
import type { Sql } from '../../db/database.ts'
import { withSources, type StoredResult } from './collect-evidence.ts'
import { compareWithBefore } from './changes.ts'
import { makeDigest } from './digest.ts'
import { keyOfAction, type Moment, type RecordingFindings } from './findings.ts'
import type { Tallies } from './gather.ts'
import {
  actionLine,
  groupActions,
  type ActionGroup,
  groupMentions,
  type Group,
  type Work,
} from './group-mentions.ts'
import { recommend } from './recommend.ts'
import type { InsightsResult } from './result-schema.ts'
import { toSeries, toTotals, subtractCounts } from './series.ts'
import type { Asked } from './span.ts'
import { toTalkShares } from './talk-shares.ts'

type Trend = InsightsResult['key_themes'][number]['trend']

type Range = { lookbackDays: number; periodStart: Date; periodEnd: Date; asked: Asked }

/** Choice: as many as somebody reads. */
const mostEntries = 20

type Found = {
  themes: Group[]
  objections: Group[]
  questions: Group[]
  actions: ActionGroup[]
}

/** `sql` is read for evidence; everything else is in the tallies. */
export async function combine(
  sql: Sql,
  tallies: Tallies,
  { work, range, earlier }: { work: Work; range: Range; earlier: Earlier | undefined },
): Promise<StoredResult> {
  const { now, before } = tallies
  const all = await groupMentions('themes', tallies, work)
  const found: Found = {
    themes: all.filter(isPresent),
    objections: (await groupMentions('objections', tallies, work)).filter(isPresent),
    questions: (await groupMentions('questions', tallies, work)).filter(isPresent),
    actions: await groupActions(now, work),
  }
  const themes = found.themes.map(toTheme)
  const comparison = earlier
    ? compare(earlier, tallies, { themes: all, lookbackDays: range.lookbackDays })
    : null
  const changed = compareWithBefore(tallies, all, range.asked)
  const numbers = { now, before, themes, changed, actions: found.actions, ...range }
  return {
    ...(await showLists(sql, tallies, found)),
    sentiment_distribution: now.moods,
    recommendations: recommend(numbers),
    totals: toTotals(now.counts),
    before: changed,
    series: toSeries(now.items, now.each, { ...range, timeZone: range.asked.time_zone }),
    talk: toTalkShares(now.talk, before.talk),
    comparison,
    digest: makeDigest({ ...numbers, ...found, themes, comparison }),
  }
}

const isPresent = ({ places }: Group): boolean => places.length > 0

const toTheme = ({ text, places, previous }: Group) => ({
  theme: text,
  frequency: places.length,
  trend: trendOf(places.length, previous),
  previous_frequency: previous,
})

/** Choice: a change of exactly a fifth is still stable. In whole numbers, without rounding. */
export function trendOf(frequency: number, previous: number): Trend {
  if (previous === 0) return 'new'
  if (5 * frequency > 6 * previous) return 'rising'
  return 5 * frequency < 4 * previous ? 'falling' : 'stable'
}

/** What is shown of the groups, with where it comes from. */
async function showLists(sql: Sql, { now }: Tallies, found: Found) {
  const show = <G extends { places: number[] }>(
    groups: readonly G[],
    momentsIn: (one: RecordingFindings, group: G) => Moment[],
  ) => withSources(sql, now.items, groups.slice(0, mostEntries), momentsIn)
  const themes = await show(found.themes, saying('themes'))
  const actions = await show(found.actions, promising)
  const objections = await show(found.objections, saying('objections'))
  const questions = await show(found.questions, saying('questions'))
  const tones = await show(tonesOf(now), () => [])
  return {
    tones: tones.map(({ group: { tone, places }, ...sources }) => ({
      tone,
      recordings: places.length,
      ...sources,
    })),
    key_themes: themes.map(({ group, ...sources }) => ({ ...toTheme(group), ...sources })),
    top_action_items: actions.map(({ group }) => actionLine(group)),
    action_items: actions.map(({ group: { text, owner, due, places }, ...sources }) => ({
      text,
      owner,
      due,
      recordings: places.length,
      ...sources,
    })),
    objections: objections.map(({ group: { text, texts, places }, ...sources }) => ({
      text,
      recordings: places.length,
      open_recordings: openIn(now.openObjections, texts),
      ...sources,
    })),
    questions: questions.map(({ group: { text, places }, ...sources }) => ({
      text,
      recordings: places.length,
      ...sources,
    })),
  }
}

const tones = ['positive', 'neutral', 'negative'] as const

const tonesOf = ({ tones: places }: Tallies['now']) =>
  tones.map((tone) => ({ tone, places: places[tone] })).filter((one) => one.places.length > 0)

function openIn(open: Tallies['now']['openObjections'], texts: readonly string[]): number {
  return new Set(open.filter(({ text }) => texts.includes(text)).map(({ at }) => at)).size
}

/** The moments of the entries that say one of the group's texts. */
const saying =
  (kind: 'themes' | 'objections' | 'questions') =>
  (found: RecordingFindings, { texts }: Group): Moment[] =>
    (found[kind] ?? []).filter(({ text }) => texts.includes(text)).flatMap(({ at }) => at)

function promising(found: RecordingFindings, { all }: ActionGroup): Moment[] {
  const wanted = new Set(all.map(keyOfAction))
  return (found.actions ?? []).filter((one) => wanted.has(keyOfAction(one))).flatMap(({ at }) => at)
}

type Comparison = NonNullable<InsightsResult['comparison']>
type ThemeChange = Comparison['themes'][number]

/** The insights that are compared with. */
type Earlier = { id: string; lookback_days: number; period_start: Date; period_end: Date }

/** Choice: so many of those that changed most. */
const mostThemes = 40

function compare(
  earlier: Earlier,
  { now, compared }: Tallies,
  { themes, lookbackDays }: { themes: readonly Group[]; lookbackDays: number },
): Comparison {
  return {
    insights_id: earlier.id,
    period_start: earlier.period_start.toISOString(),
    period_end: earlier.period_end.toISOString(),
    lookback_days: earlier.lookback_days,
    is_same_length: earlier.lookback_days === lookbackDays,
    before: toTotals(compared.counts),
    change: toTotals(subtractCounts(now.counts, compared.counts)),
    themes: themes
      .filter(({ places, compared: before }) => places.length !== before)
      .map(toChange)
      .toSorted(bySize)
      .slice(0, mostThemes),
  }
}

function toChange({ text, places, compared }: Group): ThemeChange {
  const frequency = places.length
  const moved = frequency > compared ? 'grown' : 'shrunk'
  const change = compared === 0 ? 'new' : frequency === 0 ? 'gone' : moved
  return { theme: text, change, frequency, previous_frequency: compared }
}

const sizeOf = (one: ThemeChange): number => Math.abs(one.frequency - one.previous_frequency)
const bySize = (a: ThemeChange, b: ThemeChange): number =>
  sizeOf(b) - sizeOf(a) || (a.theme < b.theme ? -1 : 1)
