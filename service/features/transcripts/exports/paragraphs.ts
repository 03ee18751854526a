import { textOf } from '../segments.ts'
import { clockTime, oneLine, type Segment, type Source } from './transcript-file.ts'

/** Consecutive speech of one speaker; `heading` is the chapter that begins with it. */
export type Paragraph = { time: string; speaker: string; text: string; heading: string | null }

// Choice: a new paragraph, and with it a time, after a minute at most and after a longer silence.
const longestSeconds = 60
const silenceSeconds = 3

/** Groups a transcript's segments into paragraphs for reading. */
export function toParagraphs({ transcript, chapters }: Source): Paragraph[] {
  const groups: { heading: string | null; segments: Segment[] }[] = []
  let begun = 0
  for (const segment of transcript.segments) {
    const group = groups.at(-1)
    const chapter = chapters[begun]
    const isBegin = chapter !== undefined && segment.start >= chapter.start
    if (isBegin) begun += 1
    // Choice: a chapter is named by its number where nothing stands out in it.
    const heading = isBegin ? oneLine(chapter.title ?? `Chapter ${begun}`) : null
    if (group && !isBegin && belongs(segment, group.segments)) group.segments.push(segment)
    else groups.push({ heading, segments: [segment] })
  }
  return groups.map(({ heading, segments }) => ({
    heading,
    time: clockTime(segments[0]?.start ?? 0),
    speaker: oneLine(segments[0]?.speaker ?? ''),
    text: oneLine(textOf(segments, transcript.language).text),
  }))
}

function belongs({ start, end, speaker }: Segment, group: readonly Segment[]): boolean {
  const first = group[0]
  const last = group.at(-1)
  if (!first || !last || first.speaker !== speaker) return false
  return start - last.end < silenceSeconds && end - first.start <= longestSeconds
}
