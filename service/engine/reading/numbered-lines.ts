/** The transcript as numbered lines, which a model cites as where it read something. */
import type { WriterSegment } from '../engine.ts'
import { asData } from '../writing/chunks.ts'

/**
 * What a person says until somebody else speaks, or until it gets long. `number` counts from 1, `start` is in seconds
 * from the start of the recording.
 */
export type NumberedLine = {
  number: number
  start: number
  speaker: string
  text: string
  segmentIds: string[]
}

/** Choice: in characters. A longer line is no place that a reader finds at once. */
const longestLine = 400

export function toNumberedLines(segments: readonly WriterSegment[]): NumberedLine[] {
  const lines: NumberedLine[] = []
  for (const { id, start, speaker, text } of segments) {
    for (const said of cutLong(asData(text))) {
      const last = lines.at(-1)
      if (last?.speaker === speaker && last.text.length + said.length < longestLine) {
        last.text += ` ${said}`
        last.segmentIds.push(id)
      } else lines.push({ number: lines.length + 1, start, speaker, text: said, segmentIds: [id] })
    }
  }
  return lines
}

/** Text from other programs may stand in one piece; it is cut after sentences, else between words. */
function cutLong(text: string): string[] {
  if (text === '') return []
  if (text.length <= 2 * longestLine) return [text]
  const start = text.slice(0, 2 * longestLine)
  const sentence = /^[\s\S]*[.!?。！？]/u.exec(start)?.[0].length ?? 0
  const end = sentence > longestLine ? sentence : start.lastIndexOf(' ')
  const at = end > 0 ? end : longestLine
  return [text.slice(0, at).trim(), ...cutLong(text.slice(at).trim())]
}

/** "12 Mary: I will send it."; above the first line of every other minute stands its time. */
export function writeLines(lines: readonly NumberedLine[]): string {
  const written: string[] = []
  let lastMinute = -Infinity
  for (const line of lines) {
    const minute = Math.floor(line.start / 60)
    if (minute >= lastMinute + 2) {
      written.push(`[${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}]`)
      lastMinute = minute
    }
    written.push(writeLine(line))
  }
  return written.join('\n')
}

export const writeLine = ({ number, speaker, text }: NumberedLine): string =>
  `${number} ${asData(speaker)}: ${text}`

/** The lines of these numbers with so many beside each, in the order of the talk; unknown numbers are left out. */
export function linesAround(
  lines: readonly NumberedLine[],
  numbers: readonly number[],
  beside: number,
): NumberedLine[] {
  const isNear = ({ number }: NumberedLine) =>
    numbers.some((cited) => Math.abs(cited - number) <= beside)
  const [first, last] = [Math.min(...numbers) - beside, Math.max(...numbers) + beside]
  return lines.slice(Math.max(0, first - 1), Math.max(0, last)).filter(isNear)
}
