/** Attributes each word to a speaker's turn, and corrects slips of single words. */
import { splitSentences, type TimedWord } from './segments.ts'

export type Turn = { start: number; end: number; speaker: number }

/** Within a sentence, whoever spoke before a pause up to this long goes on after it. */
const samePersonSeconds = 1.5

/**
 * The speaker of every word: the one whose turn covers most of it, or the nearest turn's. Turn
 * boundaries are accurate only to some tenths of a second, so a word or two that would leave their
 * sentence for another speaker stay in it.
 */
export function assignSpeakers(
  words: readonly TimedWord[],
  turns: readonly Turn[],
  language: string,
): number[] {
  const finder = turnFinder(turns)
  const raw = words.map((word) => ({ ...word, speaker: finder(word) }))
  const sentences = splitSentences(raw, language, samePersonSeconds).map((sentence) =>
    smooth(sentence.map(({ speaker, start, end }) => ({ speaker, start, end }))),
  )
  return withoutPhantoms(sentences)
    .flat()
    .map(({ speaker }) => speaker)
}

/** Whoever speaks less than this, and never a whole sentence, is the sentences' other speaker. */
const phantomSeconds = 2

function withoutPhantoms(sentences: readonly Spoken[][]): Spoken[][] {
  const whole = new Set<number>()
  const seconds = new Map<number, number>()
  for (const sentence of sentences) {
    const [first] = sentence
    if (first && sentence.every(({ speaker }) => speaker === first.speaker)) {
      whole.add(first.speaker)
    }
    for (const { speaker, start, end } of sentence) {
      seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start)
    }
  }
  const isReal = ({ speaker }: Spoken) =>
    whole.has(speaker) || (seconds.get(speaker) ?? 0) >= phantomSeconds
  return sentences.map((sentence) => {
    const other = sentence.find(isReal)
    if (other === undefined) return sentence
    return sentence.map((word) => (isReal(word) ? word : { ...word, speaker: other.speaker }))
  })
}

function turnFinder(turns: readonly Turn[]): (word: Span) => number {
  const sorted = turns.toSorted((a, b) => a.start - b.start)
  let from = 0
  return ({ start, end }) => {
    while (from < sorted.length && (sorted[from]?.end ?? 0) <= start) from += 1
    const shares = new Map<number, number>()
    for (let at = from; at < sorted.length; at += 1) {
      const turn = sorted[at]
      if (turn === undefined || turn.start >= end) break
      const overlap = Math.min(end, turn.end) - Math.max(start, turn.start)
      if (overlap > 0) shares.set(turn.speaker, (shares.get(turn.speaker) ?? 0) + overlap)
    }
    const [most] = [...shares].toSorted((a, b) => b[1] - a[1])
    return most?.[0] ?? nearest(sorted, from, { start, end })
  }
}

function nearest(sorted: readonly Turn[], from: number, { start, end }: Span): number {
  const [before, after] = [sorted[from - 1], sorted[from]]
  if (before === undefined || after === undefined) return (before ?? after)?.speaker ?? 0
  return start - before.end <= after.start - end ? before.speaker : after.speaker
}

type Span = { start: number; end: number }
type Spoken = Span & { speaker: number }

/** A change of speaker shorter than this is treated as a slip. */
const shortestTurnSeconds = 0.4

function smooth(sentence: Spoken[]): Spoken[] {
  // In a sentence of one or two words it is unclear which of them slipped.
  if (sentence.length < 3) return sentence
  const runs = speakerRuns(sentence)
  while (runs.length > 1) {
    const slip = shortestSlip(runs)
    if (slip === undefined) break
    const [before, after] = [runs[slip - 1], runs[slip + 1]]
    const heir = (after?.length ?? 0) > (before?.length ?? 0) ? after : before
    const speaker = heir?.[0]?.speaker ?? 0
    runs[slip] = (runs[slip] ?? []).map((word) => ({ ...word, speaker }))
    runs.splice(0, runs.length, ...speakerRuns(runs.flat()))
  }
  return runs.flat()
}

function speakerRuns(words: readonly Spoken[]): Spoken[][] {
  const runs: Spoken[][] = []
  for (const word of words) {
    const run = runs.at(-1)
    if (run?.[0]?.speaker === word.speaker) run.push(word)
    else runs.push([word])
  }
  return runs
}

/** The index of the shortest run of a single word or very short time, if any. */
function shortestSlip(runs: readonly Spoken[][]): number | undefined {
  const seconds = (run: readonly Spoken[]) => (run.at(-1)?.end ?? 0) - (run[0]?.start ?? 0)
  const slips = [...runs.entries()].filter(
    ([, run]) => run.length === 1 || seconds(run) < shortestTurnSeconds,
  )
  return slips.toSorted(([, a], [, b]) => seconds(a) - seconds(b))[0]?.[0]
}
