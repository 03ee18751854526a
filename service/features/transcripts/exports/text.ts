import { toParagraphs } from './paragraphs.ts'
import { isRightToLeft, type Marks, type Source } from './transcript-file.ts'

/** Plain text: one paragraph per speaker turn, separated by a blank line. */
export function toText(source: Source, { timestamps, speakers }: Marks): string {
  // Times and Latin names would turn a line of Arabic or Hebrew around.
  const mark = isRightToLeft(source.transcript.language) ? '\u200f' : ''
  const lines = toParagraphs(source).map(({ time, speaker, text }) => {
    const head = [...(timestamps ? [`[${time}]`] : []), ...(speakers ? [`${speaker}:`] : [])]
    return `${mark}${[...head, text].join(' ')}\n`
  })
  return lines.join('\n')
}
