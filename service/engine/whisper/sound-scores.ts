/** Tells for each moment how surely somebody speaks: by how loud it is, and by what a voice detector says. */
import { stepSeconds, type Loudness } from '../sound/levels.ts'
import type { Span, TranscribedSegment } from '../engine.ts'

/** Speech must be this much louder than the pauses (10 dB) for silence to be recognizable. */
const clearSpeech = 10

/** A step this far from the threshold is surely sound, or silence (8 dB). */
const sureDecibels = 8

/** What is fainter than speech by this much (35 dB) is no part of a word, however quiet the pauses are. */
const faintest = 10 ** -3.5

/**
 * After music the voice detector is late by so many steps (0.6 s), and everywhere it misses faint endings
 * (0.2 s). So near to speech the levels may say that there is silence, but not that there is sound.
 */
const margin = { before: Math.round(0.6 / stepSeconds), after: Math.round(0.2 / stepSeconds) }

/** A longer word has a wrong time. */
const longestMissedSeconds = 1

/**
 * For each step of the levels how surely it sounds: -1 is silence, 0 means that levels do not tell. `speech` is
 * what a voice detector found, in order; without it music and noise sound as words do.
 */
export function soundScores(
  segments: readonly TranscribedSegment[],
  { energy }: Loudness,
  speech: readonly Span[] = [],
): Float32Array {
  const levels = (energy[0] ?? new Float32Array(0)).map((_, at) =>
    Math.max(...energy.map((channel) => channel[at] ?? 0)),
  )
  const words = segments.flatMap((segment) => segment.words)
  const most = mostScores(levels.length, speech, words)
  const scores = new Float32Array(levels.length)
  let from = 0
  for (const [at, segment] of segments.entries()) {
    const [start, end] = [segment.words[0]?.start ?? 0, segment.words.at(-1)?.end ?? 0]
    const next = segments[at + 1]?.words[0]?.start ?? Infinity
    const to = Math.min(levels.length, Math.round((end + next) / 2 / stepSeconds))
    const first = Math.max(0, Math.floor((start - 1) / stepSeconds))
    const near = levels.subarray(first, Math.ceil((end + 1) / stepSeconds))
    // Music may be louder than speech, and tells nothing about this room's pauses.
    const threshold = silenceThreshold(near.filter((_, step) => (most[first + step] ?? -1) > -1))
    for (let step = from; step < to; step += 1) {
      const score = scoreOf(levels[step] ?? 0, threshold)
      scores[step] = Math.min(score, most[step] ?? 1)
    }
    from = Math.max(from, to)
  }
  return scores
}

/** The highest score of each step: 1 where somebody speaks, 0 in the margins, -1 elsewhere. */
function mostScores(steps: number, speech: readonly Span[], words: readonly Span[]): Float32Array {
  const most = new Float32Array(steps).fill(-1)
  const raise = (spans: readonly Span[], score: number, by = { before: 0, after: 0 }) => {
    for (const { start, end } of spans) {
      const first = Math.floor(start / stepSeconds) - by.before
      most.fill(score, Math.max(0, first), Math.ceil(end / stepSeconds) + by.after)
    }
  }
  if (speech.length === 0) return most.fill(1)
  raise(speech, 0, margin)
  raise(speech, 1)
  const missed = words.filter((word) => isMissed(most, word))
  raise(missed, 1)
  return most
}

/** Whether Whisper recognized a word where the detector found nothing: a faint voice, of which the levels tell. */
const isMissed = (most: Float32Array, { start, end }: Span): boolean =>
  end - start <= longestMissedSeconds &&
  most
    .subarray(Math.floor(start / stepSeconds), Math.ceil(end / stepSeconds))
    .every((score) => score === -1)

const scoreOf = (level: number, threshold: number | undefined): number =>
  threshold === undefined
    ? 0
    : Math.min(1, Math.max(-1, (10 * Math.log10(level / threshold)) / sureDecibels))

/** What is quieter than this is silence here; undefined if nothing is clearly louder than the rest. */
function silenceThreshold(levels: Float32Array): number | undefined {
  // Digital silence says nothing about how loud this room's pauses are.
  const sorted = levels.filter((level) => level > 1).toSorted()
  const floor = sorted[Math.floor(sorted.length * 0.05)] ?? 1
  const speech = sorted[Math.floor(sorted.length * 0.8)] ?? 0
  if (speech < floor * clearSpeech) return undefined
  // Geometrically nearer to the floor, because word endings are faint.
  return Math.max(floor * (speech / floor) ** 0.35, speech * faintest)
}
