/** Gives every line of a file its times, in order. */
import { countWords, type ReadLine, type TimedLine } from './imported-transcript.ts'

/** 150 words a minute, as people talk. */
const secondsPerWord = 0.4
const shortestSeconds = 0.2

export type LaidOut = { lines: TimedLine[]; hasEstimatedTimes: boolean }

/**
 * Sorts lines by their times, estimates those that are missing, and closes cues that end before they
 * begin. A line without a time follows the one before it in the file.
 */
export function layOut(lines: readonly ReadLine[]): LaidOut {
  const groups = toGroups(fromClockOfDay(lines)).toSorted((one, other) => one.start - other.start)
  const timed = groups.flatMap((group, at) => spread(group, groups[at + 1]?.start ?? Infinity))
  return {
    lines: endTurns(timed),
    hasEstimatedTimes: lines.some(({ start }) => start === null),
  }
}

/**
 * Some programs write the time of day. No recording begins with hours of silence: times then count
 * from the first.
 */
function fromClockOfDay(lines: readonly ReadLine[]): readonly ReadLine[] {
  const starts = lines.flatMap(({ start }) => start ?? [])
  const [first = 0] = starts
  if (first < longestSilence || starts.some((start) => start >= day)) return lines
  // Past midnight.
  const shift = (time: number): number => (time < first ? time + day : time) - first
  return lines.map(({ start, end, words, ...line }) => ({
    ...line,
    start: start === null ? null : shift(start),
    end: end === null ? null : shift(end),
    ...(words && {
      words: words.map((word) => ({ ...word, start: shift(word.start), end: shift(word.end) })),
    }),
  }))
}

const day = 24 * 3600
const longestSilence = 4 * 3600

/** A line with a time and those after it that have none. */
type Group = { start: number; lines: ReadLine[] }

function toGroups(lines: readonly ReadLine[]): Group[] {
  const groups: Group[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (line.start === null && last) last.lines.push(line)
    else groups.push({ start: line.start ?? 0, lines: [line] })
  }
  return groups
}

/** The lines of a group one after the other, squeezed where the next begins sooner. */
function spread({ start, lines }: Group, next: number): TimedLine[] {
  const [first] = lines
  if (first && first.end !== null && first.end > start && lines.length === 1) {
    return [{ ...first, start: toMilliseconds(start), end: toMilliseconds(first.end) }]
  }
  const lengths = lines.map(({ text }) => Math.max(1, countWords(text)) * secondsPerWord)
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const scale = next > start ? Math.min(1, (next - start) / whole) : 1
  let at = start
  return lines.map((line, place) => {
    const from = at
    at += (lengths[place] ?? 0) * scale
    return { ...line, start: toMilliseconds(from), end: toMilliseconds(at) }
  })
}

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** Nobody talks over themselves: a line ends where the next of the same speaker begins. */
function endTurns(lines: readonly TimedLine[]): TimedLine[] {
  return lines.map((line, at) => {
    const next = lines[at + 1]
    const isOverlap = next && next.speaker === line.speaker && next.start < line.end
    const end = isOverlap ? next.start : line.end
    return { ...line, end: toMilliseconds(Math.max(end, line.start + shortestSeconds)) }
  })
}

/** Cues end where a screen is full; these belong to one sentence. */
const longestPauseSeconds = 1
const longestJoinedSeconds = 15

/** Joins cues that break a sentence of one speaker, so that what is read is not cut in two. */
export function joinSentences(lines: readonly TimedLine[]): TimedLine[] {
  const joined: TimedLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const isSame =
      last !== undefined &&
      last.speaker === line.speaker &&
      line.start - last.end <= longestPauseSeconds &&
      line.end - last.start <= longestJoinedSeconds &&
      !/[.!?…。！？:][\p{P}\s]*$/u.test(last.text)
    if (isSame) joined[joined.length - 1] = join(last, line)
    else joined.push(line)
  }
  return joined
}

function join({ words: before, ...last }: TimedLine, { words, ...line }: TimedLine): TimedLine {
  const all = before && words ? { words: [...before, ...words] } : {}
  const end = Math.max(last.end, line.end)
  return { ...last, end, text: `${last.text} ${line.text}`, ...all }
}
