import type { Segment } from '../client/index.ts'
import { toClock } from '../core/clock-time.ts'
import { problem } from './data.ts'

/** Characters on one page of a transcript, about 5,000 words. */
const pageLength = 30_000

/** One segment as a line, which nothing that was said can end: "1:02 Mary: We agree." */
export const toLine = ({ start, speaker, text }: Segment): string =>
  `${toClock(start)} ${toOneLine(speaker)}: ${toOneLine(text)}`

export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

type Picking = {
  from: number
  to: number
  speaker: string | undefined
  /** `next` of the page before. */
  begin: string | undefined
}

/** The segments that are asked for, as many as one page holds; `next` is null where they end. */
export function pickLines(
  all: readonly Segment[],
  { from, to, speaker, begin }: Picking,
): { segments: Segment[]; next: string | null } {
  const first = begin === undefined ? 0 : all.findIndex(({ id }) => id === begin)
  if (first === -1) throw problem('invalid', 'cursor: The transcript was changed; begin again.')
  const name = speaker?.toLowerCase()
  const asked = all
    .slice(first)
    .filter(
      (one) => one.end > from && one.start < to && (!name || one.speaker.toLowerCase() === name),
    )
  if (name && !all.some((one) => one.speaker.toLowerCase() === name)) {
    const names = [...new Set(all.map((one) => one.speaker))].slice(0, 50).join(', ')
    throw problem('not_found', `Nobody is called "${speaker}" in it. There are: ${names}.`)
  }
  let length = 0
  const end = asked.findIndex((one) => (length += toLine(one).length + 3) > pageLength)
  // One that alone is longer than a page is a page.
  const count = end === -1 ? asked.length : Math.max(1, end)
  return { segments: asked.slice(0, count), next: asked[count]?.id ?? null }
}
