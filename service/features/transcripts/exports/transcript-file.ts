import type { Transcript } from '../schema.ts'

/** What a transcript is written from. */
export type Source = {
  transcript: Pick<
    Transcript,
    'segments' | 'speakers' | 'language' | 'model_used' | 'version' | 'word_count' | 'content_id'
  >
  /** The recording's file name without its ending. */
  title: string
  recordedAt: string
  durationSeconds: number | null
}

/** What a reader wants to see beside the words. */
export type Marks = { timestamps: boolean; speakers: boolean }

export type Segment = Source['transcript']['segments'][number]

const longestTitle = 150 // leaves room for the ending where names are cut

/** `call.wav` → `call`; a name that is all ending stays. */
export function titleOf(filename: string): string {
  const name = oneLine(filename.replace(/(?<=.)\.[^.]{1,10}$/s, ''))
  return [...name].slice(0, longestTitle).join('').trim() || 'transcript'
}

/** Without line breaks, which end a field, a cue or a heading in every text format. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export const isRightToLeft = (language: string): boolean => rightToLeft.has(language)
