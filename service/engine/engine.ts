/**
 * The interfaces of the two engines, speech to text and text to structured data. Slices depend on
 * these types only.
 */

/**
 * One word. Times are in seconds from the start of the recording; `confidence` is the engine's
 * probability, 0–1.
 */
export type Word = { text: string; start: number; end: number; confidence: number }

/** Recognized speech without a speaker. */
export type TranscribedSegment = Pick<SpokenSegment, 'text' | 'words'>

/**
 * A sentence or turn of at most 30 s. `speaker` is an index into the transcription's `speakers`;
 * `language` is the ISO code of a line that is not in the transcription's language; `overlaps` tell
 * who else speaks meanwhile, and when, if somebody does.
 */
export type SpokenSegment = {
  start: number
  end: number
  text: string
  words: Word[]
  speaker: number
  language?: string
  overlaps?: SpeakerSpan[]
}

/** A time in which somebody speaks. */
export type SpeakerSpan = Span & { speaker: number }

/** A voice embedding: a vector of unit length, comparable only with those of the same `model`. */
export type Voice = { model: string; embedding: number[] }

/** A speaker, listed in the order of first words; `seconds` is the total length of their speech. */
export type DetectedSpeaker = { voice: Voice | null; seconds: number }

/**
 * How much of one track echoes in the other: `reduced` if some was found and removed, `heavy` if it
 * is too loud to tell from a voice.
 */
export type Echo = 'none' | 'reduced' | 'heavy'

/**
 * The result of a transcription. `language` is an ISO 639-1 code (639-3 if there is none); silence
 * yields no segments.
 */
export type Transcription = {
  segments: SpokenSegment[]
  speakers: DetectedSpeaker[]
  language: string
  /** 0–1; null if the language was not detected. */
  languageProbability: number | null
  /** 'en' if the text is a translation of the speech. */
  translatedTo: 'en' | null
  /** Null unless the recording has two separate tracks. */
  echo: Echo | null
  durationSeconds: number
  modelUsed: string
}

/** What was said in one block, before the voices of the whole recording are told apart. */
export type PartialLines = Pick<
  Transcription,
  'segments' | 'speakers' | 'language' | 'languageProbability' | 'translatedTo' | 'modelUsed'
> & {
  /** Which block of the recording it is, from 0. */
  position: number
  /** False while the block is being transcribed: these are the lines heard of it so far. */
  isWhole: boolean
}

export type SpeechRequest = {
  audioPath: string
  /** Id of a speech-to-text model in the catalogue; the default model if omitted. */
  model?: string
  /** ISO 639-1 code of the speech; detected if omitted. */
  language?: string
  translateToEnglish?: boolean
  /** Names and terms that may occur, correctly spelled. */
  vocabulary?: readonly string[]
  /** Text of the kind that is expected, or that was said before; of a long one the end counts. */
  prompt?: string
  /** Whether voices are told apart, unless there is a track for each; true if omitted. */
  withSpeakers?: boolean
  /** Whether to compute the speakers' voices. */
  withVoices?: boolean
}

/**
 * Stores completed parts of a long job, so that it can resume after a crash or a pause. A key
 * identifies all inputs of its part; a part that is not found is computed again.
 */
export type PartStore = {
  read: (key: string) => Promise<object | undefined>
  write: (key: string, value: object) => Promise<void>
}

/** A media file's properties, detected from its bytes. `sampleRate` is in Hz. */
export type MediaFacts = {
  container: string
  durationSeconds: number
  hasVideo: boolean
  audioTracks: { codec: string; channels: number; sampleRate: number }[]
}

/** A short chunk of a recording in progress: 16 kHz, mono, 16 bit, at most 30 s. */
export type LiveChunk = {
  samples: Int16Array
  /** ISO 639-1 code of the speech; detected if omitted. */
  language?: string
  /** Names and terms that may occur, correctly spelled. */
  vocabulary?: readonly string[]
}

/** `isJoined` if no space precedes the word. */
type LiveWord = Pick<Word, 'text' | 'start' | 'end'> & { isJoined: boolean }

/**
 * The sentences of a chunk, with times in seconds from its start. Silence yields no segments and
 * `language` null.
 */
export type LiveTranscription = {
  segments: { start: number; end: number; text: string; words: LiveWord[] }[]
  language: string | null
  modelUsed: string
}

/** A time span of a recording, in seconds. */
export type Span = { start: number; end: number }

/**
 * Peaks for drawing: `peaks[channel][n]` is 0 to 100, where 100 is the loudest moment of the
 * recording. `quiet` lists the silent spans.
 */
export type Waveform = { secondsPerPeak: number; peaks: number[][]; quiet: Span[] }

/** Whether an engine can work; `reason` is a sentence for the owner. */
export type EngineStatus = { ready: true; model: string } | { ready: false; reason: string }

/** Aborting `signal` rejects the work with `cancelled`; `fraction` of the work is 0–1. */
export type WorkOptions = { signal: AbortSignal; onProgress: (fraction: number) => void }

export type TranscribeOptions = WorkOptions & {
  /** Called once the file is known to contain audio; an error thrown here aborts the work. */
  onReadable?: (media: MediaFacts) => Promise<void>
  /** Called once, after decoding and before transcription. */
  onWaveform?: (waveform: Waveform) => Promise<void>
  /**
   * Called for each block of the recording in turn, also for those of an earlier run, and again and
   * again while one is transcribed.
   */
  onLines?: (lines: PartialLines) => Promise<void>
  parts?: PartStore
}

