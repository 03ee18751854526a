/** Words → segments: a sentence or what is said between two pauses, by one speaker, at most 30 s. */
import type { SpokenSegment, TranscribedSegment, Word } from '../engine.ts'
import { endsSentence } from './sentence-end.ts'

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
const joinWords = (words: readonly TimedWord[]): string =>
  words
    .map(({ text, hasSpace }, at) => (at > 0 && hasSpace ? ` ${text}` : text))
    .join('')
    .trim()

export type SpokenWord = TimedWord & { speaker: number }

/** Spec of the issue: no segment is longer. */
export const longestSegmentSeconds = 30

/** Nobody pauses as long as this inside a sentence without the listener taking it for its end. */
const sentencePauseSeconds = 1.5

/**
 * Words of one track, in order, as segments. No word is lost or moved; a segment's text is its
 * words joined, its times are those of its first and last word.
 */
export function toSegments(words: readonly SpokenWord[], language: string): SpokenSegment[] {
  return splitSentences(words, language).flatMap(splitTurns).flatMap(splitLong).map(toSegment)
}

/** Runs of words between the ends of sentences and long pauses. */
export function splitSentences<W extends TimedWord>(words: readonly W[], language: string): W[][] {
  return splitWhere(
    words,
    (last, next) =>
      next.start - last.end > sentencePauseSeconds || endsSentence(last.text, next, language),
  )
}

const splitTurns = (words: SpokenWord[]): SpokenWord[][] =>
  splitWhere(words, (last, next) => last.speaker !== next.speaker)

function splitWhere<W>(words: readonly W[], isBorder: (last: W, next: W) => boolean): W[][] {
  const runs: W[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || isBorder(last, word)) runs.push([word])
    else run.push(word)
  }
  return runs
}

/** Cuts what is too long at its best pause or comma, again and again. */
function splitLong(words: SpokenWord[]): SpokenWord[][] {
  const parts: SpokenWord[][] = []
  let rest = words
  while (rest.length > 1 && lengthOf(rest) > longestSegmentSeconds) {
    const cut = bestCut(rest)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...parts, rest]
}

const lengthOf = (words: readonly SpokenWord[]): number =>
  Math.max(...words.map(({ end }) => end)) - (words[0]?.start ?? 0)

/** A comma weighs as much as this long a pause. */
const commaSeconds = 0.4

/** How many words the first part gets: as many as fit, at the clearest border of its second half. */
function bestCut(words: readonly SpokenWord[]): number {
  const start = words[0]?.start ?? 0
  let best = 1
  let clearest = -1
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const seconds = word.end - start
    if (next === undefined || seconds > longestSegmentSeconds) break
    const pause = Math.max(0, next.start - word.end)
    const clarity = pause + (/[,;:、，；：—–-]["'”’»)]*$/u.test(word.text) ? commaSeconds : 0)
    // The first half is too early, unless nothing later is a border at all.
    const weighed = seconds < longestSegmentSeconds / 2 ? clarity / 10 : clarity + 0.001
    if (weighed < clearest) continue
    clearest = weighed
    best = at + 1
  }
  return best
}

function toSegment(words: readonly SpokenWord[]): SpokenSegment {
  const start = words[0]?.start ?? 0
  // A single word that lasts longer was timed wrongly.
  const end = Math.min(words.at(-1)?.end ?? start, start + longestSegmentSeconds)
  return {
    start,
    end: Math.max(start, end),
    text: joinWords(words),
    words: words.map(({ text, start: from, end: to, confidence }) => ({
      text,
      start: from,
      end: Math.min(to, start + longestSegmentSeconds),
      confidence,
    })),
    speaker: words[0]?.speaker ?? 0,
  }
}
