/** Who spoke how much, computed from the times of a transcript: no model has a part in it. */
import type { StoredSegment } from '../../db/tables.ts'

export type Spoken = Pick<StoredSegment, 'id' | 'start' | 'end' | 'text' | 'speaker_id'>
export type Span = { start: number; end: number }
type Monologue = Span & { segment_id: string }

export type SpeakerTalk = {
  speaker_id: string
  /** Seconds in which this person spoke; two at once count for both. */
  seconds: number
  word_count: number
  turn_count: number
  interruption_count: number
  longest_monologue: Monologue | null
}

/** Two at once for less than this is how people take turns, not an interruption. */
const leastOverlapSeconds = 0.3

/** Choice: so few words in so short a time are a listener's ("mm-hm", "oh right"). */
const listenerWords = 2
const listenerSeconds = 1.5

/** Whoever is silent for longer begins a new monologue. */
const longestPauseSeconds = 5

type Counted = Spoken & { words: number; isListening: boolean }

/** One entry per speaker, in the order in which they first speak. */
export function speakerTalk(
  segments: readonly Spoken[],
  countWords: (text: string) => number,
): SpeakerTalk[] {
  const spoken = segments
    .map((segment) => withWords(segment, countWords(segment.text)))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  const turns = countTurns(spoken)
  const interruptions = countInterruptions(spoken)
  const monologues = longestMonologues(spoken)
  return [...Map.groupBy(spoken, (segment) => segment.speaker_id)].map(([id, own]) => ({
    speaker_id: id,
    seconds: lengthOf(merged(own)),
    word_count: own.reduce((sum, { words }) => sum + words, 0),
    turn_count: turns.get(id) ?? 0,
    interruption_count: interruptions.get(id) ?? 0,
    longest_monologue: monologues.get(id) ?? null,
  }))
}

function withWords(segment: Spoken, words: number): Counted {
  const isShort = segment.end - segment.start <= listenerSeconds
  return { ...segment, words, isListening: isShort && words <= listenerWords }
}

const add = (counts: Map<string, number>, id: string): unknown =>
  counts.set(id, (counts.get(id) ?? 0) + 1)

/** A turn lasts until somebody else says more than a listener does. */
function countTurns(spoken: readonly Counted[]): Map<string, number> {
  const turns = new Map<string, number>()
  let last: string | undefined
  for (const { speaker_id: id, isListening } of spoken) {
    if (isListening && last !== undefined) continue
    if (id !== last) add(turns, id)
    last = id
  }
  return turns
}

/** Who began, with more than a listener's word, while another was in the middle of speaking. */
function countInterruptions(spoken: readonly Counted[]): Map<string, number> {
  const counts = new Map<string, number>()
  let going: Counted[] = []
  for (const segment of spoken) {
    going = going.filter(({ end }) => end > segment.start)
    const isCut = going.some(
      (other) =>
        other.speaker_id !== segment.speaker_id &&
        other.end - segment.start >= leastOverlapSeconds &&
        segment.start > other.start,
    )
    if (isCut && !segment.isListening) add(counts, segment.speaker_id)
    going.push(segment)
  }
  return counts
}

function longestMonologues(spoken: readonly Counted[]): Map<string, Monologue> {
  const longest = new Map<string, Monologue>()
  let current: (Monologue & { id: string }) | undefined
  for (const { id: segmentId, speaker_id: id, start, end, isListening } of spoken) {
    const goesOn = current?.id === id && start - current.end <= longestPauseSeconds
    if (isListening && !goesOn) continue
    current =
      goesOn && current
        ? { ...current, end: Math.max(current.end, end) }
        : { id, start, end, segment_id: segmentId }
    const known = longest.get(id)
    if (known && known.end - known.start >= current.end - current.start) continue
    longest.set(id, { start: current.start, end: current.end, segment_id: current.segment_id })
  }
  return longest
}

/** Spans as they cover the clock, each second once. */
export function merged(spans: readonly Span[]): Span[] {
  const covered: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = covered.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else covered.push({ start, end })
  }
  return covered
}

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0)

/** Seconds of each bucket of `bucketSeconds` that the spans cover. */
export function secondsPerBucket(
  spans: readonly Span[],
  bucketSeconds: number,
  buckets: number,
): number[] {
  const seconds = Array.from({ length: buckets }, () => 0)
  for (const { start, end } of spans) {
    const last = Math.min(buckets - 1, Math.floor(end / bucketSeconds))
    for (let at = Math.floor(start / bucketSeconds); at <= last; at += 1) {
      const [from, to] = [at * bucketSeconds, (at + 1) * bucketSeconds]
      seconds[at] = (seconds[at] ?? 0) + Math.max(0, Math.min(end, to) - Math.max(start, from))
    }
  }
  return seconds
}
