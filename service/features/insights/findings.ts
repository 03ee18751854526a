// What one recording says, in the form in which it is kept and counted.

export type Mood = 'positive' | 'neutral' | 'negative'

/** A segment of the recording that says it; its words were not kept by older versions. */
export type Moment = { id: string; start: number; end: number; text?: string }

export type Action = { text: string; owner: string | null; due: string | null }

/** `at`: where it was said, the first moments of it; empty where no evidence was found. */
export type Said = { text: string; at: Moment[] }
export type SaidAction = Action & { at: Moment[] }
export type SaidObjection = Said & { isOpen: boolean }

/** Null where nothing has a field for it; an empty list says that there was none. */
export type Findings = {
  themes: Said[] | null
  sentiment: Mood | null
  actions: SaidAction[] | null
  objections: SaidObjection[] | null
  questions: Said[] | null
}

/** `stamp` names the transcript that the moments are of; null where there is none. */
export type RecordingFindings = Findings & {
  stamp: string | null
  /** Of all segments together, in milliseconds, so that sums are exact. */
  talkMs: number
  /** The same by who has a name; null, all without one. Findings of older versions lack it. */
  talk?: { speaker: string | null; ms: number }[]
  words: number
}

type Unplaced<T> = Omit<T, 'at'>[] | null

/** What of the findings is counted: everything but the moments. */
export type CountedFindings = Pick<RecordingFindings, 'sentiment' | 'talkMs' | 'talk' | 'words'> & {
  themes: Unplaced<Said>
  actions: Unplaced<SaidAction>
  objections: Unplaced<SaidObjection>
  questions: Unplaced<Said>
}

export function toCounted({ stamp: _stamp, ...found }: RecordingFindings): CountedFindings {
  const unplaced = <T extends { at: Moment[] }>(list: T[] | null) =>
    list?.map(({ at: _at, ...rest }) => rest) ?? null
  return {
    ...found,
    themes: unplaced(found.themes),
    actions: unplaced(found.actions),
    objections: unplaced(found.objections),
    questions: unplaced(found.questions),
  }
}

/** One recording seen through several analyses, the newest first. */
export function mergeFindings(all: readonly Findings[]): Findings {
  // Choice: themes and action items of all are taken together; the newest that judges the tone, or
  // lists objections or questions, is believed, because the same thing may be worded twice.
  return {
    themes: unite(all.map(({ themes }) => themes)),
    actions: unite(all.map(({ actions }) => actions)),
    sentiment: all.find(({ sentiment }) => sentiment !== null)?.sentiment ?? null,
    objections: all.find(({ objections }) => objections !== null)?.objections ?? null,
    questions: all.find(({ questions }) => questions !== null)?.questions ?? null,
  }
}

/** What the first says nothing about is taken from the second. */
export const fillFindings = (first: Findings, second: Findings): Findings => ({
  themes: first.themes ?? second.themes,
  actions: first.actions ?? second.actions,
  sentiment: first.sentiment ?? second.sentiment,
  objections: first.objections ?? second.objections,
  questions: first.questions ?? second.questions,
})

function unite<T>(lists: readonly (T[] | null)[]): T[] | null {
  const present = lists.filter((list) => list !== null)
  return present.length > 0 ? present.flat() : null
}

/** One form for tasks of the same words, person and date. */
export const keyOfAction = ({ text, owner, due }: Action): string =>
  JSON.stringify([text, owner, due])

/** Choice: somebody who wants to hear it needs a few places, not all of them. */
const mostMoments = 3

/** The moments of an entry of a result, by its JSON pointer. */
export type MomentsAt = (pointer: string) => Moment[]

/**
 * Looks entries up in an analysis' evidence. What supports a part of an entry supports the entry;
 * segments that the transcript no longer has fall away.
 */
export function createMoments(
  evidence: Readonly<Record<string, readonly string[]>> | null,
  segments: ReadonlyMap<string, Moment>,
): MomentsAt {
  const byPointer = new Map<string, Set<string>>()
  for (const [pointer, ids] of Object.entries(evidence ?? {})) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const place = pointer.slice(0, end)
      const known = byPointer.get(place) ?? new Set()
      for (const id of ids) known.add(id)
      byPointer.set(place, known)
    }
  }
  return (pointer) =>
    firstMoments([...(byPointer.get(pointer) ?? [])].flatMap((id) => segments.get(id) ?? []))
}

/** The earliest few, each once. */
export function firstMoments(moments: readonly Moment[]): Moment[] {
  const byId = new Map(moments.map((moment) => [moment.id, moment]))
  return [...byId.values()]
    .toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
    .slice(0, mostMoments)
}
