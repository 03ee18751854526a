/**
 * Selects the attention heads that align with the sound; known for each model size, which is read
 * from the weights.
 */
import { readDimensions } from '../ggml/whisper-shape.ts'

/** Keyed by the encoder's width; the preset names are whisper-cli's. */
const sizes: ReadonlyMap<number, string> = new Map([
  [384, 'tiny'],
  [512, 'base'],
  [768, 'small'],
  [1024, 'medium'],
  [1280, 'large'],
])

const englishVocabulary = 51_864
const thirdVocabulary = 51_866

/** The preset name for `--dtw`, or undefined for weights of an unknown shape. */
export async function alignmentPreset(weights: string): Promise<string | undefined> {
  const dimensions = await readDimensions(weights)
  if (dimensions === undefined) return undefined
  const { vocabulary, audioState, audioLayers, textLayers } = dimensions
  const size = sizes.get(audioState)
  if (size === undefined) return undefined
  if (size === 'large') {
    if (vocabulary !== thirdVocabulary) return textLayers === 32 ? 'large.v2' : undefined
    if (textLayers === 32) return 'large.v3'
    return textLayers === 4 ? 'large.v3.turbo' : undefined
  }
  // Distilled weights have fewer layers and no known alignment heads.
  if (audioLayers !== textLayers) return undefined
  return vocabulary === englishVocabulary ? `${size}.en` : size
}
