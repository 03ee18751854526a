/** Reads JSON: our own export, Otter's, and lists of segments as other programs write them. */
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { cleanName, cleanText } from './clean-text.ts'
import { unreadable, type ReadFile, type ReadLine } from './imported-transcript.ts'

const Maybe = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null(), Type.Unknown()]))
const Seconds = Type.Number({ minimum: 0, maximum: 3_600_000 })

const TimedWord = Type.Object({ start: Seconds, end: Seconds })
const Segment = Type.Object({
  text: Type.String(),
  start: Maybe(Seconds),
  end: Maybe(Seconds),
  speaker: Maybe(Type.String()),
  words: Maybe(Type.Array(Type.Unknown())),
})
const Segments = Type.Array(Segment)

const OtterLine = Type.Object({
  transcript: Type.String(),
  start_offset: Type.Number({ minimum: 0 }),
  end_offset: Type.Number({ minimum: 0 }),
  speaker_id: Maybe(Type.Unknown()),
})
const OtterLines = Type.Array(OtterLine)

export function readJson(text: string): ReadFile {
  const value = parse(text)
  for (const one of [value, fieldOf(value, 'data'), fieldOf(value, 'speech')]) {
    const otter = fieldOf(one, 'transcripts') ?? fieldOf(value, 'transcripts')
    if (Value.Check(OtterLines, otter)) return { lines: fromOtter(one, otter), language: null }
    const segments = fieldOf(one, 'segments') ?? fieldOf(fieldOf(one, 'transcript'), 'segments')
    const lines = segments ?? one
    if (Value.Check(Segments, lines)) {
      const language = fieldOf(one, 'language') ?? fieldOf(fieldOf(one, 'transcript'), 'language')
      return {
        lines: lines.map(fromSegment).filter((line) => line.text !== ''),
        language: typeof language === 'string' ? language.toLowerCase() : null,
      }
    }
  }
  throw unreadable('This JSON is no transcript of Earshot, Otter, or a list of segments.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('This file is not valid JSON.')
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

const numberOf = (value: unknown): number | null =>
  Value.Check(Seconds, value) ? Math.round(value * 1000) / 1000 : null

function fromSegment(segment: Static<typeof Segment>): ReadLine {
  const { speaker } = segment
  const line = {
    speaker: typeof speaker === 'string' ? cleanName(speaker) : null,
    start: numberOf(segment.start),
    end: numberOf(segment.end),
    text: cleanText(segment.text),
  }
  const timed = Array.isArray(segment.words) ? segment.words : []
  const words = timed.flatMap(toWord)
  const isWhole = words.length > 0 && words.length === timed.length
  return isWhole ? { ...line, words } : line
}

/** `text` or, as whisper has it, `word`; `confidence` or `probability`. */
function toWord(word: unknown) {
  const written = fieldOf(word, 'text') ?? fieldOf(word, 'word')
  const sure = fieldOf(word, 'confidence') ?? fieldOf(word, 'probability')
  const text = typeof written === 'string' ? cleanText(written) : ''
  if (text === '' || !Value.Check(TimedWord, word) || word.end < word.start) return []
  const confidence = typeof sure === 'number' && sure >= 0 && sure <= 1 ? sure : 1
  return [{ text, start: word.start, end: word.end, confidence }]
}

/** Otter counts in samples of 16 kHz; some of its exports in milliseconds. */
const samplesPerSecond = 16_000

function fromOtter(speech: unknown, lines: Static<typeof OtterLines>): ReadLine[] {
  const people = fieldOf(speech, 'speakers')
  const names = new Map<unknown, string | null>()
  for (const person of Array.isArray(people) ? people : []) {
    const name = fieldOf(person, 'speaker_name') ?? fieldOf(person, 'name')
    const id = fieldOf(person, 'speaker_id') ?? fieldOf(person, 'id')
    names.set(id, typeof name === 'string' ? cleanName(name) : null)
  }
  const end = lines.reduce((most, line) => Math.max(most, line.end_offset), 0)
  const duration = Number(fieldOf(speech, 'duration') ?? 0)
  const unit = duration > 0 && end / samplesPerSecond < duration / 4 ? 1000 : samplesPerSecond
  return lines.flatMap((line) => {
    const text = cleanText(line.transcript)
    const speaker = names.get(line.speaker_id) ?? null
    const [start, stop] = [numberOf(line.start_offset / unit), numberOf(line.end_offset / unit)]
    return text === '' ? [] : [{ speaker, start, end: stop, text }]
  })
}
