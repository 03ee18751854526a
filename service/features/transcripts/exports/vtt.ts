import { cueTime } from './clock-time.ts'
import { toCues } from './cues.ts'
import type { Marks, Source } from './transcript-file.ts'

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
