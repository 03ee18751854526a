/** The models as the rest of the service sees them: two small interfaces and their types. */

/** One word on the recording's clock, in seconds; `confidence` is the engine's probability, 0–1. */
export type Word = { text: string; start: number; end: number; confidence: number }

/** Speech before its speaker is known. */
export type TranscribedSegment = Pick<SpokenSegment, 'text' | 'words'>

/** A sentence or turn, at most 30 s. `speaker` is an index into the transcription's speakers. */
export type SpokenSegment = {
  start: number
  end: number
  text: string
  words: Word[]
  speaker: number
}

/** How a speaker sounds: a vector of unit length that only compares with those of its `model`. */
export type Voice = { model: string; embedding: number[] }

/** In the order of their first words. */
export type DetectedSpeaker = { voice: Voice | null; seconds: number }

/** How much of one track echoes in the other; `reduced` where doubled lines were dropped. */
export type Echo = 'none' | 'reduced' | 'heavy'

/** The result of a transcription. `language` is an ISO 639-1 code; silence gives no segments. */
export type Transcription = {
  segments: SpokenSegment[]
  speakers: DetectedSpeaker[]
  language: string
  languageProbability: number | null
  /** 'en' where the text is a translation of the speech. */
  translatedTo: 'en' | null
  /** Null where the recording has no two different tracks. */
  echo: Echo | null
  durationSeconds: number
  modelUsed: string
}

export type SpeechRequest = {
  audioPath: string
  /** Id of a speech-to-text model of the catalogue; left out, the default. */
  model?: string
  /** ISO 639-1; left out, it is detected. */
  language?: string
  translateToEnglish?: boolean
  /** Names and terms that may occur, in their right spelling. */
  vocabulary?: readonly string[]
  /** Whether the result includes the speakers' voices. */
  withVoices?: boolean
}

/**
 * Where finished parts of one long piece of work are kept, so that it goes on after a crash or a
 * pause. A key names all that the part was made from; what is not found is made again.
 */
export type PartStore = {
  read: (key: string) => Promise<object | undefined>
  write: (key: string, value: object) => Promise<void>
}

/** What a file really holds, told from its bytes. */
export type MediaFacts = {
  container: string
  durationSeconds: number
  hasVideo: boolean
  audioTracks: { codec: string; channels: number; sampleRate: number }[]
}

/** A short chunk of sound while it is still being recorded: 16 kHz, mono, 16 bit, at most 30 s. */
export type LiveChunk = {
  samples: Int16Array
  /** ISO 639-1; left out, it is detected. */
  language?: string
}

/** `isJoined` where no blank stands before the word. */
type LiveWord = Pick<Word, 'text' | 'start' | 'end'> & { isJoined: boolean }

/** The sentences of a chunk, on its own clock; silence gives none, and no language. */
export type LiveTranscription = {
  segments: { start: number; end: number; text: string; words: LiveWord[] }[]
  language: string | null
  modelUsed: string
}

/** A part of a recording, in seconds. */
export type Span = { start: number; end: number }

/** `peaks[channel][n]` is 0 to 100, the loudest moment of the recording; in `quiet` nothing sounds. */
export type Waveform = { secondsPerPeak: number; peaks: number[][]; quiet: Span[] }

export type EngineStatus = { ready: true; model: string } | { ready: false; reason: string }

export type WorkOptions = { signal: AbortSignal; onProgress: (fraction: number) => void }

export type TranscribeOptions = WorkOptions & {
  /** Called once, when the file is known to hold sound; what it throws ends the work. */
  onReadable?: (media: MediaFacts) => Promise<void>
  /** Called once, when the sound is decoded and before it is transcribed. */
  onWaveform?: (waveform: Waveform) => Promise<void>
  parts?: PartStore
}

/**
 * Speech to text. Failures are `JobError`s (no_audio_stream, unsupported_media, decode_failed,
 * media_too_long, model_missing, language_unsupported, engine_crashed, engine_timeout,
 * out_of_memory, cancelled).
 */
export type Transcriber = {
  /** @param model of the catalogue; left out, the default */
  status: (model?: string) => Promise<EngineStatus>
  transcribe: (request: SpeechRequest, options: TranscribeOptions) => Promise<Transcription>
  /** The words of a short chunk, quickly and once: nothing of it is kept. */
  transcribeLive: (chunk: LiveChunk, signal: AbortSignal) => Promise<LiveTranscription>
  /** Ends every child process; resolves when none is left. */
  stop: () => Promise<void>
}

/** A JSON Schema (2020-12) inside the subset that the grammar can hold to. */
export type JsonSchema = Record<string, unknown>

export type WriterSegment = {
  id: string
  start: number
  end: number
  speaker: string
  text: string
}

export type WriteRequest = {
  /** The prompt's template with every placeholder but the transcript filled in. */
  instructions: string
  segments: WriterSegment[]
  /** ISO 639-1 code of the speech. */
  language: string
  /** ISO 639-1 code of the answer; left out, that of the speech. */
  resultLanguage?: string
  /** The day of the recording (YYYY-MM-DD): "tomorrow" is counted from it. Left out, unknown. */
  recordedOn?: string
  schema: JsonSchema
}

export type Writing = {
  /** Conforms to the request's schema: checked with ajv after generation. */
  result: Record<string, unknown>
  modelUsed: string
  /** JSON pointer into `result` → ids of the segments that carry the claim. */
  evidence: Record<string, string[]>
  coverage: { tokens_total: number; tokens_used: number; chunks: number }
  /** Share of checkable items that have evidence, 0–100. */
  confidenceScore: number
}

/** Text to a schema-bound result. Failures are `JobError`s (schema_not_satisfied, engine_timeout, …). */
export type Writer = {
  status: () => Promise<EngineStatus>
  /** Null where the schema can be held to, else the place that cannot and why. */
  checkSchema: (schema: JsonSchema) => { pointer: string; message: string } | null
  write: (request: WriteRequest, options: WorkOptions) => Promise<Writing>
  stop: () => Promise<void>
}
