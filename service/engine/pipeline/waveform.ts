/** What a recording looks like: how loud it is from end to end, and where nothing sounds. */
import { stepSeconds } from '../sound/levels.ts'
import type { Span, Waveform } from '../engine.ts'
import type { Recording } from './recording.ts'
import { measureLevels, soundingSteps } from './silence.ts'

/** More than a wide screen has columns, few enough for ten hours in some kilobytes. */
const mostPeaks = 4_000

/** Whoever listens does not notice that less than this is left out. */
const leastQuietSeconds = 1

/** Both sides of a call as they came, before echo is looked for; else all of it as one. */
export function drawWaveform({ channels, loudness, tracks }: Drawn): Waveform {
  const energies = channels === 2 ? loudness.energy : tracks.map(({ energy }) => energy)
  const steps = energies[0]?.length ?? 0
  const stepsPerPeak = Math.max(1, Math.ceil(steps / mostPeaks))
  const loudest = energies.reduce((most, energy) => Math.max(most, loudestOf(energy)), 0)
  return {
    secondsPerPeak: toSeconds(stepsPerPeak),
    peaks: energies.map((energy) => peaksOf(energy, stepsPerPeak, loudest)),
    quiet: quietSpans(energies),
  }
}

type Drawn = Pick<Recording, 'channels' | 'loudness' | 'tracks'>

const loudestOf = (energy: Float32Array): number =>
  energy.reduce((most, level) => Math.max(most, level), 0)

/** The loudest step of each so many, by amplitude: 100 is the loudest moment of the recording. */
function peaksOf(energy: Float32Array, stepsPerPeak: number, loudest: number): number[] {
  return Array.from({ length: Math.ceil(energy.length / stepsPerPeak) }, (_, at) => {
    const most = loudestOf(energy.subarray(at * stepsPerPeak, (at + 1) * stepsPerPeak))
    // A mean square of one step of 16 bits is what is left of digital silence.
    return most <= 1 ? 0 : Math.round(100 * Math.sqrt(most / loudest))
  })
}

/** Where no channel sounds for long enough to be left out. */
function quietSpans(energies: readonly Float32Array[]): Span[] {
  const sounding = energies.map((energy) => soundingSteps(energy, measureLevels(energy)))
  const isQuiet = (at: number) =>
    energies.every((energy, channel) => sounding[channel]?.[at] === 0 || (energy[at] ?? 0) <= 1)
  const quiet: Span[] = []
  const steps = energies[0]?.length ?? 0
  let from = 0
  for (let at = 0; at <= steps; at += 1) {
    if (at < steps && isQuiet(at)) continue
    if ((at - from) * stepSeconds >= leastQuietSeconds) {
      quiet.push({ start: toSeconds(from), end: toSeconds(at) })
    }
    from = at + 1
  }
  return quiet
}

/** Steps are twentieths of a second, which binary fractions are not. */
const toSeconds = (steps: number): number => Math.round(steps * stepSeconds * 100) / 100
