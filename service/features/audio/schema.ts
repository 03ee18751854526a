import { Type, type Static } from 'typebox'
import { Body, SpokenLanguage, StringEnum } from '../../http/shapes.ts'
import { mediaTypeOf } from '../transcripts/exports/formats.ts'

/** Names and shapes are those of OpenAI's API, so that its clients work unchanged (api-choices.md 32). */

const Seconds = (example: number) =>
  Type.Number({ description: 'Seconds from the start of the recording', examples: [example] })

const common = {
  file: Type.String({
    format: 'binary',
    description:
      'The recording, at most 5 GB: any format that can be uploaded, told from its bytes. Sent as a file',
    examples: ['(the bytes)'],
  }),
  model: Type.Optional(
    Type.String({
      default: 'whisper-1',
      minLength: 1,
      maxLength: 200,
      description:
        'A speech-to-text model of GET /v1/models; any name that OpenAI or others give to such models ' +
        'stands for the one that is set up here',
      examples: ['whisper-1'],
    }),
  ),
  prompt: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'What was said before, or text of the kind that is expected, with names in their right ' +
        'spelling; its last 220 tokens or so count. Not with `project_id`, whose vocabulary is taken',
      examples: ['Earshot, Kubernetes, Ms Ødegård.'],
    }),
  ),
  hotwords: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'Words that are expected, as other services take them; read with `prompt`',
      examples: ['Earshot, Kubernetes'],
    }),
  ),
  temperature: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Taken and without effect: the engine chooses the likeliest words',
      examples: [0],
    }),
  ),
  project_id: Type.Optional(
    Type.String({
      // Sent empty it counts as left out, as every field of a form.
      maxLength: 100,
      description:
        'The project that keeps the recording with its transcript, which needs the write scope. ' +
        'Without it nothing is kept. An Earshot addition',
      examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
}

const plainFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const
const Format = <const V extends readonly string[]>(formats: V) =>
  Type.Optional(
    StringEnum<V[number]>(formats, {
      default: 'json',
      description: 'What is answered',
      examples: ['verbose_json'],
    }),
  )

export const TranscriptionForm = Body(
  {
    ...common,
    language: Type.Optional(
      SpokenLanguage('ISO 639-1 code of what is spoken; without it, it is detected'),
    ),
    response_format: Format([...plainFormats, 'diarized_json']),
    'timestamp_granularities[]': Type.Optional(
      Type.Array(StringEnum(['word', 'segment']), {
        maxItems: 2,
        description: 'Which times `verbose_json` has; left out, those of segments',
        examples: [['word', 'segment']],
      }),
    ),
    stream: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether text is sent while it is recognized, as server-sent events; with the formats ' +
          '`json`, `text` and `diarized_json`',
        examples: [false],
      }),
    ),
    chunking_strategy: Type.Optional(
      StringEnum(['auto'], { description: 'Taken; the engine always cuts at pauses' }),
    ),
    'include[]': Type.Optional(
      Type.Array(StringEnum(['logprobs']), {
        maxItems: 1,
        description: 'With `logprobs`, the format `json` has the confidence of each word',
        examples: [['logprobs']],
      }),
    ),
    task: Type.Optional(
      StringEnum(['transcribe', 'translate'], {
        default: 'transcribe',
        description: 'With `translate`, as /v1/audio/translations; other services have it here',
        examples: ['transcribe'],
      }),
    ),
  },
  { title: 'TranscriptionForm' },
)
export type TranscriptionForm = Static<typeof TranscriptionForm>

export const TranslationForm = Body(
  {
    ...common,
    response_format: Format(plainFormats),
    task: Type.Optional(StringEnum(['translate'], { description: 'What is done here anyway' })),
  },
  { title: 'TranslationForm' },
)
export type TranslationForm = Static<typeof TranslationForm>

const Usage = Type.Object(
  {
    type: Type.Literal('duration'),
    seconds: Type.Number({ description: 'Length of the recording', examples: [12.5] }),
  },
  { title: 'SpeechUsage' },
)

