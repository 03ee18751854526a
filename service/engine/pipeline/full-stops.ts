/**
 * Puts the full stops back that whisper leaves out before a long pause: it then begins the next
 * sentence with a capital, but does not end the last.
 */
import type { Word } from '../engine.ts'

/** Before a pause this long a capital begins a sentence; before a shorter one it may be a name. */
const longPauseSeconds = 2

/** English words that have a capital only at the start of a sentence. */
const openers = new Set(
  (
    "we it this that these those he she they you our my his her their but so and or it's that's " +
    "we're they're you're we've they've there here if do does did can could would is are was were " +
    'have has had what how why when where who which thank thanks yes no okay'
  ).split(' '),
)

/** No sentence ends with these: whoever says them breaks off or goes on. */
const unfinished = new Set(
  'a an the and or but of to with for from in on at by my your our his her their is are was were if as than very'.split(
    ' ',
  ),
)

/**
 * The lines of a track, in order, each with a full stop where one is missing at its end. English
 * only: other languages write nouns or names with capitals where English has none.
 */
export function restoreFullStops<W extends Word>(lines: readonly W[][], language: string): W[][] {
  if (language !== 'en') return [...lines]
  return lines.map((words, at) => {
    const [last, next] = [words.at(-1), lines[at + 1]?.[0]]
    if (last === undefined || next === undefined || !isMissing(last, next)) return words
    return [...words.slice(0, -1), { ...last, text: `${last.text}.` }]
  })
}

function isMissing(last: Word, next: Word): boolean {
  if (!/[\p{L}\p{N}%]$/u.test(last.text) || unfinished.has(last.text.toLowerCase())) return false
  if (!/^\p{Lu}/u.test(next.text) || /^I\b/.test(next.text)) return false
  const opener = next.text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^a-z']+$/, '')
  return next.start - last.end >= longPauseSeconds || openers.has(opener)
}
