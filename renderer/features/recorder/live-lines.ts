/**
 * Groups settled words into lines, each for one side of the call: the one whose track is louder.
 */
import type { LiveWord, Span } from './agreement.ts'
import { joinLive } from './agreement.ts'

/** Null if there is only one track. */
type Side = 'you' | 'others' | null

/** What one side said without interruption from the other. */
export type LiveLine = { side: Side; text: string; end: number }

/** A pause this long starts a new line. */
const linePauseSeconds = 2.5

/** Lines this long end at the next sentence end, so readers keep their place. */
const longLine = 320

/** The smallest unit assigned to a side is a run of words between two pauses or sentence ends. */
const runPauseSeconds = 0.6

/**
 * Adds newly settled words to the lines; `powers` returns the loudness of each track within a span.
 */
export function addWords(
  lines: readonly LiveLine[],
  words: readonly LiveWord[],
  powers: (span: Span) => readonly number[],
): LiveLine[] {
  const all = [...lines]
  for (const run of splitRuns(words)) {
    const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0]
    const side = sideOf(powers({ start, end }))
    const last = all.at(-1)
    const goesOn =
      last !== undefined &&
      last.side === side &&
      start - last.end < linePauseSeconds &&
      !(last.text.length > longLine && endsSentence(last.text))
    if (!goesOn) all.push({ side, text: joinLive(run), end })
    else all[all.length - 1] = { side, text: joinTo(last.text, run), end }
  }
  return all
}

/** The text with the words appended. */
export const joinTo = (text: string, words: readonly LiveWord[]): string =>
  words.reduce((sum, word) => `${sum}${word.isJoined || sum === '' ? '' : ' '}${word.text}`, text)

const sideOf = ([microphone = 0, computer]: readonly number[]): Side => {
  if (computer === undefined) return null
  return microphone > computer ? 'you' : 'others'
}

function splitRuns(words: readonly LiveWord[]): LiveWord[][] {
  const runs: LiveWord[][] = []
  for (const word of words) {
    const last = runs.at(-1)?.at(-1)
    const isBorder =
      last === undefined || endsSentence(last.text) || word.start - last.end > runPauseSeconds
    if (isBorder) runs.push([word])
    else runs.at(-1)?.push(word)
  }
  return runs
}

const endsSentence = (text: string): boolean => /[.!?…。！？]["'”’»)]*$/u.test(text)
