/** Where a reader is sent for a statement: of each line that it cites, the segments that say it. */
import type { WriterSegment } from '../engine.ts'
import { toWords } from '../writing/similar.ts'
import type { NumberedLine } from './numbered-lines.ts'

/** Choice: of a line that many short segments make up, whoever listens needs one or two. */
const mostOfLine = 2

/** The ids of the segments, in the order of the talk; `numbers` are those of the cited lines. */
export function placesOf(
  text: string,
  numbers: readonly number[],
  { lines, segments }: { lines: readonly NumberedLine[]; segments: ReadonlyMap<string, string> },
): string[] {
  const { words } = toWords(text)
  const sharedBy = (id: string): number =>
    [...toWords(segments.get(id) ?? '').words].filter((word) => words.has(word)).length
  const ids = numbers
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const { segmentIds = [] } = lines[number - 1] ?? {}
      const best = segmentIds.toSorted((a, b) => sharedBy(b) - sharedBy(a)).slice(0, mostOfLine)
      return segmentIds.filter((id) => best.includes(id))
    })
  return [...new Set(ids)]
}

export const textsById = (segments: readonly WriterSegment[]): Map<string, string> =>
  new Map(segments.map(({ id, text }) => [id, text]))
