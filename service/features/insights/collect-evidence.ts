// For what is shown, the recordings it comes from and the moments at which it is said.
import type { Sql } from '../../db/database.ts'
import { type Moment, type RecordingFindings, firstMoments } from './findings.ts'
import { selectFindings, type Source } from './findings-store.ts'
import type { InsightsResult } from './result-schema.ts'

/** Choice: as many as somebody listens to; and of each entry the newest recordings. */
const mostRecordings = 10
const mostContentIds = 100
const pageSize = 100

type Shown<G> = { group: G; content_ids: string[]; evidence: StoredEvidence[] }

/**
 * The groups, each with its sources. Findings are read again here, so that the moments of thousands
 * of recordings are not kept at hand for the few that are shown.
 * @param momentsIn where a recording says what the group is about
 */
export async function withSources<G extends { places: number[] }>(
  sql: Sql,
  items: readonly Source[],
  groups: readonly G[],
  momentsIn: (found: RecordingFindings, group: G) => Moment[],
): Promise<Shown<G>[]> {
  const sourcesOf = ({ places }: G, most: number) =>
    places.slice(0, most).flatMap((place) => items[place] ?? [])
  const shown = groups.map((group) => ({
    group,
    content_ids: sourcesOf(group, mostContentIds).map(({ content_id }) => content_id),
    sources: sourcesOf(group, mostRecordings),
  }))
  const findings = await readAll(
    sql,
    shown.flatMap(({ sources }) => sources),
  )
  return shown.map(({ group, content_ids, sources }) => ({
    group,
    content_ids,
    evidence: sources.flatMap(({ content_id, findings_id }) => {
      const found = findings.get(findings_id)
      if (!found) return []
      const segments = firstMoments(momentsIn(found, group))
      return { content_id, stamp: found.stamp, segments }
    }),
  }))
}

async function readAll(sql: Sql, sources: readonly Source[]) {
  const ids = [...new Set(sources.map(({ findings_id }) => findings_id))]
  const findings = new Map<number, RecordingFindings>()
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = await selectFindings(sql, ids.slice(from, from + pageSize))
    for (const [id, found] of page) findings.set(id, found)
  }
  return findings
}

export type StoredEvidence = { content_id: string; stamp: string | null; segments: Moment[] }

type Lists = 'tones' | 'key_themes' | 'action_items' | 'objections' | 'questions'
type Kept<T> = Omit<T, 'evidence'> & { evidence: StoredEvidence[] }

/**
 * A result as it is kept: evidence with the state of the transcript that its times are of. What
 * recordings are called, and whether the moments still exist, is looked up when it is shown.
 */
export type StoredResult = Omit<InsightsResult, Lists> & {
  [List in Lists]: Kept<InsightsResult[List][number]>[]
}
