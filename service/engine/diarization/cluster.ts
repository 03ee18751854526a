/** Which windows are one voice, their number unknown: average linkage, then the long ones. */
import type { Span } from '../engine.ts'
import { linkAlike, type Weighted } from './linkage.ts'
import { unitMean, type Vector } from './voice.ts'

export type Window = Span & { embedding: Vector }

/**
 * Mean similarity from which on two groups are one voice. Found on conversations of one to six
 * speakers, of 30 s to 20 min, near and far, put together from one half of the readers, and checked
 * on the other half and on real recordings (test/bench/diarization.ts).
 */
const alike = 0.3

/** What is shorter is given to a voice, and makes none. */
const sureSeconds = 0.6

/** A voice with less speech than this is given to the nearest other one. */
const shortVoice = { seconds: 1.5, share: 0.015, mostSeconds: 10 }

/** Time and memory grow with the square of the windows: so many are taken at once. */
const blockItems = 1000

/** So much more alike must be what is joined inside a block, where few windows can mislead. */
const blockMargin = 0.04

/** Returns the voices of a recording, each of unit length. `windows` are in order of time. */
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

/** The items, or, where they would be too many, groups of neighbours. */
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

/** Average linkage down to a likeness. */
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
