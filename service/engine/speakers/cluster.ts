/** Which windows are one voice, their number unknown: hierarchical clustering, then few enough. */
import { joinVoices, type VoiceLimits } from './join-voices.ts'
import { linkAlike } from './linkage.ts'
import { dot, type Vector } from './vectors.ts'
import { groupOfOne, join, type Group, type Window } from './voice-group.ts'

export type ClusterLimits = VoiceLimits & {
  /** Mean similarity of two groups' windows from which on they are grouped. */
  alike: number
  /** Voices with less speech than `least` are given to the nearest other one. */
  shortVoice: { seconds: number; share: number; mostSeconds: number }
}

/**
 * For the bundled encoder. Found on conversations of one to six speakers, of 30 s to 20 min, put
 * together from one half of the readers, and checked on the other half and on real recordings.
 */
export const bundledLimits: ClusterLimits = {
  alike: 0.68,
  oneVoice: 0.8,
  apart: 0.085,
  shortVoice: { seconds: 2, share: 0.015, mostSeconds: 10 },
}

/** Time and memory grow with the square of the windows: ten minutes of them are taken at once. */
const blockItems = 1000

/** So much more alike must be what is joined inside a block, where few windows can mislead. */
const blockMargin = 0.04

/** Returns the voices of a recording, each of unit length. `windows` are in order of time. */
export function findVoices(windows: readonly Window[], limits: ClusterLimits): Vector[] {
  const groups = joinAlike(condense(windows, limits.alike), limits.alike)
  const voices = joinVoices(groups, windows, limits)
  const { seconds: shortest, share, mostSeconds } = limits.shortVoice
  const total = voices.reduce((sum, { seconds }) => sum + seconds, 0)
  const least = Math.max(shortest, Math.min(mostSeconds, share * total))
  const long = voices.filter(({ seconds }) => seconds >= least)
  const kept = long.length > 0 ? long : longest(voices)
  return kept.map(({ sum }) => {
    const length = Math.sqrt(dot(sum, sum))
    return sum.map((value) => value / length)
  })
}

/** Puts finished voices together: places of those that are one, by average linkage. */
export function groupVoices(voices: readonly { embedding: Vector }[], alike: number): number[][] {
  return linkAlike(
    voices.map(({ embedding }) => ({ sum: embedding, seconds: 1 })),
    alike,
  )
}

const longest = (groups: Group[]): Group[] =>
  groups.toSorted((a, b) => b.seconds - a.seconds).slice(0, 1)

/** Groups of one, or, where they would be too many, of neighbours within ten minutes. */
function condense(windows: readonly Window[], alike: number): Group[] {
  if (windows.length <= blockItems) return windows.map(groupOfOne)
  let groups = blocksOf(windows).flatMap((block, index) => {
    const ones = block.map((window, at) => groupOfOne(window, index * blockItems + at))
    return joinAlike(ones, alike + blockMargin)
  })
  for (let loose = alike; groups.length > blockItems; loose -= blockMargin) {
    groups = blocksOf(groups).flatMap((block) => joinAlike(block, loose))
  }
  return groups
}

const blocksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / blockItems) }, (_, at) =>
    items.slice(at * blockItems, (at + 1) * blockItems),
  )

/** Average linkage down to `alike`. */
function joinAlike(groups: Group[], alike: number): Group[] {
  return linkAlike(groups, alike).map((places) => join(places.flatMap((at) => groups[at] ?? [])))
}
