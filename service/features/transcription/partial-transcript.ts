// What is heard of a recording before its transcription ends (api-choices.md 28).
import type { Caller } from '../../core/caller.ts'
import { second, toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { PartialLines } from '../../engine/engine.ts'
import { whileCurrent } from '../../queue/job-writes.ts'
import type { JobRun } from '../../queue/job.ts'
import type { ContentRow } from '../content/content-item.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { talkOf, toSegmentRecords, toSpeakerRecords } from '../transcripts/record.ts'
import { labelOf, numberOf, textOf, toTranscript } from '../transcripts/segments.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { findHead, readTranscript } from '../transcripts/transcripts.ts'
import { announceLines } from './outcome.ts'
import { toJson } from './parts.ts'
import { selectPartsOf, upsertPart } from './store.ts'

const kind = 'lines'

type KeptLines = Omit<PartialLines, 'segments' | 'speakers'> & {
  segments: StoredSegment[]
  keptAt: string
}

type CurrentRun = Pick<JobRun<unknown>, 'isCurrent' | 'finish'>

const leastMillisecondsBetweenEvents = 2 * second // api-choices.md 28

/**
 * Keeps the lines of each block until the transcription ends, and tells of them; they go with its
 * parts.
 */
export function keepLines(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'queue'>,
  run: CurrentRun,
  content: ContentRow,
): (lines: PartialLines) => Promise<void> {
  const { db, clock, log } = deps
  let toldAt = Number.NEGATIVE_INFINITY
  return async (lines) => {
    const now = clock.now()
    const { speakers: _, ...about } = lines
    const { segments } = toTranscript(lines)
    const value: KeptLines = { ...about, segments, keptAt: toIso(now) }
    const key = `${kind}:${String(lines.position).padStart(6, '0')}`
    const row = { content_id: content.id, key, value: toJson(value), created_at: now }
    const end = segments.at(-1)?.end
    const isTold = end !== undefined && now.getTime() - toldAt >= leastMillisecondsBetweenEvents
    const keep = async (tx: Tx): Promise<void> => {
      await upsertPart(tx, row)
      if (isTold) await announceLines(deps, tx, content, end)
    }
    try {
      await whileCurrent(db, run, keep)
      if (isTold) toldAt = now.getTime()
    } catch (error) {
      // Not fatal: they are only shown until the transcript is there.
      log.warn({ err: error, content: content.id }, 'lines of a transcription were not stored')
    }
  }
}

/**
 * What is heard so far while a recording is transcribed, else what `readTranscript` answers. A
 * transcript that is about to be replaced is answered until something of the new one is heard.
 */
export async function readPartial(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  ref: ContentRef,
): Promise<Transcript> {
  const content = await requireContent(db.sql, caller, ref.projectId, ref.contentId)
  if (content.status !== 'processing') return readWhole({ db }, caller, ref)
  const blocks = (await selectPartsOf(db.sql, content.id, kind)) as KeptLines[] // keepLines alone writes them
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return readWhole({ db }, caller, ref)
  const segments = blocks.flatMap((block) => block.segments)
  const speakers = toSpeakers(segments)
  return {
    content_id: content.id,
    ...textOf(segments, last.language),
    segments: toSegmentRecords(segments, speakers),
    language: last.language,
    speakers: toSpeakerRecords(speakers, { talk: talkOf(segments), suggestions: new Map() }),
    model_used: last.modelUsed,
    language_probability: last.languageProbability,
    translated_to: last.translatedTo,
    has_estimated_times: false,
    version: ((await findHead(db.sql, content.id))?.version ?? 0) + 1,
    origin: 'machine',
    based_on: null,
    edited_by: null,
    created_at: first.keptAt,
    updated_at: last.keptAt,
    is_partial: true,
  }
}

const readWhole = async (...read: Parameters<typeof readTranscript>): Promise<Transcript> => ({
  ...(await readTranscript(...read)),
  is_partial: false,
})

const toSpeakers = (segments: readonly StoredSegment[]) =>
  [...new Set(segments.map(({ speaker_id }) => speaker_id))]
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map((id) => ({ id, label: labelOf(numberOf(id) - 1), name: null }))
