/** Decides which tracks of a recording are transcribed separately, and where they contain sound. */
import { stepSeconds, type Loudness } from '../sound/levels.ts'
import { echoSteps, findEchoPath, type EchoPath } from './echo.ts'
import { measureLevels, soundingSteps } from './silence.ts'

/** A track to transcribe; `sounding` and `echo` have one byte per step of its energy. */
export type Track = {
  /** Null if the channels do not separate speakers. */
  channel: number | null
  /** Levels without echo. */
  energy: Float32Array
  sounding: Uint8Array
  /** Steps that contain only the other track's sound; null if no echo was found. */
  echo: Uint8Array | null
  path: EchoPath | null
  /** Seconds of echo that would have counted as speech. */
  echoSeconds: number
}

/**
 * A track belongs to a speaker if it is the louder one for this share of the speech, and this long.
 */
const leastShare = 0.002
const leastSeconds = 0.5

/** Tracks separate people if at least one is this much louder (8 dB) when its owner speaks. */
const clearlyLouder = 10 ** 0.8
const louder = 10 ** 0.2

/**
 * Whether each channel is one side of a call. False for a room recorded in stereo, for two copies
 * of one channel, and if a channel is empty.
 */
export function tellsSpeakersApart({ energy }: Loudness): boolean {
  const [left, right] = energy
  if (left === undefined || right === undefined) return false
  const shares = [dominance(left, right), dominance(right, left)]
  const total = shares.reduce((sum, { steps }) => sum + steps, 0)
  const fewest = Math.max(leastSeconds / stepSeconds, total * leastShare)
  return (
    shares.every(({ steps }) => steps >= fewest) &&
    shares.some(({ typicalRatio }) => typicalRatio > clearlyLouder)
  )
}

/** How often, and by how much, speech on `own` is the louder one. */
function dominance(own: Float32Array, other: Float32Array) {
  const { threshold, isClear } = measureLevels(own)
  const ratios: number[] = []
  // In a noisy place speech is little louder than the pauses, but still where the other side is silent.
  const least = threshold * (isClear ? 10 : 2.5)
  for (const [at, level] of own.entries()) {
    const ratio = level / ((other[at] ?? 0) + 1)
    if (level >= least && ratio > louder) ratios.push(ratio)
  }
  const typicalRatio = ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 0
  return { steps: ratios.length, typicalRatio }
}

/** Both tracks, the one with more speech first: it decides the language. */
export function separateTracks({ energy }: Loudness): Track[] {
  const [left, right] = energy
  if (left === undefined || right === undefined) throw new Error('a pair of tracks is needed')
  return [makeTrack(0, left, right), makeTrack(1, right, left)].toSorted(
    (a, b) => count(b.sounding) - count(a.sounding),
  )
}

const count = (steps: Uint8Array): number => steps.reduce((sum, step) => sum + step, 0)

function makeTrack(channel: number, energy: Float32Array, other: Float32Array): Track {
  const path = findEchoPath(other, energy) ?? null
  const echo = path === null ? null : echoSteps(other, energy, path)
  const own = (value: number, at: number) => (echo?.[at] === 1 ? 0 : value)
  const sounding = soundingSteps(energy, measureLevels(energy))
  const silenced = sounding.map(own)
  const echoSeconds = (count(sounding) - count(silenced)) * stepSeconds
  return { channel, energy: energy.map(own), sounding: silenced, echo, path, echoSeconds }
}

/** The only track of a recording whose channels do not separate speakers; transcribed whole. */
export function singleTrack({ energy }: Loudness): Track {
  const [first = new Float32Array(0), second] = energy
  const both =
    second === undefined ? first : first.map((level, at) => (level + (second[at] ?? 0)) / 2)
  return {
    channel: null,
    energy: both,
    sounding: new Uint8Array(both.length).fill(1),
    echo: null,
    path: null,
    echoSeconds: 0,
  }
}
