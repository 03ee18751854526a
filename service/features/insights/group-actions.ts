// The same task, named by several recordings.
import type { Action } from './findings.ts'
import type { PeriodTally } from './gather.ts'
import { unite, type Work } from './group-mentions.ts'
import { groupTexts } from './grouping.ts'
import { sortAtPace } from './pace.ts'

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