/**
 * Speech to text. Methods reject with `JobError` (no_audio_stream, unsupported_media,
 * decode_failed, media_too_long, model_missing, language_unsupported, engine_crashed,
 * engine_timeout, out_of_memory, cancelled).
 */
export type Transcriber = {
  /** @param model id in the catalogue; the default model if omitted */
  status: (model?: string) => Promise<EngineStatus>
  /** Transcribes a recording. Progress is 0–1 and never decreases. */
  transcribe: (request: SpeechRequest, options: TranscribeOptions) => Promise<Transcription>
  /** Transcribes a short chunk with low latency; stores nothing. */
  transcribeLive: (chunk: LiveChunk, signal: AbortSignal) => Promise<LiveTranscription>
  /** Ends all child processes; resolves once they have exited. */
  stop: () => Promise<void>
}

/**
 * A JSON Schema (draft 2020-12) within the subset that the grammar can enforce (schema-subset.ts).
 */
export type JsonSchema = Record<string, unknown>

/** A segment of the transcript; times in seconds, `speaker` is the display name. */
export type WriterSegment = {
  id: string
  start: number
  end: number
  speaker: string
  text: string
}

/** Which language model is to work, and for whom. */
export type ModelChoice = {
  /** Whose settings and connected servers hold. */
  organizationId: string
  /** The id of a language model, or `builtInModel`; as set up if omitted. */
  model?: string
}

export type WriteRequest = {
  /** The prompt template with every placeholder filled in except the transcript. */
  instructions: string
  segments: WriterSegment[]
  /** Moments that were picked to be read as they are, and not a whole talk; a talk if omitted. */
  isExcerpt?: boolean
  /** ISO 639-1 code of the speech. */
  language: string
  /** ISO 639-1 code of the answer; the language of the speech if omitted. */
  resultLanguage?: string
  /**
   * The day of the recording (YYYY-MM-DD), from which "tomorrow" is resolved; unknown if omitted.
   */
  recordedOn?: string
  /** What whoever recorded it noted meanwhile: what matters to them. */
  notes?: string
  schema: JsonSchema
  /** Who is to write; the language model that is installed if omitted. */
  choice?: ModelChoice
}

/** What is known of a recording before a language model reads it; places are indices of utterances. */
export type ReadingGuide = {
  /** All that is said, in pieces of about one thought. */
  utterances: { speaker: string; text: string; segmentIds: string[] }[]
  /** Titles are null where nothing stands out. */
  chapters: { start: number; title: string | null }[]
  /** Fields whose items are worded from one passage each, the likeliest passage first. */
  lists: { field: string; kind: PassageKind; passages: Passage[] }[]
  /** Utterances in several orders, each by what they tell of one thing; the first is the summary. */
  rankings: number[][]
}

export type PassageKind = 'task' | 'decision' | 'open_question'
type Passage = { from: number; to: number }

/**
 * What a language model gets. One that passed its entrance test reads the whole; another reads what the guide names,
 * and without a guide everything, part by part.
 */
export type ModelRequest = WriteRequest & { guide?: ReadingGuide; isReadWhole?: boolean }

/** What is known of a statement of a result; the details of a task are null where they were not said. */
export type ClaimNote = {
  owner?: string | null
  due?: string | null
  condition?: string | null
  /** The lines that it cites do not tell for certain. */
  is_doubtful?: boolean
}

export type Writing = {
  /** Conforms to the request's schema; validated with ajv after generation. */
  result: Record<string, unknown>
  modelUsed: string
  /**
   * Maps JSON pointers (RFC 6901) into `result` to the ids of the segments that support the claim.
   */
  evidence: Record<string, string[]>
  /**
   * JSON pointers of the fields that the built-in analyser cannot answer: null, left out, or as
   * neutral as the schema permits. A field may be missing in `result`.
   */
  needsLanguageModel: string[]
  /** How much of the transcript was read: in tokens, or in words by the built-in analyser. */
  coverage: {
    tokens_total: number
    tokens_used: number
    chunks: number
    /** Statements that the recording did not carry; absent where none was checked one by one. */
    left_out?: number
  }
  /** By the pointer of a text or item; absent where statements were not checked one by one. */
  claims?: Record<string, ClaimNote>
  /** Percentage of checkable items that have evidence, 0–100. */
  confidenceScore: number
}

/**
 * Writes a result that conforms to a schema. Methods reject with `JobError` (schema_not_satisfied,
 * model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
 */
export type WritingSpeed = { read_tokens_per_second: number; written_tokens_per_second: number }

export type Writer = {
  status: (choice: ModelChoice) => Promise<EngineStatus>
  /** Null if the schema can be enforced, otherwise the location of the problem and its cause. */
  checkSchema: (schema: JsonSchema) => { pointer: string; message: string } | null
  /** How fast an installed model is here; null where it is not here, or loaded by another program. */
  measure?: (model: string, options: WorkOptions) => Promise<WritingSpeed | null>
  /** Throws schema_not_satisfied if no conforming result can be written. */
  write: (request: WriteRequest, options: WorkOptions) => Promise<Writing>
  /** Ends the model's process; resolves once it has exited. */
  stop: () => Promise<void>
}
