/** Which windows are one voice, their number unknown: hierarchical clustering, then few enough. */
import { agnes } from 'ml-hclust'
import { joinVoices, type VoiceLimits } from './join-voices.ts'
import { dot, type Vector } from './vectors.ts'
import { between, groupOfOne, join, type Group, type Window } from './voice-group.ts'

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
  shortVoice: { seconds: 2, share: 0.015, mostSeconds: 6 },
}

/** The library's time grows faster than the square of the items: more go through it in blocks. */
const blockItems = 150

/** So much more alike must be what is joined inside a block, where few windows can mislead. */
const blockMargin = 0.04

/** Returns the voices of a recording, each of unit length. `windows` are in order of time. */
export function findVoices(windows: readonly Window[], limits: ClusterLimits): Vector[] {
  const groups = joinAlike(condense(windows.map(groupOfOne), limits.alike), limits.alike)
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
  if (voices.length < 2) return voices.map((_, at) => [at])
  const distances = voices.map((a) => voices.map((b) => 1 - dot(a.embedding, b.embedding)))
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true })
  return tree.cut(1 - alike).map((branch) => branch.indices())
}

const longest = (groups: Group[]): Group[] =>
  groups.toSorted((a, b) => b.seconds - a.seconds).slice(0, 1)

/** Joins neighbours, a few minutes at a time, until the library can take what is left. */
function condense(windows: Group[], alike: number): Group[] {
  if (windows.length <= 2 * blockItems) return windows
  let groups = blocksOf(windows).flatMap((block) => joinAlike(block, alike + blockMargin))
  for (let loose = alike; groups.length > 2 * blockItems; loose -= blockMargin) {
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
  if (groups.length < 2) return groups
  const distances = groups.map((a) => groups.map((b) => 1 - between(a, b)))
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true })
  return tree
    .cut(1 - alike)
    .map((branch) => join(branch.indices().flatMap((at) => groups[at] ?? [])))
}
