import { toParagraphs } from './paragraphs.ts'
import { isRightToLeft, type Marks, type Source } from './transcript-file.ts'

/** Plain text: a line for each stretch of one speaker, with an empty one between. */
export function toText(source: Source, { timestamps, speakers }: Marks): string {
  // Times and Latin names would turn a line of Arabic or Hebrew around.
  const mark = isRightToLeft(source.transcript.language) ? '\u200f' : ''
  const lines = toParagraphs(source).map(({ time, speaker, text }) => {
    const head = [...(timestamps ? [`[${time}]`] : []), ...(speakers ? [`${speaker}:`] : [])]
    return `${mark}${[...head, text].join(' ')}\n`
  })
  return lines.join('\n')
}
