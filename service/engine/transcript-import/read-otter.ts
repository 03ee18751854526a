/** Reads the JSON of Otter. */
import { Type, type Static } from 'typebox'
import { cleanName, cleanText } from './clean-text.ts'
import type { ReadLine } from './imported-transcript.ts'
import { fieldOf, secondsOf } from './json-values.ts'

export const OtterLines = Type.Array(
  Type.Object({
    transcript: Type.String(),
    start_offset: Type.Number({ minimum: 0 }),
    end_offset: Type.Number({ minimum: 0 }),
    speaker_id: Type.Optional(Type.Unknown()),
  }),
)

/** Otter counts in samples of 16 kHz; some of its exports in milliseconds. */
const samplesPerSecond = 16_000

export function fromOtter(speech: unknown, lines: Static<typeof OtterLines>): ReadLine[] {
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
    const [start, stop] = [secondsOf(line.start_offset / unit), secondsOf(line.end_offset / unit)]
    return text === '' ? [] : [{ speaker, start, end: stop, text }]
  })
}
