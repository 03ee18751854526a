// What several recordings say in other words, counted as one.
import type { PeriodTally, Tallies } from './gather.ts'
import { groupTexts } from './grouping.ts'
import { sortAtPace, type Pace } from './cooperative-pace.ts'
import type { TermsOf } from './terms.ts'
import type { Action } from './findings.ts'

export type Work = { termsOf: TermsOf; pace: Pace }

/** `places` are the recordings of the period; the other two are numbers of recordings. */
export type Group = {
  text: string
  texts: readonly string[]
  places: number[]
  previous: number
  compared: number
}

/** Choice: tasks need to be more alike than themes; another person or object is another task. */
const themeLikeness = 0.65

/** Every group of any of the periods, what most recordings of this one have first. */
export async function groupMentions(
  kind: 'themes' | 'objections' | 'questions',
  { now, before, compared }: Tallies,
  work: Work,
): Promise<Group[]> {
  const known = new Set([...now.items, ...before.items].map(({ content_id }) => content_id))
  const isKnown = compared.items.map(({ content_id }) => known.has(content_id))
  const counts = new Map<string, number>()
  const count = (text: string, more: number) => counts.set(text, (counts.get(text) ?? 0) + more)
  for (const [text, places] of now[kind]) count(text, places.length)
  for (const [text, places] of before[kind]) count(text, places.length)
  // A recording that is in two periods counts once.
  for (const [text, places] of compared[kind]) {
    count(text, places.filter((place) => !isKnown[place]).length)
  }
  // All periods at once, so that a theme is the same one in each.
  const groups: Group[] = []
  for (const texts of await groupTexts(counts, { ...work, threshold: themeLikeness })) {
    await work.pace()
    const placesIn = (tally: PeriodTally) => unite(texts.map((text) => tally[kind].get(text) ?? []))
    const places = placesIn(now)
    groups.push({
      text: commonest(texts, (places.length > 0 ? now : compared)[kind]),
      texts,
      places,
      previous: placesIn(before).length,
      compared: placesIn(compared).length,
    })
  }
  return sortAtPace(groups, byFrequency, work.pace)
}

/** Each place once, the newest first. */
function unite(lists: readonly number[][]): number[] {
  const [first = [], ...others] = lists
  // Most often there is one, which is as it should be.
  return others.length === 0 ? first : [...new Set(lists.flat())].toSorted((a, b) => a - b)
}

/** The wording that most recordings have; of several the shortest. */
function commonest(texts: readonly string[], mentions: PeriodTally['themes']): string {
  if (texts.length === 1) return texts[0] ?? ''
  const uses = (text: string): number => mentions.get(text)?.length ?? 0
  const [best = ''] = texts.toSorted(
    (a, b) => uses(b) - uses(a) || a.length - b.length || (a < b ? -1 : 1),
  )
  return best
}

const byFrequency = (a: Group, b: Group): number =>
  b.places.length - a.places.length || (a.text < b.text ? -1 : 1)

/** Worded as the newest recording has it; `all` are its forms. */
export type ActionGroup = Action & { all: readonly Action[]; places: number[] }

type Mention = { action: Action; at: number[] }

/** Choice: tasks need to be more alike than themes; another person or object is another task. */
const actionLikeness = 0.75

/** What most recordings name first, then the newest. */
export async function groupActions({ actions }: PeriodTally, work: Work): Promise<ActionGroup[]> {
  // Whose task it is tells tasks apart; when it is due does not.
  const byWording = new Map<string, Mention[]>()
  for (const one of actions.values()) {
    const wording = `${one.action.text} ${one.action.owner ?? ''}`.trim()
    const known = byWording.get(wording)
    if (known) known.push(one)
    else byWording.set(wording, [one])
  }
  const counts = new Map<string, number>()
  for (const [wording, ones] of byWording) {
    await work.pace()
    counts.set(wording, unite(ones.map(({ at }) => at)).length)
  }
  const groups: ActionGroup[] = []
  for (const wordings of await groupTexts(counts, { ...work, threshold: actionLikeness })) {
    await work.pace()
    groups.push(toGroup(wordings.flatMap((one) => byWording.get(one) ?? [])))
  }
  return sortAtPace(groups, byRecordings, work.pace)
}

const byRecordings = (a: ActionGroup, b: ActionGroup): number =>
  b.places.length - a.places.length ||
  (a.places[0] ?? 0) - (b.places[0] ?? 0) ||
  (actionLine(a) < actionLine(b) ? -1 : 1)

function toGroup(ones: readonly Mention[]): ActionGroup {
  const [newest] = ones.toSorted(
    (a, b) =>
      (a.at[0] ?? 0) - (b.at[0] ?? 0) || (actionLine(a.action) < actionLine(b.action) ? -1 : 1),
  )
  const { text = '', owner = null, due = null } = newest?.action ?? {}
  const all = ones.map(({ action }) => action)
  return { text, owner, due, all, places: unite(ones.map(({ at }) => at)) }
}

export function actionLine({ text, owner, due }: Action): string {
  const rest = [owner, due && `due ${due}`].filter(Boolean).join(', ')
  return rest ? `${text} (${rest})` : text
}
