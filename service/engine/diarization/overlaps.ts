/** Who else speaks where two people do. */
import type { Run } from './segmentation.ts'
import type { SpeakerTurn } from './turns.ts'

/** Shorter overlaps are the border of two turns. */
const shortestSeconds = 0.2

/**
 * The one of all others whose turn is nearest, unless the model hears both people alone elsewhere in
 * its ten seconds, and that one is not among them: then nobody can say who it is.
 */
export function findOverlaps(runs: readonly Run[], turns: readonly SpeakerTurn[]): SpeakerTurn[] {
  const known = speakersOf(runs, turns)
  let first = 0
  return runs.flatMap((run) => {
    const { start, end, people, localSpeakers = [] } = run
    if (people !== 2 || end - start < shortestSeconds) return []
    while ((turns[first]?.end ?? Infinity) <= start) first += 1
    const holder = turns[first]?.speaker
    const other = nearestOther(turns, first, run)
    const others = localSpeakers.map((person) => known.get(person) ?? holder)
    const isOther = others.includes(other) || others.every((one) => one === holder)
    return other === undefined || !isOther ? [] : [{ start, end, speaker: other }]
  })
}

/** The speaker whose turns cover most of what each of the people says alone. */
function speakersOf(runs: readonly Run[], turns: readonly SpeakerTurn[]): Map<number, number> {
  const seconds = new Map<number, Map<number, number>>()
  let first = 0
  for (const { start, end, people, localSpeakers: [person] = [] } of runs) {
    while ((turns[first]?.end ?? Infinity) <= start) first += 1
    if (people !== 1 || person === undefined) continue
    const shares = seconds.get(person) ?? new Map<number, number>()
    seconds.set(person, shares)
    for (let at = first; (turns[at]?.start ?? Infinity) < end; at += 1) {
      const turn = turns[at]
      if (turn === undefined) break
      const shared = Math.min(end, turn.end) - Math.max(start, turn.start)
      shares.set(turn.speaker, (shares.get(turn.speaker) ?? 0) + shared)
    }
  }
  const known = new Map<number, number>()
  for (const [person, shares] of seconds) {
    const [most] = [...shares].toSorted((a, b) => b[1] - a[1])
    if (most !== undefined) known.set(person, most[0])
  }
  return known
}

/** Whoever else has a turn nearest to a run in turn `at`. */
function nearestOther(
  turns: readonly SpeakerTurn[],
  at: number,
  { start, end }: Run,
): number | undefined {
  const [before, after] = [nextOther(turns, at, -1), nextOther(turns, at, 1)]
  const isBefore = start - (before?.end ?? -Infinity) <= (after?.start ?? Infinity) - end
  return (isBefore ? before : after)?.speaker
}

/** The first turn of somebody else, from turn `at` on or back. */
function nextOther(turns: readonly SpeakerTurn[], at: number, direction: 1 | -1) {
  const holder = turns[at]
  let next = at
  while (turns[next] !== undefined && turns[next]?.speaker === holder?.speaker) next += direction
  return turns[next]
}
