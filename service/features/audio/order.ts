import type { TemporaryFile } from '../../blobs/temporary-file.ts'
import type { Transcript } from '../transcripts/transcript.ts'

/** What a program asks for. */
export type Order = {
  requestId: string
  file: TemporaryFile
  filename: string
  contentType: string
  model: string
  language: string | undefined
  prompt: string | undefined
  /** Into English. */
  translates: boolean
  /** Whether the answer tells speakers apart. */
  namesSpeakers: boolean
  /** Fires when the client is gone. */
  signal: AbortSignal
  /** Called with the whole text so far, which may still change. */
  onText?: ((soFar: string) => void) | undefined
}

/** What was said, wherever it is kept or not; times in seconds. */
export type Speech = {
  text: string
  segments: Transcript['segments']
  /** Ids, by first words. */
  speakers: readonly string[]
  /** ISO 639-1 code of the text. */
  language: string
  durationSeconds: number
  modelUsed: string
  /** The recording that is kept. */
  contentId?: string
}
