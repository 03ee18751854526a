/**
 * Clusters windows into an unknown number of speakers: average linkage, then a filter for speakers
 * with enough speech.
 */
import type { Span } from '../engine.ts'
import { linkAlike, type Weighted } from './linkage.ts'
import { unitMean, type Vector } from './voice.ts'

export type Window = Span & { embedding: Vector }

/**
 * The mean similarity at or above which two groups are one voice. Tuned on conversations of one to
 * six speakers, 30 s to 20 min long, near and far, composed from one half of the readers; validated
 * on the other half and on real recordings (test/bench/diarization.ts).
 */
const alike = 0.3

/** Shorter windows are assigned to a voice but never create one. */
const sureSeconds = 0.6

/** A voice with less speech than this is merged into the nearest one. */
const shortVoice = { seconds: 1.5, share: 0.015, mostSeconds: 10 }

/** Windows per block: time and memory grow with their square. */
const blockItems = 1000

/** Merges inside a block need this much more similarity, because few windows can mislead. */
const blockMargin = 0.04

/** Returns the voices of a recording, each of unit length. `windows` are in chronological order. */
export function findVoices(windows: readonly Window[]): Vector[] {
  const sure = windows.filter(({ start, end }) => end - start >= sureSeconds)
  const voices = joinAlike(condense((sure.length > 0 ? sure : windows).map(weighted)), alike)
  const total = voices.reduce((sum, { seconds }) => sum + seconds, 0)
  const { seconds: shortest, share, mostSeconds } = shortVoice
  const least = Math.max(shortest, Math.min(mostSeconds, share * total))
  const byLength = voices.toSorted((a, b) => b.seconds - a.seconds)
  const long = byLength.filter(({ seconds }) => seconds >= least)
  return (long.length > 0 ? long : byLength.slice(0, 1)).map(({ sum }) => unitMean([sum]))
}

function weighted({ start, end, embedding }: Window): Weighted {
  const seconds = end - start
  return { sum: embedding.map((value) => value * seconds), seconds }
}

/** Returns the items, or groups of neighbours if there are too many items. */
function condense(items: Weighted[]): Weighted[] {
  let groups = items
  for (let margin = blockMargin; groups.length > blockItems; margin -= blockMargin) {
    groups = blocksOf(groups).flatMap((block) => joinAlike(block, alike + margin))
  }
  return groups
}

const blocksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockItems) }, (_, at) =>
    items.slice(at * blockItems, (at + 1) * blockItems),
  )

/** Merges by average linkage down to the given similarity. */
function joinAlike(items: readonly Weighted[], likeness: number): Weighted[] {
  return linkAlike(items, likeness).map((places) => join(places.flatMap((at) => items[at] ?? [])))
}

function join(items: readonly Weighted[]): Weighted {
  const sum = new Float32Array(items[0]?.sum.length ?? 0)
  for (const item of items) {
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (item.sum[at] ?? 0)
  }
  return { sum, seconds: items.reduce((total, { seconds }) => total + seconds, 0) }
}
