/** Recognizes in what unit a file counts its times. */
import { countWords, unreadable, type ReadLine } from './imported-transcript.ts'

/** How many of them are a second: vibe counts in hundredths, AssemblyAI and many others in thousandths. */
const finerUnits = [100, 1000]
/** Choice: words a second within lines. Who reads fast says five; below the least, two in three seconds of a line are silent. */
const leastRate = 0.3
const mostRate = 8
/** Choice: no line of a meeting has a word in seventeen seconds, and nobody says twenty in one. */
const silentRate = 0.06
const impossibleRate = 20
/** Choice: so few words tell nothing of a file. */
const fewWords = 5

/**
 * Lines whose times are whole hundredths or thousandths of a second, by how fast anybody speaks, in seconds. Throws
 * `transcript_unreadable` where nobody speaks like that in any unit.
 */
export function inSeconds(lines: readonly ReadLine[]): ReadLine[] {
  const timed = lines.filter(({ start, end }) => start !== null && end !== null && end > start)
  const words = timed.reduce((sum, { text }) => sum + countWords(text), 0)
  const length = timed.reduce((sum, { start, end }) => sum + (end ?? 0) - (start ?? 0), 0)
  const rate = words / length
  if (words < fewWords || (rate >= silentRate && rate <= impossibleRate)) return [...lines]
  const isWhole = timed.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end))
  const unit = finerUnits.find((each) => rate * each >= leastRate && rate * each <= mostRate)
  if (!isWhole || unit === undefined) {
    throw unreadable('The times of this file are in no unit in which anybody could say its words.')
  }
  return lines.map((line) => divideTimes(line, unit))
}

function divideTimes({ words, ...line }: ReadLine, unit: number): ReadLine {
  const divide = (time: number | null) => (time === null ? null : time / unit)
  const divided = words?.map((word) => ({
    ...word,
    start: word.start / unit,
    end: word.end / unit,
  }))
  return {
    ...line,
    start: divide(line.start),
    end: divide(line.end),
    ...(divided && { words: divided }),
  }
}
