// Reads the recordings of two periods in pages and keeps of each only what will be counted.
import type { Sql } from '../../db/database.ts'
import type { Pace } from './pace.ts'
import {
  fillFindings,
  mergeFindings,
  readResult,
  type Action,
  type Findings,
  type Mood,
} from './read-result.ts'
import { readSpeech } from './read-speech.ts'
import {
  selectItems,
  selectResults,
  selectSpeech,
  type Period,
  type SourceAnalysis,
  type SourceItem,
} from './source-store.ts'

/** Recordings are named by their place in `items`: 0 is the newest. */
export type PeriodTally = {
  items: SourceItem[]
  themes: Map<string, number[]>
  actions: Map<string, { action: Action; at: number[] }>
  moods: Record<Mood, number>
  objections: { topic: string | null; isAnswered: boolean; at: number }[]
}

type Work = { signal: AbortSignal; pace: Pace }

/** Small, so that the results of one page are parsed in a few milliseconds. */
const pageSize = 50

export async function gather(sql: Sql, period: Period, work: Work): Promise<PeriodTally> {
  const tally: PeriodTally = {
    items: [],
    themes: new Map(),
    actions: new Map(),
    moods: { positive: 0, neutral: 0, negative: 0 },
    objections: [],
  }
  for (let last: SourceItem | undefined; ;) {
    work.signal.throwIfAborted()
    const items = await selectItems(sql, period, { last, limit: pageSize })
    if (items.length > 0) await gatherPage(sql, tally, { items, work })
    if (items.length < pageSize) return tally
    last = items.at(-1)
  }
}

async function gatherPage(
  sql: Sql,
  tally: PeriodTally,
  { items, work }: { items: SourceItem[]; work: Work },
): Promise<void> {
  const results = new Map<string, SourceAnalysis[]>()
  const ids = items.map(({ id }) => id)
  for (const row of await selectResults(sql, ids)) {
    results.set(row.content_id, [...(results.get(row.content_id) ?? []), row])
  }
  for (const item of items) {
    await work.pace()
    const findings = await findingsOf(sql, item, { results: results.get(item.id) ?? [], work })
    if (findings) add(tally, item, findings)
  }
}

/** Null where the recording has neither an analysis nor a transcript: there is nothing to read. */
async function findingsOf(
  sql: Sql,
  { id }: SourceItem,
  { results, work }: { results: SourceAnalysis[]; work: Work },
): Promise<Findings | null> {
  const merged = mergeFindings(results.map(({ result }) => readResult(result ?? {})))
  if (merged.themes) return merged
  // Choice: also where no prompt asked for themes, so that every recording has its part in them.
  const speech = await selectSpeech(sql, id)
  if (speech) return fillFindings(merged, await readSpeech(speech, work.signal))
  return results.length > 0 ? merged : null
}

function add(tally: PeriodTally, item: SourceItem, findings: Findings): void {
  const at = tally.items.push(item) - 1
  for (const theme of new Set(findings.themes)) {
    const places = tally.themes.get(theme)
    if (places) places.push(at)
    else tally.themes.set(theme, [at])
  }
  for (const action of findings.actions ?? []) addAction(tally, action, at)
  if (findings.sentiment) tally.moods[findings.sentiment] += 1
  for (const objection of findings.objections ?? []) tally.objections.push({ ...objection, at })
}

function addAction({ actions }: PeriodTally, action: Action, at: number): void {
  const key = JSON.stringify([action.text, action.owner, action.due])
  const known = actions.get(key)
  if (!known) actions.set(key, { action, at: [at] })
  else if (known.at.at(-1) !== at) known.at.push(at)
}
