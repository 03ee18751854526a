/** Turns voices and window embeddings into turns: who speaks from when to when. */
import type { Span } from '../engine.ts'
import { dot, type Vector } from './voice.ts'
import type { Window } from './cluster.ts'

export type SpeakerTurn = { start: number; end: number; speaker: number }

const stepSeconds = 0.1

/** Longest pause of a speaker within one turn, in seconds. */
const bridgedSeconds = 1.2

/**
 * How much similarity, summed over steps, a speaker change must gain: within speech,
 * and at a pause.
 */
const changeCost = { inSpeech: 1.2, atPause: 0.3 }

type Step = { start: number; end: number; opensSpan: boolean }

/**
 * Finds the likeliest sequence of speakers: each step should sound like the windows around it, and
 * a change costs less at a pause than within a sentence.
 */
export function findTurns(
  spans: readonly Span[],
  windows: readonly Window[],
  voices: readonly Vector[],
): SpeakerTurn[] {
  const steps = spans.flatMap(cutIntoSteps)
  if (voices.length === 0 || steps.length === 0) return []
  const scores = scoreSteps(steps, windows, voices)
  const course = likeliestCourse(steps, scores)
  const turns: SpeakerTurn[] = []
  for (const [at, { start, end, opensSpan }] of steps.entries()) {
    const speaker = course[at] ?? 0
    const last = turns.at(-1)
    const goesOn = last?.speaker === speaker && (!opensSpan || start - last.end < bridgedSeconds)
    if (last !== undefined && goesOn) last.end = end
    else turns.push({ start, end, speaker })
  }
  return turns
}

function cutIntoSteps({ start, end }: Span): Step[] {
  const count = Math.max(1, Math.round((end - start) / stepSeconds))
  const length = (end - start) / count
  return Array.from({ length: count }, (_, at) => ({
    start: start + at * length,
    end: start + (at + 1) * length,
    opensSpan: at === 0,
  }))
}

/** One row of numbers per step in a single block of memory: ten hours have 360,000 steps. */
type Table = { width: number; values: Float32Array }

/** For each step and voice, the mean similarity of the windows that contain the step. */
function scoreSteps(
  steps: readonly Step[],
  windows: readonly Window[],
  voices: readonly Vector[],
): Table {
  const similar = windows.map(({ embedding }) => voices.map((voice) => dot(embedding, voice)))
  const width = voices.length
  const values = new Float32Array(steps.length * width)
  let first = 0
  for (const [step, { start, end }] of steps.entries()) {
    const middle = (start + end) / 2
    while (first < windows.length && (windows[first]?.end ?? 0) < middle - 5) first += 1
    const row = values.subarray(step * width, (step + 1) * width)
    let weights = 0
    for (let at = first; at < windows.length; at += 1) {
      const window = windows[at]
      if (window === undefined || window.start > middle) break
      const half = (window.end - window.start) / 2
      // A window is most reliable about its middle.
      const weight = 1.05 - Math.abs(middle - window.start - half) / half
      if (window.end < middle) continue
      weights += weight
      addTo(row, similar[at] ?? [], weight)
    }
    if (weights > 0) addTo(row, row, 1 / weights - 1)
  }
  return { width, values }
}

function addTo(row: Float32Array, values: ArrayLike<number>, weight: number): void {
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + weight * (values[at] ?? 0)
}

const highest = (sums: Float64Array): number =>
  sums.reduce((top, sum, at) => (sum > (sums[top] ?? 0) ? at : top), 0)

/** The Viterbi algorithm over the steps. */
function likeliestCourse(steps: readonly Step[], { width, values }: Table): Uint16Array {
  let sums = new Float64Array(width)
  const cameFrom = new Uint16Array(steps.length * width)
  for (const [at, step] of steps.entries()) {
    const best = highest(sums)
    const cost = step.opensSpan ? changeCost.atPause : changeCost.inSpeech
    const changed = (sums[best] ?? 0) - cost
    sums = sums.map((sum, voice) => {
      cameFrom[at * width + voice] = changed > sum ? best : voice
      return Math.max(sum, changed) + (values[at * width + voice] ?? 0)
    })
  }
  let voice = highest(sums)
  const course = new Uint16Array(steps.length)
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    course[at] = voice
    voice = cameFrom[at * width + voice] ?? 0
  }
  return course
}
