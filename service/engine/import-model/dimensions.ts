import { NotImportable, type Checkpoint } from './tensors.ts'

/** What tells one Whisper from another, as the file's head has it. */
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

/** Every Whisper has heads of this width. */
const headWidth = 64

/** Reads the dimensions from the shapes of the tensors. */
export function dimensionsOf({ tensors }: Pick<Checkpoint, 'tensors'>): Dimensions {
  const shape = (name: string) => tensors.get(name)?.shape ?? []
  const [audioState = 0, mels = 0] = shape('encoder.conv1.weight')
  const [audioContext = 0] = shape('encoder.positional_embedding')
  const [vocabulary = 0, textState = 0] = shape('decoder.token_embedding.weight')
  const [textContext = 0] = shape('decoder.positional_embedding')
  const dimensions = {
    ...{ vocabulary, audioContext, audioState, mels, textContext, textState },
    audioHeads: audioState / headWidth,
    textHeads: textState / headWidth,
    audioLayers: countBlocks(tensors.keys(), 'encoder'),
    textLayers: countBlocks(tensors.keys(), 'decoder'),
  }
  requireSane(dimensions)
  return dimensions
}

function countBlocks(names: Iterable<string>, part: string): number {
  const pattern = new RegExp(`^${part}\\.blocks\\.(\\d{1,3})\\.`)
  return Math.max(0, ...[...names].map((name) => Number(pattern.exec(name)?.[1] ?? -1) + 1))
}

type Bounds = readonly [least: number, most: number]

/** English alone, all languages, and those of large-v3, which has Cantonese: whisper.cpp counts so. */
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

/** Refuses what is no Whisper, before anything is made that large (reliability.md U-8). */
export function requireSane(dimensions: Dimensions): void {
  for (const [name, [least, most]] of Object.entries(bounds)) {
    const value = dimensions[name as keyof Dimensions] // the keys of one are the keys of the other
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new NotImportable(`These are no weights of a Whisper model: ${name} is ${value}.`)
  }
  const { audioState, audioHeads, textState, textHeads, mels } = dimensions
  const isWhole = audioState === audioHeads * headWidth && textState === textHeads * headWidth
  if (isWhole && audioState === textState && (mels === 80 || mels === 128)) return
  throw new NotImportable('These are no weights of a Whisper model: their sizes do not fit.')
}

/** Every tensor of a Whisper of these dimensions, with its shape. */
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
