import { toCues } from './cues.ts'
import { isRightToLeft, type Marks, type Spoken, clockTime } from './transcript-file.ts'

const longestName = 24

/** Formats milliseconds as `01:02:03,004`, with the decimal mark of SubRip (,) or WebVTT (.). */
const cueTime = (ms: number, mark: ',' | '.'): string =>
  `${clockTime(ms / 1000)}${mark}${String(ms % 1000).padStart(3, '0')}`

/** SubRip: numbered cues with CRLF line endings; a cue is labelled when the speaker changes. */
export function toSrt(source: Spoken, { speakers }: Pick<Marks, 'speakers'>): string {
  const cues = toCues(source, speakers ? (name) => `${shorten(name)}:` : null)
  return cues
    .map(({ start, end, language, lines }, index) => {
      // Without it, a Latin name at the start would make an Arabic or Hebrew line left-to-right.
      const mark = isRightToLeft(language) ? '\u200f' : ''
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
 * SubRip has no escapes. Choice: a word joiner (U+2060) keeps players from reading text as a tag,
 * and a shorter arrow from reading it as a timing line.
 */
const showable = (line: string): string =>
  line.replaceAll('-->', '->').replaceAll(/<(?=[/a-z])|\{(?=\\)/gi, '$&\u2060')

/**
 * WebVTT (https://www.w3.org/TR/webvtt1/): numbered cues, each with its speaker in a voice tag, and
 * with its language where that is not the transcript's.
 */
export function toVtt(source: Spoken, { speakers }: Pick<Marks, 'speakers'>): string {
  const main = source.transcript.language
  const cues = toCues(source, null).map(({ start, end, speaker, language, lines }, index) => {
    const times = `${cueTime(start, '.')} --> ${cueTime(end, '.')}`
    const spoken = lines.map(escapeText).join('\n')
    const text = language === main ? spoken : `<lang ${language}>${spoken}</lang>`
    const payload = speakers && speaker !== '' ? `<v ${escapeText(speaker)}>${text}</v>` : text
    return `${index + 1}\n${times}\n${payload}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** Escapes `>` too, so that no text contains the `-->` of a timing line. */
const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u200e', '&lrm;')
    .replaceAll('\u200f', '&rlm;')
