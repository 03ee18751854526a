/**
 * Clusters windows into an unknown number of speakers: average linkage, then a filter for speakers
 * with enough speech.
 */
import type { Span } from '../engine.ts'
import { linkAlike, sumOf, type Weighted } from './linkage.ts'
import { splitVoices } from './split.ts'
import { dot, unitMean, type Vector } from './voice.ts'

export type Window = Span & { embedding: Vector }

/**
 * The mean similarity at or above which two groups are one voice. Tuned on conversations of one to
 * six speakers, 30 s to 20 min long, near and far, composed from one half of the readers; validated
 * on the other half and on real recordings (test/bench/speakers.ts).
 */
const alike = 0.3

/** Shorter windows are assigned to a voice but never create one. */
const sureSeconds = 0.6

/** A voice with less speech than this is merged into the nearest one. */
const shortVoice = { seconds: 2.5, share: 0.015, mostSeconds: 10 }

/**
 * A voice with little speech that sounds this much like a longer one is that person in another
 * tone, or two people at once. Phantoms are alike by 0.34 to 0.57; a quiet person stays one.
 */
const doubtful = { share: 0.06, alike: 0.3 }

/** Windows per block: time and memory grow with their square. */
const blockItems = 1000

/** Merges inside a block need this much more similarity, because few windows can mislead. */
const blockMargin = 0.04

/** Returns the voices of a recording, each of unit length. `windows` are in chronological order. */
export function findVoices(windows: readonly Window[]): Vector[] {
  const sure = windows.filter(({ start, end }) => end - start >= sureSeconds)
  const items = condense((sure.length > 0 ? sure : windows).map(weighted))
  const voices = groupAlike(items, alike).flatMap(splitVoices).map(sumOf)
  const total = voices.reduce((sum, { seconds }) => sum + seconds, 0)
  const { seconds: shortest, share, mostSeconds } = shortVoice
  const least = Math.max(shortest, Math.min(mostSeconds, share * total))
  const byLength = voices.toSorted((a, b) => b.seconds - a.seconds)
  const long = byLength.filter(({ seconds }) => seconds >= least)
  const doubted = Math.min(mostSeconds, doubtful.share * total)
  const found: Vector[] = []
  for (const { sum, seconds } of long.length > 0 ? long : byLength.slice(0, 1)) {
    const voice = unitMean([sum])
    const isNear = found.some((other) => dot(voice, other) >= doubtful.alike)
    if (seconds >= doubted || !isNear) found.push(voice)
  }
  return found
}

function weighted({ start, end, embedding }: Window): Weighted {
  const seconds = end - start
  return { sum: embedding.map((value) => value * seconds), seconds }
}

/** Returns the items, or groups of neighbours if there are too many items. */
function condense(items: Weighted[]): Weighted[] {
  let groups = items
  for (let margin = blockMargin; groups.length > blockItems; margin -= blockMargin) {
    groups = blocksOf(groups).flatMap((block) => groupAlike(block, alike + margin).map(sumOf))
  }
  return groups
}

const blocksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockItems) }, (_, at) =>
    items.slice(at * blockItems, (at + 1) * blockItems),
  )

/** Groups by average linkage down to the given similarity. */
const groupAlike = (items: readonly Weighted[], likeness: number): Weighted[][] =>
  linkAlike(items, likeness).map((places) => places.flatMap((at) => items[at] ?? []))
