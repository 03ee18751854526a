import { oneLine } from '../../../core/one-line.ts'
import type { Transcript } from '../transcript.ts'

/** What an export is rendered from. */
export type Source = {
  transcript: Pick<
    Transcript,
    'segments' | 'speakers' | 'language' | 'model_used' | 'version' | 'word_count' | 'content_id'
  >
  /** The recording's, in one line. */
  title: string
  recordedAt: string
  durationSeconds: number | null
  /** Where a heading goes, in order; empty where chapters are not wanted or there are none. */
  chapters: readonly { start: number; title: string | null }[]
}

/** What subtitles are made from. */
export type Spoken = { transcript: Pick<Transcript, 'segments' | 'language'> }

/** What to show besides the words. */
export type Marks = { timestamps: boolean; speakers: boolean; chapters: boolean }

export type Segment = Source['transcript']['segments'][number]

const longestTitle = 150 // leaves room for the extension where names are cut off

/** The title of a recording as a file's name and a heading can take it. */
export const titleOf = (title: string): string =>
  [...oneLine(title)].slice(0, longestTitle).join('').trim() || 'transcript'

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats seconds as `01:02:03`; hours get as many digits as they need. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const isRightToLeft = (language: string): boolean => rightToLeft.has(language)
