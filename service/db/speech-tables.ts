import type { ColumnType, Generated } from 'kysely'

/** The tables of what was said, and of how people sound. */
type Json<T extends object> = ColumnType<T, string, string>

export type StoredWord = { text: string; start: number; end: number; confidence: number }
export type StoredSegment = {
  id: string
  start: number
  end: number
  text: string
  speaker_id: string
  words: StoredWord[]
  /** Only where it is not that of the transcript. */
  language?: string
  /** Who else speaks during it, and when; only where somebody does. */
  overlaps?: StoredOverlap[]
}
export type StoredOverlap = { start: number; end: number; speaker_id: string }
/** `name` is the owner's; `label` is shown until there is one. */
export type StoredSpeaker = { id: string; label: string; name: string | null }

type TranscriptOrigin = 'machine' | 'edited' | 'restored' | 'imported'

export type Transcripts = {
  content_id: string
  version: number
  text: string
  word_count: number
  language: string
  language_probability: number | null
  model_used: string
  speakers: Json<StoredSpeaker[]>
  segments: Json<StoredSegment[]>
  origin: Generated<TranscriptOrigin>
  /** Some of its times are estimated from the number of words. */
  has_estimated_times: Generated<boolean>
  based_on: number | null
  edited_by: string | null
  translated_to: string | null
  processing_seconds: number | null
  last_speaker: Generated<number>
  created_at: Date
  updated_at: Date
}

/** Finished parts of a transcription under way, under a key that names what they were made from. */
export type TranscriptionParts = {
  content_id: string
  key: string
  value: Json<object>
  created_at: Date
}

/** `peaks[channel][n]` is 0 to 100. */
export type Waveforms = {
  content_id: string
  seconds_per_peak: number
  peaks: Json<number[][]>
  quiet: Json<{ start: number; end: number }[]>
  created_at: Date
}

/** How a speaker of a version by the engine sounds, and whose voice it is or may be. */
export type SpeakerVoices = {
  content_id: string
  transcript_version: number
  speaker_id: string
  model: string
  embedding: Json<number[]>
  seconds: number
  voice_id: string | null
  suggested_voice_id: string | null
}

export type Voices = {
  id: string
  project_id: string
  name: string
  created_at: Date
  updated_at: Date
}
