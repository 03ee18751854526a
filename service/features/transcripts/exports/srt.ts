import { cueTime } from './clock-time.ts'
import { toCues } from './cues.ts'
import { isRightToLeft, type Marks, type Source } from './transcript-file.ts'

const longestName = 24

/** SubRip: numbered cues, lines ended as SubRip itself ends them; a change of speaker is named. */
export function toSrt(source: Source, { speakers }: Pick<Marks, 'speakers'>): string {
  // A Latin name would turn a line of Arabic or Hebrew around; the mark keeps its direction.
  const mark = isRightToLeft(source.transcript.language) ? '\u200f' : ''
  const cues = toCues(source, speakers ? (name) => `${shorten(name)}:` : null)
  return cues
    .map(({ start, end, lines }, index) => {
      const times = `${cueTime(start, ',')} --> ${cueTime(end, ',')}`
      const text = lines.map((line) => mark + showable(line))
      return `${[index + 1, times, ...text].join('\r\n')}\r\n`
    })
    .join('\r\n')
}

const shorten = (name: string): string => {
  const letters = [...name]
  return letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join('')}…`
}

/**
 * SubRip has no escape. Choice: an invisible joiner keeps players from taking words for tags, and an
 * arrow from being taken for a line of times.
 */
const showable = (line: string): string =>
  line.replaceAll('-->', '->').replaceAll(/<(?=[/a-z])|\{(?=\\)/gi, '$&\u2060')
