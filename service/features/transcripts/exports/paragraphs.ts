import { textOf } from '../segments.ts'
import { clockTime, oneLine, type Segment, type Source } from './transcript-file.ts'

/** What one speaker says without a break. */
export type Paragraph = { time: string; speaker: string; text: string }

// Choice: a time at least every minute; a longer silence begins a new paragraph.
const longestSeconds = 60
const silenceSeconds = 3

/** A transcript for reading: sentences of one speaker together. */
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
