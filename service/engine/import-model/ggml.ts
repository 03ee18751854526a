/** whisper.cpp's format: read with every length checked, and written. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { blockLength, tensorFormats } from '../ggml/blocks.ts'
import { ggmlMagic } from '../ggml/header.ts'
import { expectedTensors, requireSane, type Dimensions } from './dimensions.ts'
import { frequencies, melFilters } from './mel-filters.ts'
import { fromStart, type Reader } from './reader.ts'
import { NotImportable, readTensor, sizeOf, type Tensor } from './tensors.ts'

const longestPiece = 1024

export type GgmlFile = {
  dimensions: Dimensions
  vocabulary: Uint8Array[]
  /** By name: where the numbers lie, and as what. */
  places: Map<string, { at: number; type: number; shape: readonly number[] }>
}

/** Reads all of a file's heads; throws where anything is not as a whole Whisper has it. */
export async function readGgml(path: string): Promise<GgmlFile> {
  const file = await open(path)
  try {
    const reader = fromStart(file, (await file.stat()).size)
    if ((await reader.uint32()) !== ggmlMagic) throw new NotImportable('These are no ggml weights.')
    const dimensions = await readDimensions(reader)
    await reader.int32() // the format of the whole; each tensor names its own
    const bands = [await reader.int32(), await reader.int32()]
    if (bands[0] !== dimensions.mels || bands[1] !== frequencies) {
      throw new NotImportable('The weights hold filters of a strange size.')
    }
    reader.skip(4 * dimensions.mels * frequencies)
    const vocabulary = await readPieces(reader, dimensions)
    return { dimensions, vocabulary, places: await readPlaces(reader, dimensions) }
  } finally {
    await file.close()
  }
}

async function readDimensions(reader: Reader): Promise<Dimensions> {
  const dimensions = {
    vocabulary: await reader.int32(),
    audioContext: await reader.int32(),
    audioState: await reader.int32(),
    audioHeads: await reader.int32(),
    audioLayers: await reader.int32(),
    textContext: await reader.int32(),
    textState: await reader.int32(),
    textHeads: await reader.int32(),
    textLayers: await reader.int32(),
    mels: await reader.int32(),
  }
  requireSane(dimensions)
  return dimensions
}

async function readPieces(reader: Reader, { vocabulary: all }: Dimensions): Promise<Uint8Array[]> {
  const count = await reader.int32()
  if (count < 1 || count > all) throw new NotImportable('The weights list too many word pieces.')
  const pieces: Uint8Array[] = []
  for (let at = 0; at < count; at += 1) {
    const length = await reader.uint32()
    if (length > longestPiece) throw new NotImportable('The weights hold a word piece too long.')
    pieces.push(await reader.bytes(length))
  }
  return pieces
}

async function readPlaces(reader: Reader, dimensions: Dimensions): Promise<GgmlFile['places']> {
  const expected = expectedTensors(dimensions)
  const places: GgmlFile['places'] = new Map()
  while (!reader.isAtEnd()) {
    const [rank, nameLength, type] = [
      await reader.int32(),
      await reader.int32(),
      await reader.int32(),
    ]
    if (rank < 1 || rank > 3)
      throw new NotImportable('A tensor has a strange number of dimensions.')
    const reversed: number[] = []
    for (let axis = 0; axis < rank; axis += 1) reversed.push(await reader.int32())
    const name = (await reader.bytes(nameLength)).toString('utf8')
    const shape = expected.get(name)
    if (!shape || shape.join() !== reversed.toReversed().join() || places.has(name)) {
      throw new NotImportable(
        `The tensor ${name.slice(0, 80)} is not as in a Whisper of this size.`,
      )
    }
    places.set(name, { at: reader.place(), type, shape })
    reader.skip(byteLength(shape, type))
  }
  const missing = [...expected.keys()].find((name) => !places.has(name))
  if (missing) throw new NotImportable(`The weights are cut: the tensor ${missing} is missing.`)
  return places
}

function byteLength(shape: readonly number[], type: number): number {
  const count = sizeOf(shape)
  if (type === 0) return 4 * count
  if (type === 1) return 2 * count
  const format = tensorFormats.get(type)
  const rowLength = shape.at(-1) ?? 0
  if (format && rowLength % blockLength === 0) return (count / blockLength) * format.blockBytes
  throw new NotImportable(`A tensor is of the type ${type}, which is not known here.`)
}

export type NewGgml = {
  dimensions: Dimensions
  vocabulary: readonly Uint8Array[]
  tensors: ReadonlyMap<string, Tensor>
  signal: AbortSignal
}

/** Writes 16-bit weights to `target`, which must not exist; answers their size and hash. */
export async function writeGgml(
  target: string,
  { dimensions, vocabulary, tensors, signal }: NewGgml,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(target, 'wx', 0o600)
  let bytes = 0
  const write = async (part: Uint8Array): Promise<void> => {
    signal.throwIfAborted()
    hash.update(part)
    bytes += part.length
    await file.writeFile(part)
  }
  try {
    await write(headOf(dimensions, vocabulary))
    for (const [name, shape] of expectedTensors(dimensions)) {
      const tensor = tensors.get(name)
      // A bias of a convolution has one column here and none elsewhere.
      if (!tensor || squeeze(tensor.shape) !== squeeze(shape)) {
        throw new NotImportable(`The tensor ${name} is missing or of another size.`)
      }
      await writeTensor({ name, shape, tensor }, write)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

const squeeze = (shape: readonly number[]): string => shape.filter((length) => length > 1).join()

function headOf(dimensions: Dimensions, vocabulary: readonly Uint8Array[]): Buffer {
  const { audioContext, audioState, audioHeads, audioLayers, mels } = dimensions
  const { textContext, textState, textHeads, textLayers } = dimensions
  const audio = [audioContext, audioState, audioHeads, audioLayers]
  const text = [textContext, textState, textHeads, textLayers]
  const sizes = [dimensions.vocabulary, ...audio, ...text, mels]
  const sixteenBits = 1
  return Buffer.concat([
    numbers(ggmlMagic, ...sizes, sixteenBits, mels, frequencies),
    new Uint8Array(melFilters(mels).buffer),
    numbers(vocabulary.length),
    ...vocabulary.flatMap((piece) => [numbers(piece.length), piece]),
  ])
}

const numbers = (...values: number[]): Uint8Array =>
  new Uint8Array(Int32Array.from(values, (value) => value | 0).buffer)

type Named = { name: string; shape: readonly number[]; tensor: Tensor }

async function writeTensor(
  { name, shape, tensor }: Named,
  write: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  // whisper.cpp adds these to 32-bit numbers as they are.
  const isWide = shape.length < 2 || shape.at(-1) === 1 || name.endsWith('positional_embedding')
  await write(numbers(shape.length, name.length, isWide ? 0 : 1, ...shape.toReversed()))
  await write(Buffer.from(name))
  for await (const values of readTensor(tensor)) {
    const part = isWide ? values : Float16Array.from(values)
    await write(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
  }
}
