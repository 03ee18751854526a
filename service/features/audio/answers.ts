// What was said, in the shapes that OpenAI's clients read.
import { deflateSync } from 'node:zlib'
import { languageName } from '../../core/language-name.ts'
import { contentTypeOf } from '../transcripts/exports/formats.ts'
import { toSrt, toVtt } from '../transcripts/exports/subtitles.ts'
import { separatorOf } from '../transcripts/segments.ts'
import type { Speech } from './order.ts'
import type { DiarizedSpeech, SpeechText, TranscriptionForm, VerboseSpeech } from './schema.ts'

type Format = NonNullable<TranscriptionForm['response_format']>
type Wanted = {
  format: Format
  granularities: readonly ('word' | 'segment')[]
  translates: boolean
  withLogprobs: boolean
}
type Written = { contentType: string; body: string | SpeechText | VerboseSpeech | DiarizedSpeech }

const json = 'application/json; charset=utf-8'

export function writeSpeech(speech: Speech, wanted: Wanted): Written {
  const { text, language, segments } = speech
  const source = { transcript: { segments, language } }
  switch (wanted.format) {
    case 'text':
      return { contentType: contentTypeOf('txt'), body: `${text}\n` }
    case 'srt':
      return { contentType: contentTypeOf('srt'), body: toSrt(source, { speakers: false }) }
    case 'vtt':
      return { contentType: contentTypeOf('vtt'), body: toVtt(source, { speakers: false }) }
    case 'verbose_json':
      return { contentType: json, body: toVerbose(speech, wanted) }
    case 'diarized_json':
      return { contentType: json, body: toDiarized(speech) }
    case 'json':
      return {
        contentType: json,
        body: { ...toSpeechText(speech), ...(wanted.withLogprobs && toLogprobs(speech)) },
      }
  }
}

const toSpeechText = ({ text, durationSeconds, modelUsed, contentId }: Speech): SpeechText => ({
  text,
  usage: { type: 'duration', seconds: round(durationSeconds) },
  model_used: modelUsed,
  ...(contentId !== undefined && { content_id: contentId }),
})

function toVerbose(speech: Speech, { granularities, translates }: Wanted): VerboseSpeech {
  const { language, durationSeconds } = speech
  return {
    task: translates ? 'translate' : 'transcribe',
    language: languageName(language)?.toLowerCase() ?? language,
    duration: round(durationSeconds),
    ...toSpeechText(speech),
    ...(granularities.includes('word') && { words: toWords(speech) }),
    ...(granularities.includes('segment') && { segments: toSegments(speech) }),
  }
}

const toWords = ({ segments }: Speech) =>
  segments.flatMap(({ words }) =>
    words.map(({ text, start, end }) => ({ word: text, start: round(start), end: round(end) })),
  )

const toSegments = ({ segments, language }: Speech) =>
  segments.map(({ start, end, text, words }, id) => ({
    id,
    seek: 0,
    start: round(start),
    end: round(end),
    // As Whisper has it: the texts in a row are the whole text.
    text: separatorOf(language) + text,
    tokens: [],
    temperature: 0,
    avg_logprob: round(meanLogarithm(words.map(({ confidence }) => confidence))),
    compression_ratio: round(Buffer.byteLength(text) / deflateSync(text).length),
    no_speech_prob: 0,
  }))

/** The confidence of each word, in the place of that of tokens, which the engine does not tell. */
export const toLogprobs = ({ segments, language }: Speech) => ({
  logprobs: segments
    .flatMap(({ words }) => words)
    .map(({ text, confidence }, index) => {
      const token = index === 0 ? text : separatorOf(language) + text
      const logprob = round(meanLogarithm([confidence]))
      return { token, logprob, bytes: [...Buffer.from(token)] }
    }),
})

/** No engine is sure that a word is wrong. */
const leastConfidence = 1e-4

const meanLogarithm = (confidences: readonly number[]): number =>
  confidences.reduce((sum, one) => sum + Math.log(Math.max(one, leastConfidence)), 0) /
  Math.max(1, confidences.length)

const toDiarized = (speech: Speech): DiarizedSpeech => ({
  task: 'transcribe',
  duration: round(speech.durationSeconds),
  segments: toSpeakerSegments(speech),
  ...toSpeechText(speech),
})

/** Each segment with its speaker: A, B and so on, by first words. */
export function toSpeakerSegments({ segments, speakers }: Speech): DiarizedSpeech['segments'] {
  const letters = new Map(speakers.map((id, index) => [id, letterOf(index)]))
  return segments.map(({ id, start, end, text, speaker_id: speakerId }) => ({
    type: 'transcript.text.segment',
    id,
    start: round(start),
    end: round(end),
    text,
    speaker: letters.get(speakerId) ?? letterOf(speakers.length),
  }))
}

const alphabet = 26

/** A to Z, then AA. */
function letterOf(index: number): string {
  const before = index < alphabet ? '' : letterOf(Math.floor(index / alphabet) - 1)
  return before + String.fromCharCode(65 + (index % alphabet))
}

const round = (value: number): number => Math.round(value * 1000) / 1000
