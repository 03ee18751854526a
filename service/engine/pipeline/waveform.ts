/** Computes a recording's waveform: its loudness over time, and its quiet spans. */
import { stepSeconds } from '../sound/levels.ts'
import type { Span, Waveform } from '../engine.ts'
import type { Recording } from './recording.ts'
import { measureLevels, soundingSteps } from './silence.ts'

/** More than the columns of a wide screen, few enough that ten hours take a few kilobytes. */
const mostPeaks = 4_000

/** Listeners do not notice shorter skips. */
const leastQuietSeconds = 1

/** Both sides of a call before echo removal, or everything as one channel. */
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

/** The loudest step of each group by amplitude; 100 is the loudest moment of the recording. */
function peaksOf(energy: Float32Array, stepsPerPeak: number, loudest: number): number[] {
  return Array.from({ length: Math.ceil(energy.length / stepsPerPeak) }, (_, at) => {
    const most = loudestOf(energy.subarray(at * stepsPerPeak, (at + 1) * stepsPerPeak))
    // A mean square of one 16-bit step is digital silence.
    return most <= 1 ? 0 : Math.round(100 * Math.sqrt(most / loudest))
  })
}

/** Spans quiet on all channels and long enough to skip. */
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

/** Rounds to centiseconds: steps of 1/20 s are not exact as binary fractions. */
const toSeconds = (steps: number): number => Math.round(steps * stepSeconds * 100) / 100
