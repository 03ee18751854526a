/** Drops words that a track contains only because it picked up the other track's sound. */
import { stepSeconds } from '../sound/levels.ts'
import type { TimedWord } from './segments.ts'
import type { Track } from './tracks.ts'

/** A word that nobody else says is dropped if at least this share of it is echo. */
const mostlyEcho = 0.7

/** Words on both tracks need less echo to be dropped, but one's own voice still keeps them. */
const partlyEcho = 0.4

/** Error of word times in seconds, in addition to the echo's delay. */
const slackSeconds = 0.3

/** Returns the words of a track without those that merely echo the other track. */
export function dropEcho(
  track: Track,
  words: readonly TimedWord[],
  others: readonly TimedWord[],
): TimedWord[] {
  const { echo, path } = track
  if (echo === null || path === null) return [...words]
  const lag = path.lagSteps * stepSeconds
  const isSaidByOther = wordFinder(others)
  return words.filter((word) => {
    const share = echoShare(echo, word)
    return share < (isSaidByOther(word, lag) ? partlyEcho : mostlyEcho)
  })
}

function echoShare(echo: Uint8Array, { start, end }: TimedWord): number {
  const from = Math.floor(start / stepSeconds)
  const steps = echo.subarray(from, Math.max(from + 1, Math.ceil(end / stepSeconds)))
  return steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length)
}

/** Creates a test for whether another track has the same word, earlier by the echo's delay. */
function wordFinder(others: readonly TimedWord[]) {
  let from = 0
  return (word: TimedWord, lag: number): boolean => {
    const spelling = spell(word.text)
    const [earliest, latest] = [word.start - lag - slackSeconds, word.start - lag + slackSeconds]
    while (from < others.length && (others[from]?.start ?? 0) < earliest - 5) from += 1
    for (let at = from; at < others.length; at += 1) {
      const other = others[at]
      if (other === undefined || other.start > latest) return false
      if (other.start >= earliest && spell(other.text) === spelling) return true
    }
    return false
  }
}

const spell = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
