// Replaces the words of a recording's transcript by those of another program.
import type { Caller } from '../../core/caller.ts'
import { ApiError, JobError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type {
  ImportedTranscript,
  TimedLine,
} from '../../engine/transcript-import/imported-transcript.ts'
import { readTranscript } from '../../engine/transcript-import/read-transcript.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { requireAudio, transcriptFormatOf } from '../imports/formats.ts'
import { toImportedTranscript } from '../imports/to-transcript.ts'
import { indexTranscript } from '../search/index-content.ts'
import type { TranscriptRow } from '../transcripts/record.ts'
import type { NewTranscript } from '../transcripts/segments.ts'
import type { TranscriptVersion } from '../transcripts/transcript.ts'
import { addTranscript, findHead, findTranscript, nextVersion } from '../transcripts/transcripts.ts'
import { toVersion } from '../transcripts/versions.ts'
import { alignTranscript } from './align-transcript.ts'
import { announceVersion, requireEditable } from './editing.ts'
import type { TranscriptImport } from './schema.ts'
import { selectLastSpeaker } from './store.ts'

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'queue'>
type Work = TranscriptImport & { signal: AbortSignal }

/** Makes a new version of the words of `text`, with the times of the recognized ones. */
export async function importTranscript(
  deps: ImportDeps,
  caller: Caller,
  ref: ContentRef,
  { content_type: contentType, text, signal }: Work,
): Promise<TranscriptVersion> {
  requireAudio(await requireContent(deps.db.sql, caller, ref.projectId, ref.contentId))
  const format = transcriptFormatOf(contentType) ?? 'text'
  // Read before the transaction: others are not to wait for it.
  const read = await requireReadable({ source: new TextEncoder().encode(text), format }, signal)
  return deps.db.transaction(async (tx) => {
    const head = await requireEditable(tx, caller, ref)
    const content = await requireContent(tx, caller, ref.projectId, ref.contentId)
    const before = await findTranscript(tx, ref.contentId, head.version)
    if (!before) throw new Error('A version of a transcript is gone.')
    const lines = requireSame(read, before, content.duration_seconds ?? 0)
    const taken = await selectLastSpeaker(tx, ref.contentId)
    const transcript = withKnownSpeakers(
      toImportedTranscript({ lines }, before.language, taken),
      before,
      lines.every(({ speaker }) => speaker === null),
    )
    await store(deps, tx, caller, { ref, before, transcript, taken })
    const stored = await findHead(tx, ref.contentId)
    if (!stored) throw new Error('A version of a transcript was not stored.')
    return toVersion(stored, stored.version)
  })
}

/** What a job would fail with is here the answer. */
async function requireReadable(
  input: Parameters<typeof readTranscript>[0],
  signal: AbortSignal,
): Promise<ImportedTranscript> {
  try {
    return await readTranscript(input, signal)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    const { code, message } = error
    const isAnswer =
      code === 'transcript_unreadable' ||
      code === 'transcript_empty' ||
      code === 'transcript_too_long'
    throw isAnswer ? new ApiError(code, message) : error
  }
}

/** Of transcripts of one meeting, a third of the words and more stand in runs that both have. */
const leastShare = 0.05
/** Of fewer words, nothing can be said. */
const fewestWords = 20

function requireSame(
  { lines }: ImportedTranscript,
  { segments, language }: TranscriptRow,
  durationSeconds: number,
): TimedLine[] {
  const words = segments.flatMap((segment) => segment.words)
  const aligned = alignTranscript(lines, { words, durationSeconds, language })
  if (words.length >= fewestWords && aligned.share < leastShare) {
    throw new ApiError(
      'transcript_mismatch',
      'Hardly any of these words were recognized in this recording; it is another one’s transcript.',
    )
  }
  return aligned.lines
}

/** A text that names nobody leaves the speakers as they are. */
function withKnownSpeakers(
  transcript: NewTranscript,
  { segments: before, speakers }: TranscriptRow,
  isNameless: boolean,
): NewTranscript {
  if (!isNameless || before.length === 0) return transcript
  const segments = transcript.segments.map((segment) => ({
    ...segment,
    speaker_id: speakerAt(before, (segment.start + segment.end) / 2),
  }))
  const speaking = new Set(segments.map(({ speaker_id: id }) => id))
  return { ...transcript, segments, speakers: speakers.filter(({ id }) => speaking.has(id)) }
}

/** Who spoke at this moment, or last before it. */
function speakerAt(segments: readonly StoredSegment[], seconds: number): string {
  const found = segments.findLast(({ start }) => start <= seconds) ?? segments[0]
  return found?.speaker_id ?? ''
}

type Storing = {
  ref: ContentRef
  before: TranscriptRow
  transcript: NewTranscript
  /** How many speaker ids the earlier versions have used. */
  taken: number
}

async function store(
  deps: ImportDeps,
  tx: Tx,
  caller: Caller,
  { ref: { projectId, contentId }, before, transcript, taken }: Storing,
): Promise<void> {
  const now = deps.clock.now()
  const version = await nextVersion(tx, contentId)
  const { segments, speakers, text, word_count } = transcript
  await addTranscript(tx, {
    content_id: contentId,
    version,
    text,
    word_count,
    language: before.language,
    language_probability: before.language_probability,
    translated_to: before.translated_to,
    model_used: 'import',
    origin: 'imported',
    based_on: before.version,
    edited_by: caller.memberId,
    speakers: JSON.stringify(speakers),
    last_speaker: taken + speakers.length,
    segments: JSON.stringify(segments),
    created_at: now,
    updated_at: now,
  })
  await announceVersion(deps, tx, caller, { projectId, contentId, version, origin: 'imported' })
  await indexTranscript(deps, tx, contentId)
}
