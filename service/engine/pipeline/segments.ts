/**
 * Groups words into segments: a sentence or the words between two pauses, by one speaker, at most
 * 30 s, until the other side takes its turn.
 */
import type { Span, SpokenSegment, TranscribedSegment, Word } from '../engine.ts'
import { endsSentence } from './sentence-end.ts'
import { splitAtTurns } from './taken-turns.ts'
import { fromWhisperLanguage } from '../whisper/languages.ts'

/**
 * A word whose speaker is not known yet; `hasSpace` if a space precedes it. `language` is whisper's
 * code, if it is not that of everything.
 */
export type TimedWord = Word & { hasSpace: boolean; language?: string }

/** The words of one engine segment, each with whether a space precedes it in the text. */
export function timedWords({ words, text }: TranscribedSegment): TimedWord[] {
  let at = 0
  return words.map((word) => {
    const found = text.indexOf(word.text, at)
    const hasSpace = found <= 0 || /\s/.test(text.charAt(found - 1))
    if (found >= 0) at = found + word.text.length
    return { ...word, hasSpace }
  })
}

/** Joins words into one line of text. */
const joinWords = (words: readonly TimedWord[]): string =>
  words
    .map(({ text, hasSpace }, at) => (at > 0 && hasSpace ? ` ${text}` : text))
    .join('')
    .trim()

export type SpokenWord = TimedWord & { speaker: number }

/** Spec: no segment is longer. */
export const longestSegmentSeconds = 30

/** A pause this long within a sentence sounds like its end. */
const sentencePauseSeconds = 0.7

/**
 * Groups the words of one track, in order, into segments, which end where one of the `turns` of other
 * tracks begins. No word is lost or moved; a segment's text is its words joined,
 * its times are those of its first and last word.
 */
export function toSegments(
  words: readonly SpokenWord[],
  language: string,
  turns: readonly Span[] = [],
): SpokenSegment[] {
  return splitSentences(words, language)
    .flatMap(splitTurns)
    .flatMap((line) => splitAtTurns(line, turns))
    .flatMap(splitLong)
    .map((line) => toSegment(line, language))
}

/** Splits words at the ends of sentences, at pauses longer than `pauseSeconds`, and where the language changes. */
export function splitSentences<W extends TimedWord>(
  words: readonly W[],
  language: string,
  pauseSeconds = sentencePauseSeconds,
): W[][] {
  return splitWhere(
    words,
    (last, next) =>
      next.start - last.end > pauseSeconds ||
      last.language !== next.language ||
      endsSentence(last.text, next, last.language ?? language),
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

/** Repeatedly cuts long runs at their best pause or comma. */
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

/** A comma counts as a pause of this length. */
const commaSeconds = 0.4

/**
 * The number of words in the first part: as many as fit, cut at the clearest boundary
 * of its second half.
 */
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
    // The first half is too early, unless there is no later boundary at all.
    const weighed = seconds < longestSegmentSeconds / 2 ? clarity / 10 : clarity + 0.001
    if (weighed < clearest) continue
    clearest = weighed
    best = at + 1
  }
  return best
}

function toSegment(words: readonly SpokenWord[], main: string): SpokenSegment {
  const start = words[0]?.start ?? 0
  const language = words[0]?.language ?? main
  // A single word that lasts longer has a wrong time.
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
    ...(language !== main && { language: fromWhisperLanguage(language) }),
  }
}
