import { textOf } from '../segments.ts'
import { clockTime, oneLine, type Segment, type Source } from './transcript-file.ts'

/** Consecutive speech of one speaker. */
export type Paragraph = { time: string; speaker: string; text: string }

// Choice: a new paragraph, and with it a time, after a minute at most and after a longer silence.
const longestSeconds = 60
const silenceSeconds = 3

/** Groups a transcript's segments into paragraphs for reading. */
export function toParagraphs({ transcript }: Source): Paragraph[] {
  const groups: Segment[][] = []
  for (const segment of transcript.segments) {
    const group = groups.at(-1)
    if (group && belongs(segment, group)) group.push(segment)
    else groups.push([segment])
  }
  return groups.map((group) => ({
    time: clockTime(group[0]?.start ?? 0),
    speaker: oneLine(group[0]?.speaker ?? ''),
    text: oneLine(textOf(group, transcript.language).text),
  }))
}

function belongs({ start, end, speaker }: Segment, group: readonly Segment[]): boolean {
  const first = group[0]
  const last = group.at(-1)
  if (!first || !last || first.speaker !== speaker) return false
  return start - last.end < silenceSeconds && end - first.start <= longestSeconds
}
