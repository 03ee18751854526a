/** Reads Markdown row by row, as people and converters of Word files write it. */
import { clockPattern } from './clock-times.ts'

/** `**Jane Doe** 0:12`, as a Word file of Teams becomes; the words are behind it or below. */
const boldHead = new RegExp(
  `^\\*\\*([^*\\n]{1,100})\\*\\*\\s{1,5}(${clockPattern})(?:\\s{1,5}(.*))?$`,
)
const heading = /^#{1,6}\s{1,5}/
const timeAlone = new RegExp(`^${clockPattern}$`)
const image = /!\[[^[\]]{0,200}\]\([^()\s]{0,1000000}\)\s?/g

/**
 * A row without emphasis, list marks, pictures and escapes. Headings are no speech, but one that is
 * a time says when the words below begin.
 */
export function unmarkedRows(row: string): string[] {
  const text = row.replaceAll(image, '').replace(/\\$/, '').trimEnd()
  if (heading.test(text)) {
    const title = text.replace(heading, '').replaceAll('*', '').trim()
    return [timeAlone.test(title) ? title : '']
  }
  const head = boldHead.exec(text)
  // In brackets, a name is known as one however it is written.
  if (head) return [`[${head[1]}] ${head[2]}`, unmarked(head[3] ?? '')]
  return [unmarked(text)]
}

const unmarked = (text: string): string =>
  text
    .replace(/^\s{0,10}(?:[-*+>]|\d{1,3}[.)])\s{1,5}/, '')
    .replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,200})\1/g, '$2')
    // Converters leave one where they split a name.
    .replaceAll('**', '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
