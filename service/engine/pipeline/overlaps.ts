/** Tells who else speaks during a line. */
import type { SpeakerSpan, Span, SpokenSegment } from '../engine.ts'
import { joinSpans, overlaps } from '../sound/spans.ts'
import { toMilliseconds } from '../whisper/word-times.ts'

/** A time in which several people speak at once. */
export type Together = Span & { speakers: readonly number[] }

/** Less is how people take turns, or a listener's word. */
const shortestSeconds = 0.5

/** Whoever pauses for less is still speaking. */
const breathSeconds = 0.3

/** Where the words of two tracks coincide; each track's are in order, and it is its only speaker. */
export function togetherOnTracks(tracks: readonly (readonly Span[])[]): Together[] {
  const [first = [], second = []] = tracks.map((words) => joinSpans(words, breathSeconds))
  return overlaps(first, second).map((span) => ({ ...span, speakers: [0, 1] }))
}

/** Diarization gives a moment to one speaker's turn, and to an overlap with another one. */
export function togetherInMono(
  turns: readonly SpeakerSpan[],
  found: readonly SpeakerSpan[],
): Together[] {
  let first = 0
  return found.map(({ start, end, speaker }) => {
    const speakers = new Set([speaker])
    while ((turns[first]?.end ?? Infinity) <= start) first += 1
    for (let at = first; (turns[at]?.start ?? Infinity) < end; at += 1) {
      speakers.add(turns[at]?.speaker ?? speaker)
    }
    return { start, end, speakers: [...speakers] }
  })
}

/** The lines, in order, with who else speaks in them for long enough. */
export function tellOverlaps(
  lines: readonly SpokenSegment[],
  together: readonly Together[],
): SpokenSegment[] {
  let first = 0
  return lines.map((line) => {
    const told: SpeakerSpan[] = []
    while ((together[first]?.end ?? Infinity) <= line.start) first += 1
    for (let at = first; (together[at]?.start ?? Infinity) < line.end; at += 1) {
      const time = together[at]
      if (time === undefined || !time.speakers.includes(line.speaker)) continue
      const [from, to] = [Math.max(line.start, time.start), Math.min(line.end, time.end)]
      if (to - from < shortestSeconds) continue
      const [start, end] = [toMilliseconds(from), toMilliseconds(to)]
      const others = time.speakers.filter((speaker) => speaker !== line.speaker)
      told.push(...others.map((speaker) => ({ start, end, speaker })))
    }
    return told.length === 0 ? line : { ...line, overlaps: told }
  })
}
