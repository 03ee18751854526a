/** Which windows are one voice, their number unknown: hierarchical clustering, then few enough. */
import { agnes } from 'ml-hclust'
import { dot, unitMean, type Vector } from './vectors.ts'

/** What was heard in one window; `seconds` is its weight. */
export type Heard = { embedding: Vector; seconds: number }

/** The library's time grows with the square of the items, and its memory too. */
const mostItems = 300

/** Windows this alike are one voice beyond doubt: long recordings are condensed to such groups. */
const surelyAlike = 0.85

export type ClusterLimits = {
  /** Mean similarity of two groups' windows from which on they are one voice. */
  alike: number
  /** Voices with less speech than this are given to the nearest other one. */
  shortestVoiceSeconds: number
}

/** Found for the bundled encoder on recordings of one to five speakers (test/bench/speakers.ts). */
export const bundledLimits: ClusterLimits = { alike: 0.72, shortestVoiceSeconds: 2 }

type Group = { members: number[]; embedding: Vector; seconds: number }

/** Returns the voices of a recording, each the unit mean of its windows. */
export function findVoices(heard: readonly Heard[], limits: ClusterLimits): Vector[] {
  const singles = heard.map(({ embedding, seconds }, at) => ({
    members: [at],
    embedding,
    seconds,
  }))
  let groups: Group[] = singles
  while (groups.length > mostItems) {
    const condensed: Group[] = []
    for (let at = 0; at < groups.length; at += mostItems) {
      condensed.push(...merge(groups.slice(at, at + mostItems), surelyAlike))
    }
    if (condensed.length > groups.length * 0.8) break
    groups = condensed
  }
  const voices = merge(groups.slice(0, 4 * mostItems), limits.alike)
  const long = voices.filter(({ seconds }) => seconds >= limits.shortestVoiceSeconds)
  const kept = long.length > 0 ? long : longest(voices)
  return kept.map(({ embedding }) => embedding)
}

const longest = (groups: Group[]): Group[] =>
  groups.toSorted((a, b) => b.seconds - a.seconds).slice(0, 1)

/** Joins groups as long as they are at least `alike`. */
function merge(groups: readonly Group[], alike: number): Group[] {
  if (groups.length < 2) return [...groups]
  const distances = groups.map((a) => groups.map((b) => 1 - dot(a.embedding, b.embedding)))
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true })
  return tree.cut(1 - alike).map((branch) => join(branch.indices().map((at) => groups[at])))
}

function join(parts: readonly (Group | undefined)[]): Group {
  const groups = parts.filter((part) => part !== undefined)
  const seconds = groups.map((group) => group.seconds)
  return {
    members: groups.flatMap(({ members }) => members),
    embedding: unitMean(
      groups.map(({ embedding }) => embedding),
      seconds,
    ),
    seconds: seconds.reduce((sum, value) => sum + value, 0),
  }
}
