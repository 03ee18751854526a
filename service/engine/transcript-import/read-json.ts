/** Reads JSON: our own export, Otter's, Rev's, and lists of segments as other programs write them. */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Word } from '../engine.ts'
import { cleanText } from './clean-text.ts'
import { unreadable, type ReadFile, type ReadLine } from './imported-transcript.ts'
import { fieldOf, firstOf, secondsOf, speakerOf } from './json-values.ts'
import { fromOtter, OtterLines } from './read-otter.ts'
import { fromRev, Monologues } from './read-rev.ts'

/** Where programs keep the segments, if the file is not the list: whisper.cpp, Fireflies, Contact Lens. */
const lists = ['segments', 'transcription', 'sentences', 'Transcript']
/** What they call the parts of a segment. */
const textNames = ['text', 'sentence', 'Content']
const speakerNames = ['speaker', 'speaker_name', 'ParticipantRole', 'ParticipantId']
const startNames = ['start', 'start_time', 'startTime']
const endNames = ['end', 'end_time', 'endTime']

const Texts = textNames.map((name) => Type.Object({ [name]: Type.String() }))
const Segments = Type.Array(Type.Union(Texts))

/** Throws `transcript_unreadable`. */
export function readJson(text: string): ReadFile {
  const value = parse(text)
  for (const one of [value, fieldOf(value, 'data'), fieldOf(value, 'speech')]) {
    const otter = fieldOf(one, 'transcripts') ?? fieldOf(value, 'transcripts')
    if (Value.Check(OtterLines, otter)) return { lines: fromOtter(one, otter), language: null }
    const rev = fieldOf(one, 'monologues')
    if (Value.Check(Monologues, rev)) return { lines: fromRev(rev), language: null }
    const inside = fieldOf(one, 'transcript')
    const segments = firstOf(one, lists) ?? firstOf(inside, lists) ?? one
    if (Value.Check(Segments, segments)) {
      return {
        lines: segments.map(fromSegment).filter((line) => line.text !== ''),
        language: languageOf(one) ?? languageOf(inside) ?? languageOf(fieldOf(one, 'result')),
      }
    }
  }
  throw unreadable('This JSON is no transcript of Earshot, Otter or Rev, nor a list of segments.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('This file is not valid JSON.')
  }
}

function languageOf(value: unknown): string | null {
  const language = fieldOf(value, 'language')
  return typeof language === 'string' ? language.toLowerCase() : null
}

function fromSegment(segment: Static<typeof Segments>[number]): ReadLine {
  const line = {
    speaker: speakerOf(firstOf(segment, speakerNames)),
    ...timesOf(segment),
    text: cleanText(String(firstOf(segment, textNames))),
  }
  const timed = fieldOf(segment, 'words')
  const words = Array.isArray(timed) ? timed.flatMap(toWord) : []
  const isWhole = Array.isArray(timed) && words.length > 0 && words.length === timed.length
  return isWhole ? { ...line, words } : line
}

function timesOf(segment: object): Pick<ReadLine, 'start' | 'end'> {
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

/** `text` or, as whisper has it, `word`; `confidence` or `probability`. */
function toWord(word: unknown): Word[] {
  const written = firstOf(word, ['text', 'word'])
  const sure = firstOf(word, ['confidence', 'probability'])
  const text = typeof written === 'string' ? cleanText(written) : ''
  const [start, end] = [fieldOf(word, 'start'), fieldOf(word, 'end')]
  if (text === '' || typeof start !== 'number' || typeof end !== 'number') return []
  if (secondsOf(start) === null || secondsOf(end) === null || end < start) return []
  const confidence = typeof sure === 'number' && sure >= 0 && sure <= 1 ? sure : 1
  return [{ text, start, end, confidence }]
}
