/** How alike two voices are: pure arithmetic on what a speaker encoder made of them. */
import type { Voice } from '../engine.ts'

/** The encoder that comes with the software (Resemblyzer's, trained with the GE2E loss). */
export const bundledEncoder = 'ge2e-speaker-encoder'

/** What is used instead where both are installed from the catalogue. */
export const catalogueSegmentation = 'pyannote-segmentation-3.0'
export const catalogueEncoder = 'titanet-small'

/**
 * From here on voices of two recordings are taken for one person's, by encoder. Measured for the
 * bundled one over whole recordings: one person 0.84 to 0.95, two people at most 0.76.
 */
const sameVoice: Record<string, number> = {
  [bundledEncoder]: 0.83,
  // Choice: two thirds; where its makers draw the line for single utterances it is 0.4.
  [catalogueEncoder]: 0.65,
}

/** Cosine of two voices, -1 to 1; null where different encoders made them. */
export function similarity(a: Voice, b: Voice): number | null {
  if (a.model !== b.model || a.embedding.length !== b.embedding.length) return null
  return a.embedding.reduce((sum, value, at) => sum + value * (b.embedding[at] ?? 0), 0)
}

/** The similarity from which on two voices count as one person's; 1 for an unknown encoder. */
export function sameVoiceSimilarity(model: string): number {
  return sameVoice[model] ?? 1
}
