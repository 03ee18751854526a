import { oneLine } from '../../../core/one-line.ts'
import { cutRun, type TimedChunk } from './cut-run.ts'
import { toChunks, widthOf, join, toBlock, toTwoLines, type Block } from './line-breaks.ts'
import type { Segment, Spoken } from './transcript-file.ts'
import { wordClock } from './word-clock.ts'

/** One subtitle of at most two lines, in one language; times in whole milliseconds. */
export type Cue = { start: number; end: number; speaker: string; language: string; lines: string[] }

/** How a cue's text names a new speaker; null if the format marks speakers in its own way. */
export type LabelOf = ((speaker: string) => string) | null

// Choice: the usual subtitle guidelines: two lines of 42 columns (or 16 full-width characters), on
// screen for one to seven seconds.
const columns = 42
const wideColumns = 32
const wideLanguages = new Set(['ja', 'zh', 'yue', 'ko'])
const shortestMs = 1000
const longestMs = 7000
/** A longer silence ends a cue. */
const silenceMs = 1500

/** Speech of one speaker in one language without a long silence. */
type Voice = { speaker: string; language: string }
type Run = Voice & { chunks: TimedChunk[]; end: number; isInterrupted: boolean }
type Timed = Voice & { chunks: TimedChunk[]; start: number; end: number }

/** Subtitles of a transcript, sorted by start, with cuts only between words. */
export function toCues({ transcript }: Spoken, labelOf: LabelOf): Cue[] {
  const limit = wideLanguages.has(transcript.language) ? wideColumns : columns
  const labels = new Map<string, Block | null>()
  for (const { speaker } of transcript.segments) {
    const name = oneLine(speaker)
    labels.set(name, labelOf ? toBlock(labelOf(name)) : null)
  }
  const cues = runsOf(transcript.segments, limit).flatMap((run) => {
    const label = labels.get(run.speaker) ?? null
    const rules = { limit, label, isLabelledAlways: run.isInterrupted, longestMs }
    return cutRun(run.chunks, rules).map((chunks) => toTimed(run, chunks))
  })
  return setTimes(cues.toSorted(byTime))
    .toSorted(byTime)
    .map(({ chunks, ...cue }, index, all) => {
      const { speaker } = cue
      const label = all[index - 1]?.speaker === speaker ? null : labels.get(speaker)
      const blocks = label ? [label, ...chunks] : chunks
      return { ...cue, lines: toTwoLines(blocks, limit) ?? [join(blocks)] }
    })
}

const byTime = (a: Timed, b: Timed): number => a.start - b.start || a.end - b.end

function runsOf(segments: readonly Segment[], limit: number): Run[] {
  const runs: Run[] = []
  for (const segment of segments.toSorted((a, b) => a.start - b.start)) {
    const speaker = oneLine(segment.speaker)
    const { language } = segment
    for (const chunk of timedChunksOf(segment, limit)) {
      const last = runs.at(-1)
      const isSame = last?.speaker === speaker && last.language === language
      if (isSame && chunk.start - last.end <= silenceMs) {
        last.chunks.push(chunk)
        last.end = Math.max(last.end, chunk.end)
      } else runs.push({ speaker, language, chunks: [chunk], end: chunk.end, isInterrupted: false })
    }
  }
  markInterrupted(runs)
  return runs
}

/** When two people speak at once their cues alternate, so any of them may need a speaker label. */
function markInterrupted(runs: readonly Run[]): void {
  let latest: Run | undefined
  for (const run of runs) {
    const start = run.chunks[0]?.start ?? 0
    if (latest && latest.end >= start) latest.isInterrupted = run.isInterrupted = true
    if (!latest || run.end > latest.end) latest = run
  }
}

function timedChunksOf(segment: Segment, limit: number): TimedChunk[] {
  const clock = wordClock(segment)
  const chunks = toChunks(segment.text, limit)
  return chunks.map(({ text, at, isGlued }, index) => {
    const start = toMs(clock.startAt(at))
    const end = Math.max(start, toMs(clock.endAt(at + text.length)))
    const isLast = index === chunks.length - 1
    return { text, width: widthOf(text), isGlued, start, end, isLast }
  })
}

function toTimed({ speaker, language }: Voice, chunks: TimedChunk[]): Timed {
  const start = Math.min(...chunks.map((chunk) => chunk.start))
  const end = Math.max(...chunks.map((chunk) => chunk.end))
  return { speaker, language, chunks, start, end: Math.min(end, start + longestMs) }
}

/** Extends short cues so they can be read, without overlaps that the speech does not have. */
function setTimes(cues: readonly Timed[]): Timed[] {
  const nextOwn = nextOfSpeaker(cues)
  const free = new Map<string, number>()
  return cues.map((cue, index) => {
    const start = Math.max(cue.start, free.get(cue.speaker) ?? 0)
    const spoken = Math.min(cue.end, nextOwn[index] ?? Infinity)
    const room = cues[index + 1]?.start ?? Infinity
    const shown = Math.max(spoken, Math.min(start + shortestMs, room))
    const end = Math.max(shown, start + 1)
    free.set(cue.speaker, end)
    return { ...cue, start, end }
  })
}

/** For each cue, the start of the same speaker's next cue. */
function nextOfSpeaker(cues: readonly Timed[]): number[] {
  const starts = new Map<string, number>()
  return cues
    .toReversed()
    .map(({ speaker, start }) => {
      const next = starts.get(speaker) ?? Infinity
      starts.set(speaker, start)
      return next
    })
    .toReversed()
}

const toMs = (seconds: number): number => Math.max(0, Math.round(seconds * 1000))
