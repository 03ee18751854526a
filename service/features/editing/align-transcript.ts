// Gives the words of another transcript of the same recording the times of the recognized ones.
import type { StoredWord } from '../../db/tables.ts'
import type { TimedLine } from '../../engine/transcript-import/imported-transcript.ts'
import { alignWords, fold } from './align-words.ts'

type Written = { text: string; key: string; line: number }
type Anchor = { before: number; after: number }
type Sound = { words: readonly StoredWord[]; durationSeconds: number; language: string }

/** `share` of the words, 0 to 1, that stand in runs which both transcripts have. */
export type Alignment = { lines: TimedLine[]; share: number }

/** As many words in a row occur once in each transcript where the two say the same. */
const runLength = 3

/**
 * Lines with the times of what was recognized. Runs of words that both have once are where the two
 * meet; what lies between is aligned as a correction is. Linear but for those gaps, so that ten
 * hours take about a second.
 */
export function alignTranscript(lines: readonly TimedLine[], sound: Sound): Alignment {
  const written = lines.flatMap(({ text }, line) =>
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((word): Written => ({ text: word, key: fold(word), line })),
  )
  const anchors = findAnchors(
    sound.words.map(({ text }) => fold(text)),
    written.map(({ key }) => key),
  )
  const words = placeWords(written, anchors, sound)
  const byLine = Map.groupBy(words.entries(), ([at]) => written[at]?.line ?? 0)
  const timed = lines.flatMap(({ speaker, text }, line) => {
    const own = (byLine.get(line) ?? []).map(([, word]) => word)
    const [first] = own
    if (!first) return []
    return [{ speaker, text, start: first.start, end: own.at(-1)?.end ?? first.end, words: own }]
  })
  return { lines: timed, share: written.length === 0 ? 0 : anchors.length / written.length }
}

/** Words at anchors keep the times of the recognized ones; those between are aligned. */
function placeWords(
  written: readonly Written[],
  anchors: readonly Anchor[],
  { words, durationSeconds, language }: Sound,
): StoredWord[] {
  const placed: StoredWord[] = []
  let last: Anchor = { before: -1, after: -1 }
  for (const anchor of [...anchors, { before: words.length, after: written.length }]) {
    const texts = written.slice(last.after + 1, anchor.after).map(({ text }) => text)
    const gap = words.slice(last.before + 1, anchor.before)
    const start = words[last.before]?.end ?? 0
    const end = Math.max(start, words[anchor.before]?.start ?? durationSeconds)
    // Not spread into arguments: a gap may have more words than a call can take.
    const aligned = alignWords({ start, end, words: gap }, texts.join(' '), language)
    for (const word of aligned) placed.push(word)
    const met = words[anchor.before]
    if (met) placed.push({ ...met, text: written[anchor.after]?.text ?? met.text })
    last = anchor
  }
  return placed
}

/** Pairs of positions at which both say the same, rising in both. */
function findAnchors(before: readonly string[], after: readonly string[]): Anchor[] {
  const [old, fresh] = [findUnique(before), findUnique(after)]
  const pairs: Anchor[] = []
  for (const [run, at] of fresh) {
    const from = old.get(run)
    if (at !== null && from !== null && from !== undefined) pairs.push({ before: from, after: at })
  }
  const met = new Map<number, number>()
  for (const pair of longestRising(pairs)) {
    for (let step = 0; step < runLength; step += 1) {
      met.set(pair.after + step, pair.before + step)
    }
  }
  let last = -1
  return [...met].flatMap(([at, from]) => {
    // Runs overlap; two that disagree about a word would let it go back.
    if (from <= last) return []
    last = from
    return [{ before: from, after: at }]
  })
}

/** Where each run of words begins; null if it occurs more than once. */
function findUnique(words: readonly string[]): Map<string, number | null> {
  const places = new Map<string, number | null>()
  for (let at = 0; at + runLength <= words.length; at += 1) {
    const run = words.slice(at, at + runLength).join(' ')
    places.set(run, places.has(run) ? null : at)
  }
  return places
}

/** The longest list of pairs that rises in both (patience sorting); `pairs` rise in `after`. */
function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, { before }] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.before ?? 0) < before) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const rising: Anchor[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) rising.push(pair)
  }
  return rising.toReversed()
}
