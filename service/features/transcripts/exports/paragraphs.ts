import { oneLine } from '../../../core/one-line.ts'
import { textOf } from '../segments.ts'
import { ownWords } from './own-words.ts'
import { clockTime, type Segment, type Source } from './transcript-file.ts'

/** Consecutive speech of one speaker in one language; `heading` is the chapter that begins with it. */
export type Paragraph = {
  /** Seconds; `time` is the same to read. */
  start: number
  time: string
  speaker: string
  language: string
  text: string
  heading: string | null
}

// Choice: a new paragraph, and with it a time, after a minute at most and after a longer silence.
const longestSeconds = 60
const silenceSeconds = 3

/** Groups a transcript's segments into paragraphs for reading. */
export function toParagraphs({ transcript, chapters }: Source): Paragraph[] {
  const groups: { heading: string | null; segments: Segment[] }[] = []
  const { chapter: chapterWord } = ownWords(transcript.language)
  let begun = 0
  for (const segment of transcript.segments) {
    const group = groups.at(-1)
    const chapter = chapters[begun]
    const isBegin = chapter !== undefined && segment.start >= chapter.start
    if (isBegin) begun += 1
    // Choice: a chapter is named by its number where nothing stands out in it.
    const heading = isBegin ? oneLine(chapter.title ?? `${chapterWord} ${begun}`) : null
    if (group && !isBegin && belongs(segment, group.segments)) group.segments.push(segment)
    else groups.push({ heading, segments: [segment] })
  }
  return groups.map(({ heading, segments }) => {
    const { start = 0, speaker = '', language = transcript.language } = { ...segments[0] }
    return {
      heading,
      start,
      time: clockTime(start),
      speaker: oneLine(speaker),
      language,
      text: oneLine(textOf(segments, language).text),
    }
  })
}

function belongs({ start, end, speaker, language }: Segment, group: readonly Segment[]): boolean {
  const first = group[0]
  const last = group.at(-1)
  if (!first || !last || first.speaker !== speaker || first.language !== language) return false
  return start - last.end < silenceSeconds && end - first.start <= longestSeconds
}
