/** What the product sees of the models: two small interfaces and the shapes that cross them. */

/** One word on the recording's clock, in seconds; `confidence` is the engine's probability, 0–1. */
export type Word = { text: string; start: number; end: number; confidence: number }

/** A stretch of speech. `channel` is the audio channel that carried it, null where channels do not tell. */
export type SpokenSegment = {
  start: number
  end: number
  text: string
  words: Word[]
  channel: number | null
}

/** What a transcriber heard. `language` is an ISO 639-1 code; silence gives no segments. */
export type Transcription = {
  segments: SpokenSegment[]
  language: string
  languageProbability: number | null
  durationSeconds: number
  modelUsed: string
}

/** What a file really holds, told from its bytes. */
export type MediaFacts = {
  container: string
  durationSeconds: number
  hasVideo: boolean
  audioTracks: { codec: string; channels: number; sampleRate: number }[]
}

export type EngineStatus = { ready: true; model: string } | { ready: false; reason: string }

export type WorkOptions = { signal: AbortSignal; onProgress: (fraction: number) => void }

export type HearOptions = WorkOptions & {
  /** Called once, when the file is known to hold sound; what it throws ends the work. */
  onReadable?: (media: MediaFacts) => Promise<void>
}

/**
 * Speech to text. Failures are `JobError`s (no_audio_stream, unsupported_media, decode_failed,
 * media_too_long, model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
 */
export type Transcriber = {
  status: () => Promise<EngineStatus>
  transcribe: (
    input: { audioPath: string; language?: string; vocabulary?: string },
    options: HearOptions,
  ) => Promise<Transcription>
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
