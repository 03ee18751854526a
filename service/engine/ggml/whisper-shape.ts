import { open } from 'node:fs/promises'
import { BadWeights, ggmlMagic } from './header.ts'

/** The dimensions of a Whisper model, in the order of its header. */
export type Dimensions = {
  vocabulary: number
  audioContext: number
  audioState: number
  audioHeads: number
  audioLayers: number
  textContext: number
  textState: number
  textHeads: number
  textLayers: number
  mels: number
}

/** Bytes of the header up to the dimensions' end: the magic number comes first. */
export const dimensionsEnd = 44

/** The dimensions in a header, unchecked. */
export function dimensionsOf(head: Buffer): Dimensions {
  const at = (place: number): number => head.readInt32LE(4 + 4 * place)
  return {
    ...{ vocabulary: at(0), audioContext: at(1), audioState: at(2), audioHeads: at(3) },
    ...{ audioLayers: at(4), textContext: at(5), textState: at(6), textHeads: at(7) },
    ...{ textLayers: at(8), mels: at(9) },
  }
}

/** The dimensions in a file's header, unchecked; undefined if it has another format. */
export async function readDimensions(path: string): Promise<Dimensions | undefined> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(dimensionsEnd)
    await file.read(head, 0, head.length, 0)
    return head.readUInt32LE(0) === ggmlMagic ? dimensionsOf(head) : undefined
  } finally {
    await file.close()
  }
}

/** Width of attention heads in all Whisper models. */
const headWidth = 64

type Bounds = readonly [least: number, most: number]

/** Vocabulary sizes: English only, all languages, and large-v3's, which adds Cantonese. */
const bounds: Readonly<Record<keyof Dimensions, Bounds>> = {
  vocabulary: [51_864, 51_866],
  audioContext: [1500, 1500],
  audioState: [64, 2048],
  audioHeads: [1, 32],
  audioLayers: [1, 64],
  textContext: [1, 4096],
  textState: [64, 2048],
  textHeads: [1, 32],
  textLayers: [1, 64],
  mels: [80, 128],
}

/**
 * Rejects dimensions that no Whisper model has, before allocating anything of that size
 * (reliability.md U-8).
 */
export function requireSane(dimensions: Dimensions): void {
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const value = dimensions[name as keyof Dimensions] // same keys
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new BadWeights(`These are not the weights of a Whisper model: ${name} is ${value}.`)
  }
  const { audioState, audioHeads, textState, textHeads, mels } = dimensions
  const isWhole = audioState === audioHeads * headWidth && textState === textHeads * headWidth
  if (isWhole && audioState === textState && (mels === 80 || mels === 128)) return
  throw new BadWeights(
    'These are not the weights of a Whisper model: its sizes contradict each other.',
  )
}

/** Every tensor of a Whisper model with these dimensions, and its shape. */
export function expectedTensors(dimensions: Dimensions): Map<string, readonly number[]> {
  const { audioState: state, mels, audioContext, textContext, vocabulary } = dimensions
  const all = new Map<string, readonly number[]>([
    ['encoder.positional_embedding', [audioContext, state]],
    ['encoder.conv1.weight', [state, mels, 3]],
    ['encoder.conv1.bias', [state, 1]],
    ['encoder.conv2.weight', [state, state, 3]],
    ['encoder.conv2.bias', [state, 1]],
    ...norm('encoder.ln_post', state),
    ['decoder.positional_embedding', [textContext, state]],
    ['decoder.token_embedding.weight', [vocabulary, state]],
    ...norm('decoder.ln', state),
  ])
  const add = (entries: Entry[]) => entries.forEach(([name, shape]) => all.set(name, shape))
  for (let at = 0; at < dimensions.audioLayers; at += 1) add(block(`encoder.blocks.${at}`, state))
  for (let at = 0; at < dimensions.textLayers; at += 1) {
    const name = `decoder.blocks.${at}`
    add([...block(name, state), ...attention(`${name}.cross_attn`, state)])
  }
  return all
}

type Entry = [name: string, shape: readonly number[]]

const block = (name: string, state: number): Entry[] => [
  ...attention(`${name}.attn`, state),
  ...norm(`${name}.mlp_ln`, state),
  [`${name}.mlp.0.weight`, [4 * state, state]],
  [`${name}.mlp.0.bias`, [4 * state]],
  [`${name}.mlp.2.weight`, [state, 4 * state]],
  [`${name}.mlp.2.bias`, [state]],
]

const attention = (name: string, state: number): Entry[] => [
  ...norm(`${name}_ln`, state),
  ...['query', 'key', 'value', 'out'].flatMap((part): Entry[] => [
    [`${name}.${part}.weight`, [state, state]],
    // Keys have no bias.
    ...(part === 'key' ? [] : [[`${name}.${part}.bias`, [state]] satisfies Entry]),
  ]),
]

const norm = (name: string, state: number): Entry[] => [
  [`${name}.weight`, [state]],
  [`${name}.bias`, [state]],
]
