/** Reads JSON: our own export, Otter's, Rev's, and lists of segments as other programs write them. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Word } from '../engine.ts'
import { readLanguage } from '../whisper/languages.ts'
import { cleanText } from './clean-text.ts'
import { unreadable, type ReadFile, type ReadLine } from './imported-transcript.ts'
import { fieldOf, firstOf, secondsOf, speakerOf } from './json-values.ts'
import { inSeconds } from './time-unit.ts'
import { fromOtter, OtterLines } from './read-otter.ts'
import { fromRev, Monologues } from './read-rev.ts'

/**
 * Where programs keep the segments, if the file is not the list: whisper.cpp, Fireflies, AssemblyAI and Deepgram,
 * transformers, Contact Lens.
 */
const lists = ['segments', 'transcription', 'sentences', 'utterances', 'chunks', 'Transcript']
/** What they call the parts of a segment. */
const textNames = ['text', 'sentence', 'transcript', 'Content']
const speakerNames = ['speaker', 'speaker_name', 'ParticipantRole', 'ParticipantId']
const startNames = ['start', 'start_time', 'startTime']
const endNames = ['end', 'end_time', 'endTime', 'stop']

const Texts = textNames.map((name) => Type.Object({ [name]: Type.String() }))
const Segments = Type.Array(Type.Union(Texts))

/** Throws `transcript_unreadable`. */
export function readJson(text: string): ReadFile {
  const value = parse(text)
  for (const whole of [
    value,
    ...['data', 'speech', 'results'].map((name) => fieldOf(value, name)),
  ]) {
    const otter = fieldOf(whole, 'transcripts') ?? fieldOf(value, 'transcripts')
    if (Value.Check(OtterLines, otter)) return { lines: fromOtter(whole, otter), language: null }
    const rev = fieldOf(whole, 'monologues')
    if (Value.Check(Monologues, rev)) return { lines: fromRev(rev), language: null }
    const inside = fieldOf(whole, 'transcript')
    const segments =
      firstOf(whole, lists) ?? firstOf(inside, lists) ?? wordsOfChannels(whole) ?? whole
    if (Value.Check(Segments, segments)) {
      const lines = segments.map(fromSegment).filter((line) => line.text !== '')
      return {
        lines: inSeconds(lines),
        language: languageOf(whole) ?? languageOf(inside) ?? languageOf(fieldOf(whole, 'result')),
      }
    }
  }
  throw unreadable('This JSON is no transcript of Earshot, Otter or Rev, nor a list of segments.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseLoosely(text)
  }
}

/** Programs in Python write `NaN` and `Infinity` for numbers that are none. */
function parseLoosely(text: string): unknown {
  const strict = text.replaceAll(stringOrNoNumber, (part) => (part.startsWith('"') ? part : 'null'))
  try {
    return JSON.parse(strict)
  } catch {
    throw unreadable('This file is not valid JSON.')
  }
}

const stringOrNoNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs

function languageOf(value: unknown): string | null {
  const language = firstOf(value, ['language', 'language_code', 'detected_language'])
  return typeof language === 'string' ? readLanguage(language) : null
}

function fromSegment(segment: Static<typeof Segments>[number]): ReadLine {
  const line = {
    speaker: speakerOf(firstOf(segment, speakerNames)),
    ...timesOf(segment),
    text: cleanText(String(firstOf(segment, textNames))),
  }
  const timed = fieldOf(segment, 'words')
  // Some programs give a number no time: such a word gets what is left between its neighbours.
  const words = Array.isArray(timed) ? timed.flatMap(toWord) : []
  return words.length > 0 ? { ...line, words } : line
}

/** Deepgram without its utterances: what each channel heard, in sentences where it has them. */
function wordsOfChannels(results: unknown): unknown {
  const channels = fieldOf(results, 'channels')
  if (!Array.isArray(channels)) return undefined
  return channels.flatMap((channel) => {
    const alternatives = fieldOf(channel, 'alternatives')
    const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
    const paragraphs = fieldOf(fieldOf(best, 'paragraphs'), 'paragraphs')
    if (Array.isArray(paragraphs)) return paragraphs.flatMap(sentencesOf)
    return best === undefined ? [] : [{ ...(best as object), ...spanOf(fieldOf(best, 'words')) }]
  })
}

function sentencesOf(paragraph: unknown): unknown[] {
  const sentences = fieldOf(paragraph, 'sentences')
  const speaker = fieldOf(paragraph, 'speaker')
  return Array.isArray(sentences) ? sentences.map((each: object) => ({ speaker, ...each })) : []
}

function spanOf(words: unknown): object {
  if (!Array.isArray(words)) return {}
  return { start: fieldOf(words[0], 'start'), end: fieldOf(words.at(-1), 'end') }
}

function timesOf(segment: object): Pick<ReadLine, 'start' | 'end'> {
  const pair = fieldOf(segment, 'timestamp')
  if (Array.isArray(pair)) return { start: secondsOf(pair[0]), end: secondsOf(pair[1]) }
  const start = secondsOf(firstOf(segment, startNames))
  const end = secondsOf(firstOf(segment, endNames))
  if (start !== null) {
    const length = secondsOf(fieldOf(segment, 'duration'))
    return { start, end: end ?? (length === null ? null : secondsOf(start + length)) }
  }
  const offsets = fieldOf(segment, 'offsets')
  const [from, to] = [fieldOf(offsets, 'from'), fieldOf(offsets, 'to')]
  return {
    start: fromMilliseconds(from ?? fieldOf(segment, 'BeginOffsetMillis')),
    end: fromMilliseconds(to ?? fieldOf(segment, 'EndOffsetMillis')),
  }
}

const fromMilliseconds = (value: unknown): number | null =>
  typeof value === 'number' ? secondsOf(value / 1000) : null

/** `text` or, as whisper has it, `word`, best with its punctuation; `confidence` or `probability`. */
function toWord(word: unknown): Word[] {
  const written = firstOf(word, ['text', 'punctuated_word', 'word'])
  const sure = firstOf(word, ['confidence', 'probability', 'score'])
  const text = typeof written === 'string' ? cleanText(written) : ''
  const [start, end] = [fieldOf(word, 'start'), fieldOf(word, 'end')]
  if (text === '' || typeof start !== 'number' || typeof end !== 'number') return []
  if (secondsOf(start) === null || secondsOf(end) === null || end < start) return []
  const confidence = typeof sure === 'number' && sure >= 0 && sure <= 1 ? sure : 1
  return [{ text, start, end, confidence }]
}
