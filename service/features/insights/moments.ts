// Where in a recording something was said: from an analysis' evidence to segments that exist.
import type { Moment } from './findings.ts'

/** Choice: somebody who wants to hear it needs a few places, not all of them. */
const mostMoments = 3

/** The moments of an entry of a result, by its JSON pointer. */
export type MomentsAt = (pointer: string) => Moment[]

/**
 * Looks entries up in an analysis' evidence. What supports a part of an entry supports the entry;
 * segments that the transcript no longer has fall away.
 */
export function createMoments(
  evidence: Readonly<Record<string, readonly string[]>> | null,
  segments: ReadonlyMap<string, Moment>,
): MomentsAt {
  const byPointer = new Map<string, Set<string>>()
  for (const [pointer, ids] of Object.entries(evidence ?? {})) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const place = pointer.slice(0, end)
      const known = byPointer.get(place) ?? new Set()
      for (const id of ids) known.add(id)
      byPointer.set(place, known)
    }
  }
  return (pointer) =>
    firstMoments([...(byPointer.get(pointer) ?? [])].flatMap((id) => segments.get(id) ?? []))
}

/** The earliest few, each once. */
export function firstMoments(moments: readonly Moment[]): Moment[] {
  const byId = new Map(moments.map((moment) => [moment.id, moment]))
  return [...byId.values()]
    .toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
    .slice(0, mostMoments)
}
