/**
 * Detects one track's sound in the other: a microphone picks up the loudspeaker that
 * plays the other side. Uses only the levels, which filters, room acoustics or a
 * different codec hardly change.
 */
import { stepSeconds } from '../sound/levels.ts'
import { measureLevels } from './silence.ts'

/** How one track's sound arrives in the other: how much later and how much quieter. */
export type EchoPath = {
  lagSteps: number
  /** Energy of the echo divided by energy of the original. */
  gain: number
}

/** Buffering can delay sound from a loudspeaker by up to 0.6 s. */
const longestLag = Math.round(0.6 / stepSeconds)

/** Lags at which nothing can be echo: they give the baseline correlation of two people talking. */
const [chanceFrom, chanceTo, chanceStep] = [25, 60, 5]

/** The original counts if it is at most this far below its speech level (25 dB). */
const activeShare = 10 ** -2.5

/** Fewer steps (one second) prove nothing. */
const fewestSteps = 20

// Measured on two calls with echoes of 3 to 30 dB and 0 to 0.5 s: with an echo, levels correlate at
// 0.70 to 0.98 and lie within 1 to 4.5 dB; without one at 0.62 at most, 5 to 15 dB apart.
const leastCorrelation = 0.66
const leastAboveChance = 0.15
const widestSpread = 5.5

/**
 * Finds how `original` echoes in `other`; both are energies per level step.
 * Undefined without an echo.
 */
export function findEchoPath(original: Float32Array, other: Float32Array): EchoPath | undefined {
  const [source, target] = [toDecibels(original), toDecibels(other)]
  const { speech } = measureLevels(original)
  const least = 10 * Math.log10(speech * activeShare + 1)
  const likeness = (lag: number) => compareAt(source, target, { lag, least })
  const near = Array.from({ length: longestLag + 1 }, (_, lag) => ({ lag, ...likeness(lag) }))
  const best = near.toSorted((a, b) => b.correlation - a.correlation)[0]
  if (best === undefined || best.correlation < leastCorrelation) return undefined
  const chances: number[] = []
  for (let lag = chanceFrom; lag < chanceTo; lag += chanceStep) {
    chances.push(likeness(lag).correlation)
  }
  const chance = chances.reduce((sum, each) => sum + each, 0) / chances.length
  if (best.correlation < chance + leastAboveChance) return undefined
  const gaps = gapsAt(source, target, { lag: best.lag, least }).toSorted()
  const gap = median(gaps)
  const spread = median(gaps.map((each) => Math.abs(each - gap)).toSorted())
  if (spread > widestSpread) return undefined
  return { lagSteps: best.lag, gain: 10 ** (gap / 10) }
}

const toDecibels = (energy: Float32Array): Float32Array =>
  energy.map((level) => 10 * Math.log10(level + 1))

const median = (sorted: Float32Array): number => sorted[sorted.length >> 1] ?? 0

type Look = { lag: number; least: number }

/** How far the other track lies below the original wherever the original is louder. */
function gapsAt(source: Float32Array, target: Float32Array, { lag, least }: Look): Float32Array {
  const gaps: number[] = []
  for (let at = 0; at + lag < target.length; at += 1) {
    const [from, to] = [source[at] ?? 0, target[at + lag] ?? 0]
    if (from > least && to < from - 1) gaps.push(to - from)
  }
  return Float32Array.from(gaps)
}

/** Pearson correlation of the levels wherever the original is louder. */
function compareAt(source: Float32Array, target: Float32Array, { lag, least }: Look) {
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at + lag < target.length; at += 1) {
    const [a, b] = [source[at] ?? 0, target[at + lag] ?? 0]
    if (!(a > least && b < a - 1)) continue
    count += 1
    sumA += a
    sumB += b
    sumAA += a * a
    sumBB += b * b
    sumAB += a * b
  }
  if (count < fewestSteps) return { correlation: 0 }
  const spreadA = sumAA - (sumA * sumA) / count
  const spreadB = sumBB - (sumB * sumB) / count
  const product = Math.sqrt(spreadA * spreadB)
  return { correlation: product > 0 ? (sumAB - (sumA * sumB) / count) / product : 0 }
}

/** Sound this much louder than the echo (6 dB) is the track's own voice. */
const ownVoice = 4

/** Reverberation: in a room, an echo falls by at most 3 dB per step. */
const decay = 0.5

/** Own sound in fewer steps (of 7) is a click or a brief peak of the echo. */
const [window, fewestOwn] = [3, 3]

/** One byte per step of `other`: 1 if it contains no more than the echo of `original`. */
export function echoSteps(
  original: Float32Array,
  other: Float32Array,
  { lagSteps, gain }: EchoPath,
): Uint8Array {
  const own = new Uint8Array(other.length)
  let expected = 0
  for (const [at, level] of other.entries()) {
    const around = [-1, 0, 1].map((near) => original[at - lagSteps + near] ?? 0)
    expected = Math.max(gain * Math.max(...around), expected * decay)
    own[at] = +(level > expected * ownVoice)
  }
  const echo = new Uint8Array(other.length)
  let count = 0
  for (let at = -window; at < own.length; at += 1) {
    count += (own[at + window] ?? 0) - (own[at - window - 1] ?? 0)
    if (at >= 0) echo[at] = +(count < fewestOwn)
  }
  return echo
}
