/** How much of the time that is told to have two speakers has, and how much that has is told. */
import type { Turn } from './diarization-error.ts'

type Span = { start: number; end: number }

/** Seconds in which several people speak: that are told and true, told, and true. */
export type OverlapScore = { right: number; told: number; known: number }

const stepsPerSecond = 100
const toStep = (seconds: number): number => Math.round(seconds * stepsPerSecond)

/** Scores the spans that are `told` against the turns of all speakers. */
export function overlapScore(reference: readonly Turn[], told: readonly Span[]): OverlapScore {
  const steps = toStep(Math.max(0, ...[...reference, ...told].map(({ end }) => end)))
  const speaking = new Uint8Array(steps)
  for (const turns of Map.groupBy(reference, ({ speaker }) => speaker).values()) {
    for (const [at, isOne] of fill(turns, steps).entries())
      speaking[at] = (speaking[at] ?? 0) + isOne
  }
  const isTold = fill(told, steps)
  const isKnown = speaking.map((count) => (count > 1 ? 1 : 0))
  const seconds = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0) / stepsPerSecond
  return {
    right: seconds(isTold.map((flag, at) => flag & (isKnown[at] ?? 0))),
    told: seconds(isTold),
    known: seconds(isKnown),
  }
}

function fill(spans: readonly Span[], steps: number): Uint8Array {
  const flags = new Uint8Array(steps)
  for (const { start, end } of spans) flags.fill(1, toStep(start), toStep(end))
  return flags
}

/** Precision and recall, as a bench prints them; a dash where there is nothing to divide by. */
export function overlapShares({ right, told, known }: OverlapScore): string {
  const share = (of: number) => (of === 0 ? '-' : (right / of).toFixed(2)).padStart(5)
  return `${share(told)} of ${told.toFixed(1)} s told, ${share(known)} of ${known.toFixed(1)} s known`
}
