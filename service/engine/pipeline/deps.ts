import type { Log } from '../../core/log.ts'
import type { AudioDeps } from '../decode/decode-audio.ts'
import type { SpeechRequest } from '../engine.ts'
import type { Recording } from './recording.ts'
import type { Weights } from './weights.ts'

/** What the pipeline needs of the machine. */
export type PipelineDeps = {
  /** whisper-cli. */
  program: string
  folders: readonly string[]
  /** The weights where a request names none. */
  modelId: string
  vadId: string
  audio: AudioDeps
  runDir: string
  /** Where copies of weights are kept that run faster. */
  cacheDir: string
  threads: number
  log: Log
}

/** One recording on its way through the pipeline. */
export type TranscriptionWork = {
  request: SpeechRequest
  weights: Weights
  recording: Recording
  /** File of the voice detector's weights. */
  vadModel: string
}
