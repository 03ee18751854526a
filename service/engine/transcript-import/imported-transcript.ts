/** What the readers of transcript files produce. */
import { JobError } from '../../core/errors.ts'
import type { Word } from '../engine.ts'

/** `cues` are those of WebVTT and SubRip. */
export type TranscriptFormat = 'cues' | 'text' | 'markdown' | 'json'

/**
 * What one person says in one cue or paragraph of a file. Times are in seconds and null where the
 * file has none; so is the speaker. `words` only where the file times them.
 */
export type ReadLine = {
  speaker: string | null
  start: number | null
  end: number | null
  text: string
  words?: Word[]
}

/** A file as it was read. `language` is an ISO 639-1 code, null if the file names none. */
export type ReadFile = { lines: ReadLine[]; language: string | null }

/** A line with its times, in order of `start`. */
export type TimedLine = Omit<ReadLine, 'start' | 'end'> & { start: number; end: number }

/**
 * `language` is what the file names, else what its words tell. `hasEstimatedTimes` if any line got
 * its start from the number of words.
 */
export type ImportedTranscript = {
  lines: TimedLine[]
  language: string
  hasEstimatedTimes: boolean
}

export const mostTranscriptBytes = 10_000_000
/** A day of talk; what one transcript can hold without slowing down every reader of it. */
const mostWords = 200_000
const mostLines = 50_000
/** Choice: half as much again as so many words of the languages with the longest; others are read as fast as they are. */
const mostCharacters = 3_000_000
const mostSpeakers = 1000
/** Times beyond this are damage. */
export const mostSeconds = 1000 * 3600

export const unreadable = (message: string): JobError =>
  new JobError('transcript_unreadable', message)

/** Throws `transcript_empty` or `transcript_too_long`. */
export function requireSize(lines: readonly ReadLine[]): void {
  if (lines.length === 0) {
    throw new JobError('transcript_empty', 'No line of this file says when or by whom it was said.')
  }
  if (lines.length > mostLines) throw tooLong(`${mostLines.toLocaleString('en')} segments`)
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > mostCharacters)
    throw tooLong(`${mostCharacters.toLocaleString('en')} characters`)
  let words = 0
  for (const { text } of lines) words += countWords(text)
  if (words > mostWords) throw tooLong(`${mostWords.toLocaleString('en')} words`)
  if (new Set(lines.map(({ speaker }) => speaker)).size > mostSpeakers) {
    throw tooLong(`${mostSpeakers.toLocaleString('en')} speakers`)
  }
}

export const tooLong = (limit: string): JobError =>
  new JobError('transcript_too_long', `A transcript may have at most ${limit}.`)

/** In scripts without spaces, two characters count as a word. */
export function countWords(text: string): number {
  const spaced = text.split(/\s+/).filter(Boolean).length
  return Math.max(spaced, Math.ceil((text.match(unspaced)?.length ?? 0) / 2))
}

const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu
