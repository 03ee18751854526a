/** Which groups of windows are one voice: by how alike they are, and by who goes on talking. */
import { between, join, type Group, type Window } from './voice-group.ts'

/**
 * Two groups are one voice from this likeness on, as a share of the likeness inside both. Voices
 * that keep to themselves are told apart up to `apart` more, or else one voice's moods, and the
 * noise behind it, would count as people (measured by test/bench/speakers.ts).
 */
export type VoiceLimits = { oneVoice: number; apart: number }

/** How often windows of two groups follow each other: a table, the same from both sides. */
type Follows = Float64Array[]

/** So much of two windows may be the same sound for one to follow the other. */
const sharedSeconds = 0.2

/** Without windows that follow each other groups are held a little apart, as if by one of them. */
const usualApart = 0.25

/** Joins the two groups most like one voice, as long as there are two that are. */
export function joinVoices(
  groups: readonly Group[],
  windows: readonly Window[],
  limits: VoiceLimits,
): Group[] {
  const left = new Map(groups.entries())
  const follows = countFollows(groups, windows)
  const gainOf = (a: number, b: number): number => {
    const [one, other] = [left.get(a), left.get(b)]
    if (one === undefined || other === undefined) return -1
    const likeness = between(one, other) / Math.sqrt(one.inside * other.inside)
    return likeness - limits.oneVoice - limits.apart * keepApart(follows, a, b)
  }
  const gains = groups.map((_, a) => Float64Array.from({ length: a }, (_unused, b) => gainOf(a, b)))
  for (;;) {
    const [a, b] = bestPair(gains)
    if (a === undefined || b === undefined) return [...left.values()]
    left.set(b, join([a, b].flatMap((at) => left.get(at) ?? [])))
    left.delete(a)
    addFollows(follows, a, b)
    for (const at of [a, b]) weighAgain(gains, at, (other) => gainOf(at, other))
  }
}

/** Fills in all pairs of the group at `at`; the table has each pair once. */
function weighAgain(
  gains: readonly Float64Array[],
  at: number,
  gainWith: (other: number) => number,
): void {
  for (let other = 0; other < gains.length; other += 1) {
    const row = gains[Math.max(at, other)]
    if (row !== undefined && other !== at) row[Math.min(at, other)] = gainWith(other)
  }
}

function bestPair(gains: readonly Float64Array[]): [number, number] | [] {
  let best: [number, number] | [] = []
  let most = 0
  for (const [a, values] of gains.entries()) {
    for (const [b, gain] of values.entries()) {
      if (gain <= most) continue
      most = gain
      best = [a, b]
    }
  }
  return best
}

/**
 * Who talks, mostly goes on talking: 1 where no window of one group follows one of the other, 0
 * where they follow each other as if by chance, less where they take turns.
 */
function keepApart(follows: Follows, a: number, b: number): number {
  const changes = follows[a]?.[b] ?? 0
  const own = [follows[a]?.[a] ?? 0, follows[b]?.[b] ?? 0]
  const all = changes + (own[0] ?? 0) + (own[1] ?? 0)
  const share = all === 0 ? 0 : ((own[0] ?? 0) + changes / 2) / all
  const byChance = 2 * share * (1 - share) * all
  return Math.max(-0.5, 1 - (changes + 1 - usualApart) / (byChance + 1))
}

/** Counts the windows of one stretch of speech that follow each other, by their groups. */
function countFollows(groups: readonly Group[], windows: readonly Window[]): Follows {
  const groupOf = new Uint16Array(windows.length)
  for (const [index, group] of groups.entries()) {
    for (const at of group.windows) groupOf[at] = index
  }
  const follows = groups.map(() => new Float64Array(groups.length))
  for (const [at, { end }] of windows.entries()) {
    const next = nextInStretch(windows, at, end - sharedSeconds)
    if (next === undefined) continue
    const [one, other] = [groupOf[at] ?? 0, groupOf[next] ?? 0]
    addTo(follows, one, other)
    if (one !== other) addTo(follows, other, one)
  }
  return follows
}

function addTo(follows: Follows, one: number, other: number, count = 1): void {
  const row = follows[one]
  if (row !== undefined) row[other] = (row[other] ?? 0) + count
}

/** The first window from `start` on; windows of one stretch of speech overlap. */
function nextInStretch(windows: readonly Window[], at: number, start: number): number | undefined {
  for (let next = at + 1; next < windows.length; next += 1) {
    const window = windows[next]
    if (window === undefined || window.start >= (windows[next - 1]?.end ?? 0)) return undefined
    if (window.start >= start) return next
  }
  return undefined
}

/** Group `a` becomes part of group `b`. */
function addFollows(follows: Follows, a: number, b: number): void {
  const inA = follows[a]?.[a] ?? 0
  addTo(follows, b, b, inA + (follows[a]?.[b] ?? 0))
  for (let other = 0; other < follows.length; other += 1) {
    if (other === a || other === b) continue
    const count = follows[a]?.[other] ?? 0
    addTo(follows, b, other, count)
    addTo(follows, other, b, count)
  }
}
