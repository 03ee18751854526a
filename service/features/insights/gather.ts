// Reads what was found in the recordings of three periods and keeps of it only what is counted.
import type { Sql } from '../../db/database.ts'
import { keyOfAction, type Action, type CountedFindings, type Mood } from './findings.ts'
import { selectCounted, type Source } from './findings-store.ts'
import type { Pace } from './cooperative-pace.ts'
import { addCounts, noCounts, type Counts } from './series.ts'
import { addTalk, type TalkTally } from './talk-shares.ts'

/** What a text is called in a recording, and the places of the recordings that have it. */
type Mentions = Map<string, number[]>

/** Recordings are named by their place in `items`: 0 is the newest. */
export type PeriodTally = {
  items: Source[]
  themes: Mentions
  actions: Map<string, { action: Action; at: number[] }>
  objections: Mentions
  questions: Mentions
  openObjections: { text: string; at: number }[]
  moods: Record<Mood, number>
  tones: Record<Mood, number[]>
  counts: Counts
  talk: TalkTally
  /** What each recording adds to the counts, by its place. */
  each: Counts[]
}

/** The period, the equally long one before it, and that of the insights to compare with. */
export type Tallies = { now: PeriodTally; before: PeriodTally; compared: PeriodTally }

export type Gathering = {
  /** The newest recording first; what is of both periods may be added at the same time. */
  add: (period: 'now' | 'before', sources: readonly Source[]) => Promise<void>
  /** Once all is added. */
  end: () => Promise<Tallies>
}

const pageSize = 250

/** @param compared what the insights to compare with are counted from: mostly the same, so that it is read once */
export function startGathering(
  sql: Sql,
  compared: Promise<readonly Source[]>,
  pace: Pace,
): Gathering {
  const tallies = { now: emptyTally(), before: emptyTally(), compared: emptyTally() }
  const others = compared.then((all) => new Map(all.map((one) => [one.findings_id, one])))
  // Whoever adds first hears of a failure, which may come before.
  others.catch(() => {})
  const read = async (
    sources: readonly Source[],
    take: (source: Source, found: CountedFindings) => void,
  ): Promise<void> => {
    for (let from = 0; from < sources.length; from += pageSize) {
      const page = sources.slice(from, from + pageSize)
      const ids = page.map(({ findings_id }) => findings_id)
      const findings = await selectCounted(sql, ids)
      for (const source of page) {
        await pace()
        const found = findings.get(source.findings_id)
        // One that was deleted in between is marked on the insights, which are then counted again.
        if (found) take(source, found)
      }
    }
  }
  return {
    add: async (period, sources) => {
      const left = await others
      await read(sources, (source, found) => {
        add(tallies[period], source, found)
        // Tasks are told of this period only.
        if (period === 'now') for (const one of found.actions ?? []) addAction(tallies.now, one)
        if (left.delete(source.findings_id)) add(tallies.compared, source, found)
      })
    },
    end: async () => {
      const left = await others
      await read([...left.values()], (source, found) => add(tallies.compared, source, found))
      return tallies
    },
  }
}

const emptyTally = (): PeriodTally => ({
  items: [],
  themes: new Map(),
  actions: new Map(),
  objections: new Map(),
  questions: new Map(),
  openObjections: [],
  moods: { positive: 0, neutral: 0, negative: 0 },
  tones: { positive: [], neutral: [], negative: [] },
  counts: noCounts(),
  talk: new Map(),
  each: [],
})

function add(tally: PeriodTally, source: Source, found: CountedFindings): void {
  const at = tally.items.push(source) - 1
  for (const { text } of found.themes ?? []) mention(tally.themes, text, at)
  for (const { text } of found.questions ?? []) mention(tally.questions, text, at)
  for (const { text, isOpen } of found.objections ?? []) {
    mention(tally.objections, text, at)
    if (isOpen) tally.openObjections.push({ text, at })
  }
  if (found.sentiment) {
    tally.moods[found.sentiment] += 1
    tally.tones[found.sentiment].push(at)
  }
  addTalk(tally.talk, found)
  const counts = countsOf(found)
  tally.each.push(counts)
  tally.counts = addCounts(tally.counts, counts)
}

/** A recording that says it twice has it once. */
function mention(mentions: Mentions, text: string, at: number): void {
  const places = mentions.get(text)
  if (!places) mentions.set(text, [at])
  else if (places.at(-1) !== at) places.push(at)
}

/** Of the recording that was added last. */
function addAction({ actions, items }: PeriodTally, { text, owner, due }: Action): void {
  const [action, at] = [{ text, owner, due }, items.length - 1]
  const key = keyOfAction(action)
  const known = actions.get(key)
  if (!known) actions.set(key, { action, at: [at] })
  else if (known.at.at(-1) !== at) known.at.push(at)
}

const countsOf = (found: CountedFindings): Counts => ({
  recordings: 1,
  positive: found.sentiment === 'positive' ? 1 : 0,
  neutral: found.sentiment === 'neutral' ? 1 : 0,
  negative: found.sentiment === 'negative' ? 1 : 0,
  action_items: found.actions?.length ?? 0,
  objections: found.objections?.length ?? 0,
  open_objections: found.objections?.filter(({ isOpen }) => isOpen).length ?? 0,
  questions: found.questions?.length ?? 0,
  talk_ms: found.talkMs,
  words: found.words,
})
