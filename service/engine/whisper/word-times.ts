/**
 * Places words where they sound. Whisper's times are either exact to some 80 ms or not at all: some
 * words share one moment, others last through a pause. So the course of all words is chosen that fits
 * best what is known: Whisper's times, how long words last at this pace, and where there is silence.
 */
import { stepSeconds, type Loudness } from '../sound/levels.ts'
import type { Span, TranscribedSegment, Word } from '../engine.ts'
import { soundScores } from './sound-scores.ts'

/** Times are multiples of this. */
const frameSeconds = 0.01
const framesPerStep = Math.round(stepSeconds / frameSeconds)

// Chosen on 464 words of LibriSpeech and LJ Speech, measured on others (engines.md).
/** A time of Whisper's that is off costs this much a second, and no more than if it were `mostOff` off. */
const [offCost, mostOff] = [50, 0.08]
/** An end that Whisper tells only by the start of the next word costs this share: there may be a pause between. */
const sharedShare = 0.5
/** The cost of a word's length, by the square of its logarithm over the expected one. */
const lengthCost = 2.5
/** Costs of a frame of silence within a word, of one of sound outside any, and of a pause. */
const [silenceCost, soundCost, pauseCost] = [0.7, 0.2, 4]
/**
 * What a pause of a second or more costs as well before the last words of a sentence, which are easily taken
 * for the first sound after the pause. Chosen on two calls; 5 and 8 place the same words.
 */
const longPauseCost = 6
const longPauseFrames = Math.round(1 / frameSeconds)

/** Shorter words have no time of their own: Whisper placed them at the same moment as the next. */
const shortestSeconds = 0.03
const [shortestFrames, longestFrames] = [3, 150]

/** How far from Whisper's times a word is looked for, and in how much of a long word's time: Whisper's window. */
const [reachFrames, mostSeconds] = [200, 30]

/**
 * Returns the segments with each word where it sounds; in order, none of them empty. `speech` is where a
 * voice detector found any.
 */
export function settleWords(
  segments: readonly TranscribedSegment[],
  loudness: Loudness,
  speech: readonly Span[] = [],
): TranscribedSegment[] {
  const spans = placeWords(
    segments.flatMap(({ words }) => words),
    soundScores(segments, loudness, speech),
  )
  let at = 0
  return segments.map((segment) => ({
    ...segment,
    words: segment.words.map((word) => ({ ...word, ...spans[at++] })),
  }))
}

/** From frame `from` on: what a course costs that has a word's edge there, and where its edge before is. */
type Edge = { from: number; costs: Float64Array; back: Int32Array }

/** The cheapest course of all words, by dynamic programming. */
function placeWords(words: readonly Word[], scores: Float32Array): Span[] {
  const reaches = reachesOf(words)
  const frames = (reaches.at(-1)?.end ?? 0) + longestFrames + 1
  const within = sumCosts(scores, frames)
  const pace = paceOf(words)
  const edges: Edge[] = []
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const reach = reaches[at] ?? { start: 0, end: 0 }
    const start = startEdge(reach, edges.at(-1), isWithinTail(words, at) ? longPauseCost : 0)
    // Of words at the same moment only the last was found there.
    if (!isSqueezed(word)) addOff(start, word.start)
    const end = endEdge(start, within, pace * effortOf(word.text))
    const isBeforePause = next === undefined || next.start - word.end > shortestSeconds
    if (!isSqueezed(word)) addOff(end, word.end, isBeforePause ? 1 : sharedShare)
    edges.push(start, end)
  }
  const times = traceBack(edges)
  return words.map((_, at) => ({ start: times[at * 2] ?? 0, end: times[at * 2 + 1] ?? 0 }))
}

/** A sentence that is torn by a pause before so many words or fewer was probably said in one go. */
const tailWords = 3

/** Whether a sentence ends soon after this word begins, and no mark before it suggests a pause ("Okay, sure."). */
const isWithinTail = (words: readonly Word[], at: number): boolean =>
  /[\p{L}\p{N}]$/u.test(words[at - 1]?.text ?? '') &&
  words.slice(at, at + tailWords).some(({ text }) => endsWithStop(text))

const isSqueezed = ({ start, end }: Word): boolean => end - start < shortestSeconds

/** What it costs to be within a word, summed up to each frame. */
function sumCosts(scores: Float32Array, frames: number): Float64Array {
  const sums = new Float64Array(frames + 1)
  for (let at = 1; at <= frames; at += 1) {
    // Nothing is said after the end.
    const score = scores[Math.floor((at - 1) / framesPerStep)] ?? -1
    sums[at] = (sums[at - 1] ?? 0) - score * (score < 0 ? silenceCost : soundCost)
  }
  return sums
}

