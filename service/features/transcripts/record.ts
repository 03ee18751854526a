// Stored transcripts: their rows, and the records that responses carry.
import type { Selectable } from 'kysely'
import { toIso } from '../../core/time.ts'
import type { Transcripts, StoredSegment, StoredSpeaker, StoredWord } from '../../db/tables.ts'
import { displayName } from './segments.ts'
import type { Transcript } from './transcript.ts'

export type TranscriptRow = Selectable<Transcripts>

/** Every column but the long ones: a transcript of ten hours has 10 MB of segments. */
export const headFields = [
  'content_id',
  'version',
  'word_count',
  'language',
  'model_used',
  'speakers',
  'origin',
  'based_on',
  'edited_by',
  'translated_to',
  'created_at',
  'updated_at',
] as const
export type HeadRow = Pick<TranscriptRow, (typeof headFields)[number]>
export type VersionRow = Omit<HeadRow, 'speakers'>

type Word = Transcript['segments'][number]['words'][number]
type Segment = Transcript['segments'][number]
type Speaker = Transcript['speakers'][number]

/** Names that voice memory proposes, by speaker id. */
export type Suggestions = ReadonlyMap<string, string>
const noSuggestions: Suggestions = new Map()

/**
 * Choice: words below this confidence are marked for readers. Measured with the base weights on 616
 * words, 32 of them wrong (test/bench/uncertain-words.ts): 5 % are marked, 36 % of those are wrong, and
 * 38 % of the wrong ones are marked: the best balance. A lower border misses most of what is wrong.
 */
const uncertainBelow = 0.55

export const toTranscriptRecord = (
  row: TranscriptRow,
  suggestions: Suggestions = noSuggestions,
): Transcript => ({
  content_id: row.content_id,
  text: row.text,
  segments: toSegmentRecords(row),
  language: row.language,
  speakers: toSpeakerRecords(row.speakers, { talk: talkOf(row.segments), suggestions }),
  model_used: row.model_used,
  language_probability: row.language_probability,
  translated_to: row.translated_to,
  has_estimated_times: row.has_estimated_times,
  ...provenanceOf(row),
  created_at: toIso(row.created_at),
})

/** The fields that the transcript, its versions and its changes share. */
export const provenanceOf = (row: VersionRow) => ({
  version: row.version,
  origin: row.origin,
  based_on: row.based_on,
  edited_by: row.edited_by,
  word_count: row.word_count,
  updated_at: toIso(row.updated_at),
})

export function toSegmentRecords({
  segments,
  speakers,
  language,
  translated_to: translation,
}: Pick<TranscriptRow, 'segments' | 'speakers' | 'language' | 'translated_to'>): Segment[] {
  const names = new Map(speakers.map((speaker) => [speaker.id, displayName(speaker)]))
  return segments.map((segment) => ({
    ...segment,
    language: translation ?? segment.language ?? language,
    overlaps: segment.overlaps ?? [],
    speaker: names.get(segment.speaker_id) ?? segment.speaker_id,
    words: segment.words.map(toWord),
  }))
}

const toWord = (word: StoredWord): Word => ({
  ...word,
  is_uncertain: word.confidence < uncertainBelow,
})

/** How long each speaker talks, in seconds. */
export type Talk = ReadonlyMap<string, number>

export function talkOf(segments: readonly StoredSegment[]): Talk {
  const talk = new Map<string, number>()
  for (const { speaker_id: id, start, end } of segments) {
    talk.set(id, (talk.get(id) ?? 0) + end - start)
  }
  return talk
}

type About = { talk: Talk; suggestions: Suggestions }

/** A name is proposed for nameless speakers only, and not where somebody has it already. */
export function toSpeakerRecords(
  speakers: readonly StoredSpeaker[],
  { talk, suggestions }: About,
): Speaker[] {
  const taken = new Set(speakers.map((speaker) => displayName(speaker).toLowerCase()))
  return speakers.map(({ id, label, name }) => {
    const suggested = suggestions.get(id)
    const isFree = name === null && suggested && !taken.has(suggested.toLowerCase())
    return {
      id,
      label,
      name,
      suggested_name: isFree ? suggested : null,
      seconds: Math.round((talk.get(id) ?? 0) * 100) / 100,
    }
  })
}
