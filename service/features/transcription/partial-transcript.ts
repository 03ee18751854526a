// What is heard of a recording before its transcription ends (api-choices.md 28).
import type { Caller } from '../../core/caller.ts'
import type { StoredSegment } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { talkOf, toSegmentRecords, toSpeakerRecords } from '../transcripts/record.ts'
import { labelOf, numberOf, textOf } from '../transcripts/segments.ts'
import type { Transcript } from '../transcripts/transcript.ts'
import { findHead, readTranscript } from '../transcripts/transcripts.ts'
import { linesKind, type KeptLines } from './keep-lines.ts'
import { selectPartsOf } from './store.ts'

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
  const blocks = (await selectPartsOf(db.sql, content.id, linesKind)) as KeptLines[] // keepLines alone writes them
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return readWhole({ db }, caller, ref)
  const segments = blocks.flatMap((block) => block.segments)
  const speakers = toSpeakers(segments)
  return {
    content_id: content.id,
    ...textOf(segments, last.language),
    segments: toSegmentRecords({
      ...{ segments, speakers, language: last.language },
      translated_to: last.translatedTo,
    }),
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
