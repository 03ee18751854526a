/**
 * Selects the attention heads that align with the sound; known for each model size, which is read
 * from the weights.
 */
import { open } from 'node:fs/promises'
import { ggmlMagic } from '../ggml/header.ts'

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
  const head = Buffer.alloc(40)
  const file = await open(weights)
  try {
    await file.read(head, 0, head.length, 0)
  } finally {
    await file.close()
  }
  const [magic, vocabulary, width] = [0, 4, 12].map((at) => head.readInt32LE(at))
  const [encoderLayers, decoderLayers] = [20, 36].map((at) => head.readInt32LE(at))
  const size = sizes.get(width ?? 0)
  if (magic !== ggmlMagic || size === undefined) return undefined
  if (size === 'large') {
    if (vocabulary !== thirdVocabulary) return decoderLayers === 32 ? 'large.v2' : undefined
    if (decoderLayers === 32) return 'large.v3'
    return decoderLayers === 4 ? 'large.v3.turbo' : undefined
  }
  // Distilled weights have fewer layers and no known alignment heads.
  if (encoderLayers !== decoderLayers) return undefined
  return vocabulary === englishVocabulary ? `${size}.en` : size
}
