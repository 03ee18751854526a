import { fitsLanguageModel } from '../language-models.ts'
import type { Model } from './catalogue.ts'

export type Fits = { verdict: 'good' | 'slow' | 'tight' | 'too_large'; reason: string }

export type Machine = { memoryBytes: number; cores: number }
type Requirements = Pick<Model, 'kind' | 'memory_bytes' | 'recommended_ram_bytes' | 'speed'>

/** Slow weights on fewer cores take longer than the recording. */
const coresForSlow = 4

/** A machine sold with 8 GB tells of a little less. */
const tolerance = 0.9

/** Whether this machine is one for the model, by memory and cores, and why. */
export function fitsMachine(
  { kind, memory_bytes: needed, recommended_ram_bytes: recommended, speed }: Requirements,
  { memoryBytes: here, cores }: Machine,
): Fits {
  const has = `This machine has ${gigabytes(here)} of memory`
  if (kind === 'language-model' && !fitsLanguageModel(needed, here)) {
    const text = `${has}; it takes ${gigabytes(needed)}, more than half, and is not used here.`
    return { verdict: 'too_large', reason: text }
  }
  if (needed > here * 0.75) {
    return { verdict: 'too_large', reason: `${has}; it takes ${gigabytes(needed)} at work.` }
  }
  if (here < recommended * tolerance) {
    return { verdict: 'tight', reason: `${has}; ${gigabytes(recommended)} are recommended.` }
  }
  if (speed === 'slow' && cores < coresForSlow) {
    const text = `This machine has ${cores} cores; ${coresForSlow} or more are recommended.`
    return { verdict: 'slow', reason: text }
  }
  return { verdict: 'good', reason: `${has}; ${gigabytes(recommended)} are recommended.` }
}

const qualities = ['basic', 'good', 'better', 'high', 'best']
const rankOf = ({ quality }: Model): number => qualities.indexOf(quality ?? '')

/**
 * The best language model of those that are offered which this machine runs well, of equals the smaller; where none does, the
 * smallest that is used here at all.
 */
export function suitableLanguageModel(
  models: readonly Model[],
  machine: Machine,
): Model | undefined {
  const usable = models
    .filter((model) => model.kind === 'language-model' && !model.is_hidden)
    .filter((model) => fitsMachine(model, machine).verdict !== 'too_large')
    .toSorted((a, b) => a.memory_bytes - b.memory_bytes)
  const [best = usable[0]] = usable
    .filter((model) => fitsMachine(model, machine).verdict === 'good')
    .toSorted((a, b) => rankOf(b) - rankOf(a))
  return best
}

/** Binary gigabytes, as memory is sold. */
const gigabytes = (bytes: number): string => {
  const value = bytes / 2 ** 30
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} GB`
}
