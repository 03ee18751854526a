/**
 * What was said when a line of the notes was begun, and what no line speaks of. Words that are
 * common in the recording connect nothing, whatever its language; the others count by rarity.
 */
import type { TimedText } from '../../ui/line-times.ts'

/** Times in seconds of the recording. */
export type Passage = { id: string; start: number; end: number; speaker: string; text: string }

/** A line as it was typed; `at` is null where nobody knows when. */
export type NoteLine = { text: string; at: number | null; isHeading: boolean }

/** Something found in the recording; its words and its moment tell whether a line speaks of it. */
export type Topic = {
  kind: 'decision' | 'task' | 'chapter'
  text: string
  /** More words of it, which are not shown. */
  about: string
  start: number
  end: number
}

export const noteLines = ({ text, times }: TimedText): NoteLine[] =>
  text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    return [{ text: line, at: times[at] ?? null, isHeading: /^#{1,6} /.test(line) }]
  })

/** People write down what they have just heard; some begin before it is said to the end. */
const secondsBefore = 15
const secondsAfter = 5
/** Between what was said and the first key for it. */
const reactionSeconds = 3
const mostPassages = 3

/** Passages beside a much better one say something else. */
const fairShare = 0.5

/**
 * The passages around the beginning of a line that share words with it, in their order in time; where
 * none does, the one that was said just before, but for headings, which are no answer to anything.
 */
export function saidAround(
  { text, at, isHeading }: NoteLine,
  passages: readonly Passage[],
  weights: Weights,
): Passage[] {
  if (at === null) return []
  const near = passages.filter(
    ({ start, end }) => end > at - secondsBefore && start < at + secondsAfter,
  )
  const scored = near.map((passage) => ({ passage, score: scoreOf(text, passage.text, weights) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best === 0) return isHeading ? [] : saidBefore(near, at)
  return scored
    .filter(({ score }) => score >= best * fairShare)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostPassages)
    .map(({ passage }) => passage)
    .toSorted((a, b) => a.start - b.start)
}

function saidBefore(near: readonly Passage[], at: number): Passage[] {
  const begun = near.filter(({ start }) => start <= at)
  const last = begun.findLast(({ start }) => start <= at - reactionSeconds) ?? begun[0]
  return last ? [last] : []
}

/** How much it tells that two texts share a word, by its stem; of words that nobody says, one. */
export type Weights = ReadonlyMap<string, number>

/** Words in more than this share of the passages connect nothing. */
const commonShare = 0.15
/** In a short recording a share means little. */
const rareCount = 2

export function weighWords(passages: readonly Passage[]): Weights {
  const counts = new Map<string, number>()
  for (const { text } of passages)
    for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const most = Math.max(rareCount, passages.length * commonShare)
  return new Map(
    [...counts].map(([stem, count]) => [
      stem,
      count > most ? 0 : Math.log(1 + passages.length / count),
    ]),
  )
}

/** Words of four letters and more, and numbers, by their first letters, so that endings do not matter. */
const stemLength = 5
const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/\p{N}+|\p{Script=Han}{2}|[\p{L}\p{M}]{4,}/gu) ?? []).map((word) =>
      word.slice(0, stemLength),
    ),
  )

function scoreOf(line: string, passage: string, weights: Weights): number {
  const other = stemsOf(passage)
  return [...stemsOf(line)]
    .filter((stem) => other.has(stem))
    .reduce((sum, stem) => sum + (weights.get(stem) ?? 1), 0)
}

/** A line may be begun this long before or after what it speaks of. */
const slackBefore = 10
const slackAfter = 30
const mostTopics = 6

/**
 * Topics that no line speaks of, neither by its time nor by its words, in their order in time. Empty
 * where no line has a time: then too little is known to say that something was missed.
 */
export function leftOut(
  lines: readonly NoteLine[],
  topics: readonly Topic[],
  weights: Weights,
): Topic[] {
  if (!lines.some(({ at }) => at !== null)) return []
  const isMissed = ({ text, about, start, end }: Topic) =>
    !lines.some(
      (line) =>
        (line.at !== null && line.at > start - slackBefore && line.at < end + slackAfter) ||
        scoreOf(line.text, `${text} ${about}`, weights) > 0,
    )
  const missed = topics.filter(isMissed)
  // A chapter only repeats the decisions and tasks that are in it.
  const claims = missed.filter(({ kind }) => kind !== 'chapter')
  return missed
    .filter((one) => one.kind !== 'chapter' || !claims.some((claim) => isWithin(claim, one)))
    .toSorted((a, b) => a.start - b.start)
    .slice(0, mostTopics)
}

const isWithin = (inner: Topic, outer: Topic): boolean =>
  inner.start >= outer.start && inner.start < outer.end