const answered = {
  text: Type.String({ examples: ['We will send the contract on Friday.'] }),
  usage: Usage,
  model_used: Type.String({
    description: 'The model of this machine that recognized it; an Earshot addition',
    examples: ['whisper-base-q5_1'],
  }),
  content_id: Type.Optional(
    Type.String({
      description: 'The recording, where a project keeps it; an Earshot addition',
      examples: ['cont_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
}

const SpeechLogprob = Type.Object(
  {
    token: Type.String({ description: 'A word, and the space before it', examples: [' contract'] }),
    logprob: Type.Number({
      description: 'Natural logarithm of its confidence',
      examples: [-0.105],
    }),
    bytes: Type.Array(Type.Integer(), {
      description: 'Of the word in UTF-8',
      examples: [[32, 97]],
    }),
  },
  { title: 'SpeechLogprob' },
)

const SpeechText = Type.Object(
  {
    ...answered,
    logprobs: Type.Optional(Type.Array(SpeechLogprob, { description: 'With `include[]`' })),
  },
  { title: 'SpeechText' },
)
export type SpeechText = Static<typeof SpeechText>

const Duration = Type.Number({ description: 'Of the recording, in seconds', examples: [12.5] })

const SpeechWord = Type.Object(
  { word: Type.String({ examples: ['contract'] }), start: Seconds(2.1), end: Seconds(2.5) },
  { title: 'SpeechWord' },
)

const SpeechSegment = Type.Object(
  {
    id: Type.Integer({ examples: [0] }),
    seek: Type.Integer({ description: 'Always 0', examples: [0] }),
    start: Seconds(0.5),
    end: Seconds(4.2),
    text: Type.String({ examples: [' We will send the contract on Friday.'] }),
    tokens: Type.Array(Type.Integer(), { description: 'Always empty', examples: [[]] }),
    temperature: Type.Number({ description: 'Always 0', examples: [0] }),
    avg_logprob: Type.Number({
      description: 'Mean natural logarithm of the confidence of its words',
      examples: [-0.21],
    }),
    compression_ratio: Type.Number({
      description: 'Size of the text in UTF-8, divided by its size compressed',
      examples: [0.9],
    }),
    no_speech_prob: Type.Number({
      description: 'Always 0: what is no speech was left out before',
      examples: [0],
    }),
  },
  { title: 'SpeechSegment' },
)

export const VerboseSpeech = Type.Object(
  {
    task: StringEnum(['transcribe', 'translate'], { examples: ['transcribe'] }),
    language: Type.String({ description: 'Of the text, in English', examples: ['english'] }),
    duration: Duration,
    ...answered,
    words: Type.Optional(Type.Array(SpeechWord)),
    segments: Type.Optional(Type.Array(SpeechSegment)),
  },
  { title: 'VerboseSpeech' },
)
export type VerboseSpeech = Static<typeof VerboseSpeech>

const SpeakerSegment = Type.Object(
  {
    type: Type.Literal('transcript.text.segment'),
    id: Type.String({ examples: ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'] }),
    start: Seconds(0.5),
    end: Seconds(4.2),
    text: Type.String({ examples: ['We will send the contract on Friday.'] }),
    speaker: Type.String({ description: 'A, B and so on, by first words', examples: ['A'] }),
  },
  { title: 'SpeakerSegment' },
)

export const DiarizedSpeech = Type.Object(
  {
    task: Type.Literal('transcribe'),
    duration: Duration,
    segments: Type.Array(SpeakerSegment),
    ...answered,
  },
  { title: 'DiarizedSpeech' },
)
export type DiarizedSpeech = Static<typeof DiarizedSpeech>

const Text = { schema: Type.String() }
const texts = {
  'text/plain': Text,
  [mediaTypeOf('srt')]: Text,
  [mediaTypeOf('vtt')]: Text,
}

/** The shapes from the one with most fields to that with fewest: the first that fits is written. */
export const TranscriptionAnswer = {
  description: 'What was said, in the format asked for',
  content: {
    'application/json': { schema: Type.Union([VerboseSpeech, DiarizedSpeech, SpeechText]) },
    ...texts,
    'text/event-stream': Text,
  },
}

export const TranslationAnswer = {
  description: 'What was said, in English and in the format asked for',
  content: {
    'application/json': { schema: Type.Union([VerboseSpeech, SpeechText]) },
    ...texts,
  },
}

export const streamGuide =
  'With `stream=true` events come as soon as text is recognized, each a line `data:` with JSON: ' +
  '`transcript.text.delta` (`delta`, what follows on the text so far), for `diarized_json` at the end ' +
  'one `transcript.text.segment` for each segment, and last `transcript.text.done` (`text`, the ' +
  'whole text, which counts). What fails later is an event with `error`.'
