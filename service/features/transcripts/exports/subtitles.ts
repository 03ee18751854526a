import { toCues } from './cues.ts'
import { isRightToLeft, type Marks, type Source, clockTime } from './transcript-file.ts'

const longestName = 24

/** `01:02:03,004` of milliseconds, as subtitles write it; WebVTT has a point, SubRip a comma. */
const cueTime = (ms: number, mark: ',' | '.'): string =>
  `${clockTime(ms / 1000)}${mark}${String(ms % 1000).padStart(3, '0')}`

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

/** WebVTT (https://www.w3.org/TR/webvtt1/): numbered cues, the speaker of each as its voice. */
export function toVtt(source: Source, { speakers }: Pick<Marks, 'speakers'>): string {
  const cues = toCues(source, null).map(({ start, end, speaker, lines }, index) => {
    const times = `${cueTime(start, '.')} --> ${cueTime(end, '.')}`
    const text = lines.map(escapeText).join('\n')
    const payload = speakers && speaker !== '' ? `<v ${escapeText(speaker)}>${text}</v>` : text
    return `${index + 1}\n${times}\n${payload}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** `>` too, so that no text holds the arrow that separates times. */
const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u200e', '&lrm;')
    .replaceAll('\u200f', '&rlm;')
