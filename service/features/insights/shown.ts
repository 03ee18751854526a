// A kept result as it is shown: with the names of recordings, without moments that are gone, and
// without anything that may be from a recording that was deleted.
import type { Sql } from '../../db/database.ts'
import type { InsightsResult } from './result-schema.ts'
import { selectNames, selectSegments, type Named, type InsightsRow } from './store.ts'
import { noCounts, toTotals } from './series.ts'
import type { StoredEvidence, StoredResult } from './collect-evidence.ts'

type Lookup = { names: ReadonlyMap<string, Named>; segments: ReadonlyMap<string, Moment> }
type Moment = { start: number; end: number; text: string }

/** What results kept by older versions lack. */
const empty = {
  objections: [],
  questions: [],
  totals: toTotals(noCounts()),
  series: { step: 'day' as const, time_zone: null, points: [] },
  talk: [],
  comparison: null,
  digest: [],
  tones: [],
  before: null,
}

/** The results of the rows, null where a row has none. */
export async function showResults(
  sql: Sql,
  rows: readonly InsightsRow[],
): Promise<(InsightsResult | null)[]> {
  const results = rows.map(readResult)
  const evidence = results.flatMap((result) => (result ? evidenceIn(result) : []))
  const lookup = await lookUp(sql, evidence)
  return results.map((result) => result && show(result, lookup))
}

/** Written by outcome.ts from a StoredResult, or by an older version from less. */
function readResult({ result, removed_ids }: InsightsRow): StoredResult | null {
  if (!result) return null
  const stored = result as Partial<StoredResult> & Pick<StoredResult, 'key_themes' | 'action_items'>
  // The older parts are the specification's and always there.
  const whole = {
    ...empty,
    ...stored,
    series: { ...empty.series, ...stored.series },
  } as StoredResult
  return removed_ids.length > 0 ? withoutRemoved(whole, new Set(removed_ids)) : whole
}

/**
 * Until the rest is counted again, whatever may be in the words of a deleted recording is left out:
 * also where not all recordings are named, and every sentence that names some.
 */
function withoutRemoved(result: StoredResult, removed: ReadonlySet<string>): StoredResult {
  const isKept = (ids: readonly string[], all: number) =>
    ids.length === all && !ids.some((id) => removed.has(id))
  const keep = <T extends { content_ids: string[]; recordings: number }>(entries: T[]): T[] =>
    entries.filter(({ content_ids, recordings }) => isKept(content_ids, recordings))
  const { top_action_items: lines, action_items: items } = result
  return {
    ...result,
    key_themes: result.key_themes.filter((one) => isKept(one.content_ids, one.frequency)),
    top_action_items: lines.filter((_, at) => keep(items.slice(at, at + 1)).length > 0),
    action_items: keep(items),
    objections: keep(result.objections),
    questions: keep(result.questions),
    tones: keep(result.tones),
    before: null,
    recommendations: [],
    talk: [],
    digest: [],
    comparison: null,
  }
}

const evidenceIn = ({ tones, key_themes, action_items, objections, questions }: StoredResult) =>
  [...tones, ...key_themes, ...action_items, ...objections, ...questions].flatMap(
    (one) => one.evidence ?? [],
  )

async function lookUp(sql: Sql, evidence: readonly StoredEvidence[]): Promise<Lookup> {
  const names = await selectNames(sql, [...new Set(evidence.map(({ content_id }) => content_id))])
  // Most transcripts are as they were: only the others are looked into.
  const changed = evidence.filter(
    ({ content_id, stamp, segments }) =>
      segments.length > 0 && stamp !== (names.get(content_id)?.stamp ?? null),
  )
  const ids = [...new Set(changed.map(({ content_id }) => content_id))]
  const wanted = changed.flatMap(({ segments }) => segments.map(({ id }) => id))
  return { names, segments: await selectSegments(sql, ids, wanted) }
}

function show(result: StoredResult, lookup: Lookup): InsightsResult {
  const withEvidence = <T extends { evidence: StoredEvidence[] }>(entries: readonly T[]) =>
    entries.map((one) => ({ ...one, evidence: showEvidence(one.evidence ?? [], lookup) }))
  return {
    ...result,
    tones: withEvidence(result.tones),
    key_themes: withEvidence(result.key_themes),
    action_items: withEvidence(result.action_items),
    objections: withEvidence(result.objections),
    questions: withEvidence(result.questions),
  }
}

const showEvidence = (all: readonly StoredEvidence[], { names, segments: known }: Lookup) =>
  all.flatMap(({ content_id, stamp, segments }) => {
    const named = names.get(content_id)
    if (!named) return []
    const still =
      stamp === named.stamp
        ? segments.map(({ text = '', ...moment }) => ({ ...moment, text }))
        : segments.flatMap(({ id }) => {
            const now = known.get(id)
            return now ? { id, ...now } : []
          })
    const { filename, title } = named
    return { content_id, filename, title, segments: still }
  })
