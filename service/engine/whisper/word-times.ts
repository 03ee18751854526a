/**
 * Moves words out of pauses. Whisper spreads the words of a sentence over its length and misses
 * pauses by up to a second (its attention-based times would take a quarter more time); no word is
 * said where the recording is silent.
 */
import { stepSeconds, type Loudness } from '../sound/levels.ts'
import type { TranscribedSegment, Word } from '../engine.ts'

/** Shortest pause; silences within words are shorter. */
const shortestPauseSeconds = 0.3

/** Speech must be this much louder than the pauses (10 dB) for silence to be recognizable. */
const clearSpeech = 10

/** Less sound than this next to a pause is the edge of another word. */
const shortestSound = 0.08

type Pause = { start: number; end: number }

/**
 * Returns the segment with every word within sound; unchanged if the recording has no clear pauses.
 */
export function settleWords(segment: TranscribedSegment, loudness: Loudness): TranscribedSegment {
  const [first] = segment.words
  const last = segment.words.at(-1)
  if (!first || !last) return segment
  const pauses = findPauses(loudness, { start: first.start - 1, end: last.end + 1 })
  if (pauses.length === 0) return segment
  const words: Word[] = []
  for (const word of segment.words) {
    const earliest = words.at(-1)?.end ?? 0
    words.push(settle(word, { pauses, earliest, isLast: word === last }))
  }
  return { ...segment, words: spreadSqueezed(words) }
}

/** Shorter words have no time of their own: they were squeezed together. */
const shortestWord = 0.04

/** Distributes the time of a squeezed run and its neighbour among their words by length. */
function spreadSqueezed(words: Word[]): Word[] {
  const out = [...words]
  for (let at = 0; at < out.length; at += 1) {
    if (!isSqueezed(out[at])) continue
    let last = at
    while (isSqueezed(out[last])) last += 1
    // They share the time of an adjacent word: the next, or the previous one if a pause follows.
    const isFollowed = (out[last]?.start ?? Infinity) - (out[last - 1]?.end ?? 0) < shortestSound
    const [from, to] = isFollowed ? [at, last] : [Math.max(0, at - 1), last - 1]
    const run = out.slice(from, to + 1)
    const start = run[0]?.start ?? 0
    out.splice(from, run.length, ...shareTime(run, { start, end: run.at(-1)?.end ?? start }))
    at = to
  }
  return out
}

const isSqueezed = (word: Word | undefined): boolean =>
  word !== undefined && word.end - word.start < shortestWord

function settle(
  word: Word,
  { pauses, earliest, isLast }: { pauses: Pause[]; earliest: number; isLast: boolean },
): Word {
  let { start, end } = word
  for (const pause of pauses) {
    if (pause.end <= start || pause.start >= end) continue
    const before = Math.max(0, pause.start - start)
    const after = Math.max(0, end - pause.end)
    if (Math.max(before, after) < shortestSound) {
      // Almost entirely in the pause: whisper tends to be early, so it belongs to what follows.
      ;[start, end] = isLast ? [earliest, pause.start] : [pause.end, pause.end + (end - start)]
    } else if (after > before) {
      start = pause.end
    } else {
      end = pause.start
    }
  }
  const from = Math.max(start, earliest)
  return { ...word, start: toMilliseconds(from), end: toMilliseconds(Math.max(end, from)) }
}

/** Finds quiet runs in a span, by levels that adapt to this part of the recording. */
function findPauses({ energy }: Loudness, { start, end }: Pause): Pause[] {
  const from = Math.max(0, Math.floor(start / stepSeconds))
  const to = Math.min(energy[0]?.length ?? 0, Math.ceil(end / stepSeconds))
  const levels = Array.from({ length: Math.max(0, to - from) }, (_, at) =>
    Math.max(...energy.map((channel) => channel[from + at] ?? 0)),
  )
  // Digital silence says nothing about how loud this room's pauses are.
  const sorted = levels.filter((level) => level > 1).toSorted((a, b) => a - b)
  const floor = sorted[Math.floor(sorted.length * 0.05)] ?? 1
  const speech = sorted[Math.floor(sorted.length * 0.8)] ?? 0
  if (speech < floor * clearSpeech) return []
  // Geometrically nearer to the floor, because word endings are faint.
  const threshold = floor * (speech / floor) ** 0.35
  const pauses: Pause[] = []
  let begin = -1
  for (let at = 0; at <= levels.length; at += 1) {
    const isQuiet = at < levels.length && (levels[at] ?? 0) < threshold
    if (isQuiet && begin < 0) begin = at
    if (isQuiet || begin < 0) continue
    const pause = { start: (from + begin) * stepSeconds, end: (from + at) * stepSeconds }
    if (pause.end - pause.start >= shortestPauseSeconds) pauses.push(pause)
    begin = -1
  }
  return pauses
}

export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high)

/** Lays words out in sequence within a span, with time proportional to their length. */
export function shareTime<Part extends { text: string }>(
  parts: readonly Part[],
  { start, end }: { start: number; end: number },
): (Part & { start: number; end: number })[] {
  const letters = parts.reduce((sum, { text }) => sum + text.length, 0)
  const timeAfter = (count: number) =>
    clamp(toMilliseconds(start + ((end - start) * count) / letters), start, end)
  let passed = 0
  return parts.map((part) => {
    const from = timeAfter(passed)
    passed += part.text.length
    return { ...part, start: from, end: timeAfter(passed) }
  })
}
