// Reads what changed since it was last read, and only that; names what insights are made from.
import type { Deps } from '../../deps.ts'
import { cutText } from '../../engine/cut-text.ts'
import { answeredIn } from '../analyses/answered.ts'
import {
  fillFindings,
  mergeFindings,
  type Moment,
  type RecordingFindings,
  createMoments,
} from './findings.ts'
import { replaceFindings, type NewFindings, type Source } from './findings-store.ts'
import type { Pace } from './cooperative-pace.ts'
import { readResult } from './read-result.ts'
import { readSpeech } from './read-speech.ts'
import {
  selectResults,
  selectSpeech,
  type SourceAnalysis,
  type SourceTranscript,
} from './source-store.ts'
import { selectItems, type Period, type SourceItem } from './state-store.ts'

export type Refreshed = { sources: Source[]; recordingsRead: number }

/** Of a quote: as much as tells what is meant. */
const mostCharacters = 240

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'embedder'>
type Work = { signal: AbortSignal; pace: Pace }
type OnRead = (sources: readonly Source[]) => Promise<void>

const pageSize = 2_000
/** Few, so that their results are parsed in a few milliseconds. */
const readAtOnce = 50

/**
 * The findings of every recording of a period, the newest first; those of an unchanged one are as they were. `onRead` gets
 * them in parts.
 */
export async function refresh(
  deps: RefreshDeps,
  period: Period,
  { onRead, ...work }: Work & { onRead: OnRead },
): Promise<Refreshed> {
  const found: Refreshed = { sources: [], recordingsRead: 0 }
  const select = (last?: SourceItem) => selectItems(deps.db.sql, period, { last, limit: pageSize })
  for (let page = select(); ;) {
    work.signal.throwIfAborted()
    const items = await page
    const isLast = items.length < pageSize
    if (!isLast) {
      // Looked for while these are taken, which may fail first.
      page = select(items.at(-1))
      page.catch(() => {})
    }
    const { all, read } = await readAll(deps, items, work)
    found.recordingsRead += read
    found.sources.push(...all)
    await onRead(all)
    if (isLast) return found
  }
}

async function readAll(deps: RefreshDeps, items: readonly SourceItem[], work: Work) {
  const changed = items.filter(({ findings_id }) => findings_id === null)
  const fresh = new Map<string, number>()
  for (let from = 0; from < changed.length; from += readAtOnce) {
    const read = await readChanged(deps, changed.slice(from, from + readAtOnce), work)
    for (const [id, findingsId] of read) fresh.set(id, findingsId)
  }
  const all = items.flatMap(({ id, created_at, findings_id: known }): Source[] => {
    const findings_id = known ?? fresh.get(id)
    return findings_id === undefined ? [] : [{ findings_id, content_id: id, created_at }]
  })
  return { all, read: fresh.size }
}

async function readChanged(
  deps: RefreshDeps,
  items: readonly SourceItem[],
  work: Work,
): Promise<Map<string, number>> {
  const results = new Map<string, SourceAnalysis[]>()
  const ids = items.map(({ id }) => id)
  for (const row of await selectResults(deps.db.sql, ids)) {
    results.set(row.content_id, [...(results.get(row.content_id) ?? []), row])
  }
  const all: NewFindings[] = []
  for (const { id, fingerprint } of items) {
    await work.pace()
    const findings = await findingsOf(deps, id, { results: results.get(id) ?? [], work })
    all.push({ content_id: id, fingerprint, findings })
  }
  // No check that the job still owns its work: what was read holds for any later reader.
  return deps.db.transaction((tx) => replaceFindings(tx, all, deps.clock.now()))
}

async function findingsOf(
  { db, embedder }: RefreshDeps,
  contentId: string,
  { results, work }: { results: SourceAnalysis[]; work: Work },
): Promise<RecordingFindings> {
  const speech = await selectSpeech(db.sql, contentId)
  const segments = speech?.segments ?? []
  const known = new Map(
    segments.map(({ id, start, end, text }): [string, Moment] => [
      id,
      { id, start, end, text: cutText(text, mostCharacters) },
    ]),
  )
  const merged = mergeFindings(
    results.map((one) =>
      readResult(answeredIn(one), createMoments(one.evidence, known), one.claims),
    ),
  )
  // Choice: also where no prompt asked for themes, so that every recording has its part in them.
  const isSilent = merged.themes === null && speech !== undefined
  const said = isSilent
    ? fillFindings(merged, await readSpeech(embedder, speech, { known, signal: work.signal }))
    : merged
  return {
    ...said,
    stamp: speech?.stamp ?? null,
    talkMs: segments.reduce((sum, one) => sum + lengthMs(one), 0),
    talk: talkIn(segments, speech?.names ?? []),
    words: speech?.words ?? 0,
  }
}

const lengthMs = ({ start, end }: { start: number; end: number }): number =>
  Math.round(1_000 * (end - start))

/** How long each of the named talks, and all others together. */
function talkIn(segments: SourceTranscript['segments'], names: readonly string[]) {
  const bySpeaker = Map.groupBy(segments, ({ speaker }) =>
    names.includes(speaker) ? speaker : null,
  )
  return [...bySpeaker].map(([speaker, own]) => ({
    speaker,
    ms: own.reduce((sum, one) => sum + lengthMs(one), 0),
  }))
}
