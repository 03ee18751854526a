/**
 * Moves words that ended up on the wrong side of removed silence. Whisper's times are off
 * by some tenths of a second; beside a cut that is enough to put the end of a sentence
 * after a minute of silence.
 */
import { stepSeconds } from '../sound/levels.ts'
import { shareTime } from '../whisper/word-times.ts'
import type { TimedWord } from './segments.ts'

/** After a pause this long within a sentence, check whether the words beyond it are misplaced. */
const longPauseSeconds = 1

/** At most this many words stray, and no more than this share of their sentence. */
const mostStrays = 3
const largestShare = 0.5

/** Nobody speaks faster than this. */
const shortestWordSeconds = 0.12

/** A word takes about this long at most; a track without clear pauses counts as sound throughout. */
const longestWordSeconds = 0.6

/** Words this close together have no pause between them. */
const adjacentSeconds = 0.3
const mostAdjacent = 2

/** Returns engine segments, in order, each with its stray words moved back to the rest. */
export function gatherStrays(
  segments: readonly (readonly TimedWord[])[],
  sounding: Uint8Array,
): TimedWord[] {
  return segments.flatMap((words, at) => {
    const previousEnd = segments[at - 1]?.at(-1)?.end ?? -Infinity
    const nextStart = segments[at + 1]?.[0]?.start ?? Infinity
    return gather(words, { sounding, previousEnd, nextStart })
  })
}

type Surroundings = { sounding: Uint8Array; previousEnd: number; nextStart: number }

function gather(words: readonly TimedWord[], around: Surroundings): TimedWord[] {
  const { sounding, previousEnd, nextStart } = around
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (next === undefined || next.start - word.end < longPauseSeconds) continue
    const [before, after] = [words.slice(0, at + 1), words.slice(at + 1)]
    const isFew = (some: readonly TimedWord[]) =>
      some.length <= mostStrays && some.length <= words.length * largestShare
    const touches = (some: readonly TimedWord[], gap: number) =>
      some.length <= mostAdjacent && gap < adjacentSeconds
    const afterGap = nextStart - (words.at(-1)?.end ?? 0)
    if (isFew(after) && (touches(after, afterGap) || isOutOfPlace(after, sounding))) {
      return [...before, ...following(before, after, sounding)]
    }
    const beforeGap = (words[0]?.start ?? 0) - previousEnd
    if (isFew(before) && (touches(before, beforeGap) || isOutOfPlace(before, sounding))) {
      return [...leading(before, after, sounding), ...after]
    }
  }
  return [...words]
}

/** Whether these words are too short to have been said there, or lie in silence. */
function isOutOfPlace(words: readonly TimedWord[], sounding: Uint8Array): boolean {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  if (end - start < words.length * shortestWordSeconds) return true
  const steps = sounding.subarray(Math.round(start / stepSeconds), Math.round(end / stepSeconds))
  return steps.reduce((sum, step) => sum + step, 0) < steps.length / 2
}

/** Places the strays after the words before them, within the sound that is left there. */
function following(
  before: readonly TimedWord[],
  strays: readonly TimedWord[],
  sounding: Uint8Array,
): TimedWord[] {
  const from = before.at(-1)?.end ?? 0
  let at = Math.floor(from / stepSeconds)
  // Faint sound goes on in the margin: a few words take no longer than they are said.
  const last = at + Math.ceil((strays.length * longestWordSeconds) / stepSeconds)
  while (at < last && sounding[at] === 1) at += 1
  return shareTime(strays, { start: from, end: Math.max(from, at * stepSeconds) })
}

function leading(
  strays: readonly TimedWord[],
  after: readonly TimedWord[],
  sounding: Uint8Array,
): TimedWord[] {
  const to = after[0]?.start ?? 0
  let at = Math.ceil(to / stepSeconds)
  const first = Math.max(0, at - Math.ceil((strays.length * longestWordSeconds) / stepSeconds))
  while (at > first && sounding[at - 1] === 1) at -= 1
  return shareTime(strays, { start: Math.min(to, at * stepSeconds), end: to })
}
