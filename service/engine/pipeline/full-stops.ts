/**
 * Puts the full stops back that whisper leaves out before a pause: it then begins the next sentence
 * with a capital, but does not end the last.
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
 * The words of a track, in order, with a full stop where one is missing. English only: other languages
 * write nouns or names with capitals where English has none.
 */
export function restoreFullStops<W extends Word & { language?: string }>(
  words: readonly W[],
  main: string,
): W[] {
  return words.map((word, at) => {
    const next = words[at + 1]
    const isEnglish = [word, next].every((each) => (each?.language ?? main) === 'en')
    if (next === undefined || !isEnglish || !isMissing(word, next)) return word
    return { ...word, text: `${word.text}.` }
  })
}

function isMissing(last: Word, next: Word): boolean {
  if (!/[\p{L}\p{N}%]$/u.test(last.text) || unfinished.has(last.text.toLowerCase())) return false
  if (!/^\p{Lu}/u.test(next.text) || /^I\b/.test(next.text)) return false
  return next.start - last.end >= longPauseSeconds || isOpener(next.text)
}

/** Not "IT" or "WHO", which are names. */
const isOpener = (text: string): boolean =>
  /^\p{Lu}\p{Ll}/u.test(text) &&
  openers.has(
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/[^a-z']+$/, ''),
  )