/** How much there is to say in a word; digits ("1200") and spelled letters ("F-I-T") are said as words. */
function effortOf(text: string): number {
  const isSpelled = /^\p{L}(?:-\p{L})+\P{L}*$/u.test(text)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return 1 + Math.max(1, (isSpelled ? 4 : 1) * letters + 4 * digits) ** 0.75
}

/** Frames for each unit of effort; what lasts longer than a second holds a pause. */
function paceOf(words: readonly Word[]): number {
  const seconds = words.reduce((sum, { start, end }) => sum + Math.min(1, end - start), 0)
  const effort = words.reduce((sum, { text }) => sum + effortOf(text), 0)
  return Math.max(1, seconds / frameSeconds / effort)
}

/** The frames at which each word may begin: squeezed ones from where the word before that has their time. */
function reachesOf(words: readonly Word[]): Span[] {
  let [holder, earliest, latest] = [0, 0, 0]
  return words.map((word) => {
    holder = isSqueezed(word) ? Math.max(holder, word.start - mostSeconds) : word.start
    earliest = Math.max(earliest, Math.floor(holder / frameSeconds) - reachFrames)
    const until = Math.min(word.end, word.start + mostSeconds)
    latest = Math.max(latest, Math.ceil(until / frameSeconds) + reachFrames)
    const reach = { start: earliest, end: latest }
    earliest += shortestFrames
    latest += shortestFrames
    return reach
  })
}

/** Where a word may begin: at once after the word before, or after a pause; a long one costs more. */
function startEdge({ start, end }: Span, before: Edge | undefined, longPause: number): Edge {
  const edge = makeEdge(start, end)
  if (before === undefined) return { ...edge, costs: edge.costs.fill(0) }
  const { from, costs } = before
  const costAt = (frame: number) => costs[frame - from] ?? Infinity
  const shortFrames = longPause === 0 ? 0 : longPauseFrames
  let [far, seen] = [from - 1, from]
  for (let at = start; at <= end; at += 1) {
    for (; seen <= at - shortFrames && seen - from < costs.length; seen += 1) {
      if (costAt(seen) < costAt(far)) far = seen
    }
    let near = at
    for (let frame = at - shortFrames + 1; frame < at; frame += 1) {
      if (costAt(frame) < costAt(near)) near = frame
    }
    const [atOnce, afterShort] = [costAt(at), costAt(near) + pauseCost]
    const least = Math.min(atOnce, afterShort, costAt(far) + pauseCost + longPause)
    edge.costs[at - start] = least
    edge.back[at - start] = least === atOnce ? at : least === afterShort ? near : far
  }
  return edge
}

/** Where a word may end that is expected to last so many frames. */
function endEdge({ from, costs }: Edge, within: Float64Array, expected: number): Edge {
  const longest = Math.round(clamp(2.5 * expected, 60, longestFrames))
  const lengths = Float64Array.from(
    { length: longest + 1 },
    (_, frames) => lengthCost * Math.log(frames / expected) ** 2,
  )
  const edge = makeEdge(from + shortestFrames, from + costs.length - 1 + longest)
  for (const [at, cost] of costs.entries()) {
    const base = cost - (within[from + at] ?? 0)
    for (let frames = shortestFrames; frames <= longest; frames += 1) {
      const total = base + (lengths[frames] ?? 0)
      const place = at + frames - shortestFrames
      if (total >= (edge.costs[place] ?? Infinity)) continue
      edge.costs[place] = total
      edge.back[place] = from + at
    }
  }
  for (const place of edge.costs.keys()) {
    edge.costs[place] = (edge.costs[place] ?? 0) + (within[edge.from + place] ?? 0)
  }
  return edge
}

function makeEdge(from: number, to: number): Edge {
  const length = to - from + 1
  return { from, costs: new Float64Array(length).fill(Infinity), back: new Int32Array(length) }
}

/** Adds what it costs to be off a time of Whisper's. */
function addOff({ from, costs }: Edge, time: number, share = 1): void {
  for (const [at, cost] of costs.entries()) {
    const off = Math.abs((from + at) * frameSeconds - time)
    costs[at] = cost + share * offCost * Math.min(off, mostOff)
  }
}

/** The times of all edges on the cheapest course. */
function traceBack(edges: readonly Edge[]): number[] {
  const times: number[] = []
  let { frame } = cheapest(edges.at(-1))
  for (const { from, back } of edges.toReversed()) {
    times.push(toMilliseconds(frame * frameSeconds))
    frame = back[frame - from] ?? 0
  }
  return times.toReversed()
}

function cheapest(edge: Edge | undefined): { frame: number; cost: number } {
  let best = { frame: 0, cost: Infinity }
  for (const [at, cost] of edge?.costs.entries() ?? []) {
    if (cost < best.cost) best = { frame: (edge?.from ?? 0) + at, cost }
  }
  return best
}

/** Whether a text ends with the mark of a sentence, which may stand inside a quotation. */
export const endsWithStop = (text: string): boolean => /[.!?…。！？]["'”’»)]*$/u.test(text)

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
