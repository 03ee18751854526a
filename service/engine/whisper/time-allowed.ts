/** How long a run of whisper-cli may take before it counts as stuck. */
import { readDimensions, type Dimensions } from '../ggml/whisper-shape.ts'

/** Of base, for whose size the time below is meant. */
const [baseState, baseLayers] = [512, 6]

/**
 * Choice: four times real time and a minute for weights of base size, which take a twentieth of real
 * time on two fast cores and half of it on slow or busy ones; larger weights in proportion to the
 * products that they compute.
 */
export async function allowedSeconds(weights: string, durationSeconds: number): Promise<number> {
  const dimensions = await readDimensions(weights)
  const work = dimensions === undefined ? 1 : Math.max(1, timesBase(dimensions))
  return (durationSeconds * 4 + 60) * work
}

const timesBase = ({ audioState, audioLayers, textLayers }: Dimensions): number =>
  (audioState / baseState) ** 2 * (Math.max(audioLayers, textLayers) / baseLayers)
