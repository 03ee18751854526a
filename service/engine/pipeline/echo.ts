/**
 * One track's sound in the other: a microphone picks up the loudspeaker that plays the other side. It is
 * told from the levels alone, which a filter, a room or another codec change little.
 */
import { stepSeconds } from '../sound/levels.ts'
import { measureLevels } from './silence.ts'

/** The sound of one track as it arrives in the other: how much later and how much quieter. */
export type EchoPath = {
  lagSteps: number
  /** Energy of the echo by energy of the original. */
  gain: number
}

/** Sound from a loudspeaker arrives up to 0.6 s later where it is buffered on its way. */
const longestLag = Math.round(0.6 / stepSeconds)

/** Lags at which nothing can be echo: they show what two people talking have in common anyway. */
const [chanceFrom, chanceTo, chanceStep] = [25, 60, 5]

/** The original counts where it is at most this much below its speech (25 dB). */
const activeShare = 10 ** -2.5

/** Fewer steps than a second prove nothing. */
const fewestSteps = 20

// Measured on two calls with echoes of 3 to 30 dB and 0 to 0.5 s: with an echo, levels go together
// at 0.70 to 0.98 and lie within 1 to 4.5 dB; without one at 0.62 at most, 5 to 15 dB apart.
const leastCorrelation = 0.66
const leastAboveChance = 0.15
const widestSpread = 5.5

/** How `original` echoes in `other`, both in steps of the level meter; undefined without an echo. */
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

/** How far the other track is below the original, where the original is the louder one. */
function gapsAt(source: Float32Array, target: Float32Array, { lag, least }: Look): Float32Array {
  const gaps: number[] = []
  for (let at = 0; at + lag < target.length; at += 1) {
    const [from, to] = [source[at] ?? 0, target[at + lag] ?? 0]
    if (from > least && to < from - 1) gaps.push(to - from)
  }
  return Float32Array.from(gaps)
}

/** Pearson's correlation of the levels, where the original is the louder one. */
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

/** Louder than the echo by this much (6 dB) is somebody's own voice. */
const ownVoice = 4

/** A room holds a sound: its echo falls by at most 3 dB in a step. */
const decay = 0.5

/** Own sound shorter than this (of 7 steps) is a click, or an echo louder for once. */
const [window, fewestOwn] = [3, 3]

/** One byte for each step of `other`: 1 where it holds no more than the echo of `original`. */
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
