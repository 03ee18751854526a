import type { Log } from '../../core/log.ts'
import type { AudioDeps } from '../decode/decode-audio.ts'
import type { SpeechRequest } from '../engine.ts'
import type { Recording } from './recording.ts'
import type { Residents } from '../whisper/resident.ts'
import type { Weights } from './weights.ts'

/** What the pipeline needs from the machine. */
export type PipelineDeps = {
  /** Path of whisper-cli. */
  program: string
  folders: readonly string[]
  /** The default model, for requests that name none. */
  modelId: string
  vadId: string
  audio: AudioDeps
  runDir: string
  /** Folder for expanded copies of weights, which run faster. */
  cacheDir: string
  threads: number
  log: Log
  residents: Residents
}

/** The transcription of one recording. */
export type TranscriptionWork = {
  request: SpeechRequest
  weights: Weights
  recording: Recording
  /** Path of the voice detector's weights. */
  vadModel: string
}
