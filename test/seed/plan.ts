import { day, hour } from '../../service/core/time.ts'
import type { Transcription, Waveform } from '../../service/engine/engine.ts'
import { makeWav } from '../support/sound.ts'
import { kinds, variants, type Kind, type Line } from './calls.ts'

/** A call as it was held: its words with their times, and when it began (ms since the epoch). */
export type Call = { kind: Kind; filename: string; startedAt: number; transcription: Transcription }

/** How far back the first call lies. */
export const span = 56 * day
const secondsPerWord = 0.36
const pauseSeconds = 0.7

/** Every kind in every variant, spread over the working hours of the weeks up to now. */
export function planCalls(): Call[] {
  const count = kinds.length * variants.length
  return variants
    .flatMap((variant) => kinds.map((kind) => ({ kind, variant })))
    .map(({ kind, variant }, index) => {
      const lines = kind.lines.map(([speaker, text]): Line => [speaker, fill(text, variant)])
      const startedAt = atWork(Date.now() - span + (index / count) * (span - day))
      return {
        kind,
        startedAt,
        filename: `${kind.name}, ${variant['company'] ?? ''}.wav`,
        transcription: transcribe(lines),
      }
    })
}

const fill = (text: string, variant: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => variant[name] ?? name)

/** Within the same day, between 9:00 and 17:00 UTC. */
function atWork(time: number): number {
  const midnight = Math.floor(time / day) * day
  return midnight + 9 * hour + ((time - midnight) / day) * 8 * hour
}

function transcribe(lines: readonly Line[]): Transcription {
  let at = 0.6
  const segments = lines.map(([speaker, text]) => {
    const start = at
    const words = text.split(' ').map((word) => {
      const from = at
      at += secondsPerWord
      return { text: word, start: from, end: at - 0.04, confidence: 0.94 }
    })
    const end = at
    at += pauseSeconds
    return { start, end, text, words, speaker }
  })
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))].toSorted()
  return {
    segments: segments.map((segment) => ({
      ...segment,
      speaker: speakers.indexOf(segment.speaker),
    })),
    speakers: speakers.map((speaker) => ({
      voice: null,
      seconds: segments
        .filter((segment) => segment.speaker === speaker)
        .reduce((sum, { start, end }) => sum + end - start, 0),
    })),
    language: 'en',
    languageProbability: 0.99,
    translatedTo: null,
    echo: null,
    durationSeconds: at,
    modelUsed: 'seed',
  }
}

/** How loud it is: up and down with every word while somebody speaks. */
function levelAt({ segments }: Transcription, time: number): number {
  const segment = segments.find(({ start, end }) => time >= start && time < end)
  if (!segment) return 0
  return 0.15 + 0.35 * Math.abs(Math.sin(((time - segment.start) / secondsPerWord) * Math.PI))
}

export function waveformOf(transcription: Transcription): Waveform {
  const { segments, durationSeconds } = transcription
  const secondsPerPeak = 0.1
  const count = Math.ceil(durationSeconds / secondsPerPeak)
  const peaks = Array.from({ length: count }, (_, index) =>
    Math.round(levelAt(transcription, index * secondsPerPeak) * 180),
  )
  const quiet = segments.map(({ end }, index) => ({
    start: end,
    end: segments[index + 1]?.start ?? durationSeconds,
  }))
  return { secondsPerPeak, peaks: [peaks], quiet }
}

/** A hum in the rhythm of the words, a pitch for each speaker: enough for the player. */
export function soundOf({ transcription }: Call): Buffer {
  return makeWav(
    { rate: 8_000, bits: 'mulaw' },
    transcription.durationSeconds,
    (_channel, time) => {
      const segment = transcription.segments.find(({ start, end }) => time >= start && time < end)
      if (!segment) return 0
      const hertz = 110 + 60 * segment.speaker
      return 0.3 * levelAt(transcription, time) * Math.sin(2 * Math.PI * hertz * time)
    },
  )
}
