/**
 * Lets a line last as long as its track shows that somebody talks. Words are timed to some tenths of
 * a second, so lines lose the faint ends of their first and last words and gain the room's noise.
 */
import type { SpokenSegment } from '../engine.ts'
import { stepSeconds } from '../sound/levels.ts'
import { clamp, toMilliseconds } from '../whisper/word-times.ts'
import { writeAmounts } from './amounts.ts'
import { restoreFullStops } from './full-stops.ts'
import { tellOverlaps, togetherOnTracks, type Together } from './overlaps.ts'
import { longestSegmentSeconds, toSegments, type SpokenWord } from './segments.ts'
import { measureLevels, type Levels } from './silence.ts'
import { turnsIn } from './taken-turns.ts'
import type { Track } from './tracks.ts'

type Sound = Pick<Track, 'energy'>
type Measured = Sound & Levels
type Span = { start: number; end: number }

/** A voice falls at most this far below the loud part of its line (20 dB): less is the room. */
const voiceShare = 0.01
const loudPart = 0.9

/** How far an edge moves outwards at most, across how much silence, and how far inwards. */
const longestGrowth = Math.round(0.6 / stepSeconds)
const longestSilence = Math.round(0.25 / stepSeconds)
const longestCut = Math.round(0.3 / stepSeconds)

/** A word keeps at least this much of its time. */
const shortestWordSeconds = 0.05

/** A pause this short belongs to the line before it. */
const shortPauseSeconds = 0.5

/** So does a longer one through which the track still sounds; diarization bridges as much. */
const openPauseSeconds = 1.2
const openShare = 0.9

/**
 * The lines of all tracks by start time, each as long as its speaker talks. `together` is where
 * voices of one track are heard at once.
 */
export function toTurns(
  words: readonly SpokenWord[][],
  tracks: readonly Sound[],
  language: string,
  together: readonly Together[] = [],
): SpokenSegment[] {
  const measured = tracks.map(measure)
  const turns = words.map(turnsIn)
  const lines = words.map((own, at) => {
    const others = turns.toSpliced(at, 1).flat()
    const segments = toSegments(
      writeAmounts(restoreFullStops(own, language), language),
      language,
      others,
    )
    return spanLines(segments, measured[at])
  })
  const inOrder = lines
    .flatMap((own, at) => bridgePauses(own, lines.toSpliced(at, 1).flat(), measured[at]))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  return tellOverlaps(inOrder, [...together, ...togetherOnTracks(words)])
}

/** A recording's lines are laid out again and again while it is transcribed. */
const known = new WeakMap<Float32Array, Measured>()

function measure({ energy }: Sound): Measured {
  const measured = known.get(energy) ?? { energy, ...measureLevels(energy) }
  known.set(energy, measured)
  return measured
}

/** Moves the edges of a track's lines to where the voice begins and ends. */
function spanLines(
  lines: readonly SpokenSegment[],
  track: Measured | undefined,
): readonly SpokenSegment[] {
  if (track?.isClear !== true) return lines
  const spanned: SpokenSegment[] = []
  for (const [at, line] of lines.entries()) {
    const room = { start: spanned.at(-1)?.end ?? 0, end: lines[at + 1]?.start ?? Infinity }
    spanned.push(spanLine(line, track, room))
  }
  return spanned
}

function spanLine(line: SpokenSegment, { energy, threshold }: Measured, room: Span): SpokenSegment {
  // A time at the edge of a step is not quite a multiple of its length.
  const first = Math.floor(line.start / stepSeconds + 1e-6)
  const last = Math.ceil(line.end / stepSeconds - 1e-6) - 1
  const levels = energy.slice(first, last + 1).toSorted()
  const loud = levels[Math.floor(levels.length * loudPart)] ?? 0
  if (loud < threshold) return line
  const isVoice = (step: number) => (energy[step] ?? 0) >= Math.max(threshold, loud * voiceShare)
  const before = growth((steps) => isVoice(first - steps))
  const after = growth((steps) => isVoice(last + steps))
  return moveEdges(line, room, {
    start: before === 0 ? line.start : (first - before) * stepSeconds,
    end: after === 0 ? line.end : (last + 1 + after) * stepSeconds,
  })
}

/** How many steps an edge moves outwards, or inwards if negative; step 0 is the last one inside. */
function growth(isVoice: (steps: number) => boolean): number {
  let reached = 0
  for (let at = 1; at <= longestGrowth && at - reached <= longestSilence + 1; at += 1) {
    if (isVoice(at)) reached = at
  }
  if (reached > 0) return reached
  let cut = 0
  while (cut < longestCut && !isVoice(-cut)) cut += 1
  return -cut
}

function moveEdges(line: SpokenSegment, room: Span, to: Span): SpokenSegment {
  const [opening, closing] = [line.words[0], line.words.at(-1)]
  const latestStart = Math.max(line.start, (opening?.end ?? 0) - shortestWordSeconds)
  const earliestEnd = Math.min(line.end, (closing?.start ?? Infinity) + shortestWordSeconds)
  const earliestStart = Math.max(room.start, line.end - longestSegmentSeconds)
  const start = clamp(to.start, Math.min(line.start, earliestStart), latestStart)
  const latestEnd = Math.min(room.end, start + longestSegmentSeconds)
  const end = clamp(to.end, earliestEnd, Math.max(line.end, latestEnd))
  return withinLine({ ...line, start: toMilliseconds(start), end: toMilliseconds(end) })
}

const withinLine = (line: SpokenSegment): SpokenSegment => ({
  ...line,
  words: line.words.map((word) => ({
    ...word,
    start: Math.max(word.start, line.start),
    end: Math.min(word.end, line.end),
  })),
})

/** Lets a line go on until its speaker's next one, unless somebody else talks in between. */
function bridgePauses(
  lines: readonly SpokenSegment[],
  others: readonly SpokenSegment[],
  track: Measured | undefined,
): SpokenSegment[] {
  let after = 0
  return lines.map((line, at) => {
    const next = lines[at + 1]
    while ((others[after]?.end ?? Infinity) <= line.end) after += 1
    if (track === undefined || next === undefined || next.speaker !== line.speaker) return line
    const isOthers = (others[after]?.start ?? Infinity) < next.start
    const isTooLong = next.start - line.start > longestSegmentSeconds
    if (next.start <= line.end || isOthers || isTooLong) return line
    return isWithinTurn({ start: line.end, end: next.start }, track)
      ? { ...line, end: next.start }
      : line
  })
}

function isWithinTurn({ start, end }: Span, { energy, threshold }: Measured): boolean {
  if (end - start < shortPauseSeconds) return true
  if (end - start >= openPauseSeconds) return false
  const steps = energy.subarray(Math.round(start / stepSeconds), Math.round(end / stepSeconds))
  return steps.filter((level) => level >= threshold).length >= steps.length * openShare
}
