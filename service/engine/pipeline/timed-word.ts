/** Words between the engine's answer and the segments that people read. */
import type { TranscribedSegment, Word } from '../engine.ts'

/** A word whose speaker is not known yet; `hasSpace` where a blank stands before it. */
export type TimedWord = Word & { hasSpace: boolean }

/** The words of one engine segment, each with whether its text has a blank before it. */
export function timedWords({ words, text }: TranscribedSegment): TimedWord[] {
  let at = 0
  return words.map((word) => {
    const found = text.indexOf(word.text, at)
    const hasSpace = found <= 0 || /\s/.test(text.charAt(found - 1))
    if (found >= 0) at = found + word.text.length
    return { ...word, hasSpace }
  })
}

/** The words as one line of text. */
export const joinWords = (words: readonly TimedWord[]): string =>
  words
    .map(({ text, hasSpace }, at) => (at > 0 && hasSpace ? ` ${text}` : text))
    .join('')
    .trim()
