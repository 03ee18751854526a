// Findings of many recordings in numbers. The definitions are those of choices.md 8.
import type { PeriodTally } from './gather.ts'
import { groupTexts } from './grouping.ts'
import { sortAtPace, type Pace } from './pace.ts'
import type { Action } from './read-result.ts'
import { recommend, type ActionGroup } from './recommend.ts'
import type { InsightsResult } from './schema.ts'
import type { TermsOf } from './terms.ts'

type Theme = InsightsResult['key_themes'][number]

type Mention = { action: Action; at: number[] }

type Work = { termsOf: TermsOf; pace: Pace }
type Range = { lookbackDays: number; periodEnd: Date }

/** Choice: as many as somebody reads; and of each the newest recordings. */
const mostThemes = 20
const mostActions = 20
const mostContentIds = 100

/** Choice: tasks need to be more alike than themes; another person or object is another task. */
const themeLikeness = 0.65
const actionLikeness = 0.75

export async function combine(
  now: PeriodTally,
  before: PeriodTally,
  { work, range }: { work: Work; range: Range },
): Promise<InsightsResult> {
  const themes = await combineThemes(now, before, work)
  const actions = await combineActions(now, work)
  const top = actions.slice(0, mostActions)
  return {
    key_themes: themes.slice(0, mostThemes),
    sentiment_distribution: now.moods,
    top_action_items: top.map(actionLine),
    recommendations: recommend({ now, before, themes, actions, ...range }),
    action_items: top.map(({ text, owner, due, places }) => ({
      text,
      owner,
      due,
      recordings: places.length,
      content_ids: idsOf(now, places),
    })),
  }
}

const idsOf = ({ items }: PeriodTally, places: readonly number[]): string[] =>
  places.slice(0, mostContentIds).flatMap((place) => items[place]?.id ?? [])

/** Each place once, the newest first. */
const unite = (lists: readonly (readonly number[])[]): number[] =>
  [...new Set(lists.flat())].toSorted((a, b) => a - b)

async function combineThemes(now: PeriodTally, before: PeriodTally, work: Work): Promise<Theme[]> {
  const counts = new Map<string, number>()
  for (const { themes } of [now, before]) {
    for (const [text, places] of themes) counts.set(text, (counts.get(text) ?? 0) + places.length)
  }
  // Both periods at once, so that a theme is the same one in both.
  const groups = await groupTexts(counts, { ...work, threshold: themeLikeness })
  const themes: Theme[] = []
  for (const texts of groups) {
    await work.pace()
    const theme = toTheme(texts, now, before)
    if (theme.frequency > 0) themes.push(theme)
  }
  return sortAtPace(themes, byFrequency, work.pace)
}

function toTheme(texts: readonly string[], now: PeriodTally, before: PeriodTally): Theme {
  const places = unite(texts.map((text) => now.themes.get(text) ?? []))
  const previous = unite(texts.map((text) => before.themes.get(text) ?? [])).length
  return {
    theme: commonest(texts, now),
    frequency: places.length,
    trend: trendOf(places.length, previous),
    previous_frequency: previous,
    content_ids: idsOf(now, places),
  }
}

/** The wording that most recordings have; of several the shortest. */
function commonest(texts: readonly string[], { themes }: PeriodTally): string {
  const uses = (text: string): number => themes.get(text)?.length ?? 0
  const [best = ''] = texts.toSorted(
    (a, b) => uses(b) - uses(a) || a.length - b.length || (a < b ? -1 : 1),
  )
  return best
}

/** Choice: a change of exactly a fifth is still stable. In whole numbers, without rounding. */
export function trendOf(frequency: number, previous: number): Theme['trend'] {
  if (previous === 0) return 'new'
  if (5 * frequency > 6 * previous) return 'rising'
  return 5 * frequency < 4 * previous ? 'falling' : 'stable'
}

const byFrequency = (a: Theme, b: Theme): number =>
  b.frequency - a.frequency || (a.theme < b.theme ? -1 : 1)

async function combineActions({ actions }: PeriodTally, work: Work): Promise<ActionGroup[]> {
  // Whose task it is tells tasks apart; when it is due does not.
  const byWording = new Map<string, Mention[]>()
  for (const one of actions.values()) {
    const wording = [one.action.text, one.action.owner ?? ''].join(' ').trim()
    byWording.set(wording, [...(byWording.get(wording) ?? []), one])
  }
  const counts = new Map<string, number>()
  for (const [wording, ones] of byWording) {
    await work.pace()
    counts.set(wording, unite(ones.map(({ at }) => at)).length)
  }
  const groups: ActionGroup[] = []
  for (const wordings of await groupTexts(counts, { ...work, threshold: actionLikeness })) {
    await work.pace()
    groups.push(toActionGroup(wordings.flatMap((one) => byWording.get(one) ?? [])))
  }
  return sortAtPace(groups, byRecordings, work.pace)
}

/** What most recordings name first, then the newest. */
const byRecordings = (a: ActionGroup, b: ActionGroup): number =>
  b.places.length - a.places.length ||
  (a.places[0] ?? 0) - (b.places[0] ?? 0) ||
  (actionLine(a) < actionLine(b) ? -1 : 1)

/** Worded as the newest recording has it. */
function toActionGroup(ones: readonly Mention[]): ActionGroup {
  const [newest] = ones.toSorted(
    (a, b) =>
      (a.at[0] ?? 0) - (b.at[0] ?? 0) || (actionLine(a.action) < actionLine(b.action) ? -1 : 1),
  )
  const { text = '', owner = null, due = null } = newest?.action ?? {}
  return { text, owner, due, places: unite(ones.map(({ at }) => at)) }
}

function actionLine({ text, owner, due }: Action): string {
  const rest = [owner, due && `due ${due}`].filter(Boolean).join(', ')
  return rest ? `${text} (${rest})` : text
}
