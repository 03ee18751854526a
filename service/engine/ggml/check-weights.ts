/** Validates a whisper.cpp weights file from start to end without reading the values. */
import { open, type FileHandle } from 'node:fs/promises'
import { blockLength, tensorFormats } from './blocks.ts'
import { BadWeights, ggmlMagic } from './header.ts'
import {
  dimensionsEnd,
  dimensionsOf,
  expectedTensors,
  requireSane,
  type Dimensions,
} from './whisper-shape.ts'

/** Frequency bins of each mel filter in the header: half of a 400-sample window, plus one. */
const frequencies = 201

const longestToken = 1024

/** Reads every header in the file; throws `BadWeights` unless it is a complete Whisper model. */
export async function checkWeights(path: string): Promise<Dimensions> {
  const file = await open(path)
  try {
    const reader = createReader(file, (await file.stat()).size)
    const head = await reader.bytes(dimensionsEnd)
    if (head.readUInt32LE(0) !== ggmlMagic) throw new BadWeights('These are not ggml weights.')
    const dimensions = dimensionsOf(head)
    requireSane(dimensions)
    await reader.int32() // the file's format; each tensor states its own
    const filters = [await reader.int32(), await reader.int32()]
    if (filters[0] !== dimensions.mels || filters[1] !== frequencies) {
      throw new BadWeights('The mel filterbank in the weights has an unknown size.')
    }
    reader.skip(4 * dimensions.mels * frequencies)
    await checkVocabulary(reader, dimensions)
    await checkTensors(reader, dimensions)
    return dimensions
  } finally {
    await file.close()
  }
}

async function checkVocabulary(reader: Reader, { vocabulary }: Dimensions): Promise<void> {
  const count = await reader.int32()
  if (count < 1 || count > vocabulary) throw new BadWeights('The weights list too many tokens.')
  for (let at = 0; at < count; at += 1) {
    const length = await reader.uint32()
    if (length > longestToken) throw new BadWeights('A token in the weights is too long.')
    reader.skip(length)
  }
}

async function checkTensors(reader: Reader, dimensions: Dimensions): Promise<void> {
  const missing = expectedTensors(dimensions)
  while (!reader.isAtEnd()) {
    const rank = await reader.int32()
    const nameLength = await reader.int32()
    const type = await reader.int32()
    if (rank < 1 || rank > 3) throw new BadWeights(`A tensor has ${rank} dimensions.`)
    const reversed: number[] = []
    for (let axis = 0; axis < rank; axis += 1) reversed.push(await reader.int32())
    const name = (await reader.bytes(nameLength)).toString('utf8')
    const shape = missing.get(name)
    if (!shape || shape.join() !== reversed.toReversed().join()) {
      throw new BadWeights(`The tensor ${name.slice(0, 80)} has no place in a model of this size.`)
    }
    missing.delete(name)
    reader.skip(byteLength(shape, type))
  }
  const [first] = missing.keys()
  if (first !== undefined) {
    throw new BadWeights(`The weights are cut off: the tensor ${first} is missing.`)
  }
}

function byteLength(shape: readonly number[], type: number): number {
  const count = shape.reduce((product, length) => product * length, 1)
  if (type === 0) return 4 * count
  if (type === 1) return 2 * count
  const format = tensorFormats.get(type)
  const rowLength = shape.at(-1) ?? 0
  if (format && rowLength % blockLength === 0) return (count / blockLength) * format.blockBytes
  throw new BadWeights(`A tensor has the unknown type ${type}.`)
}

/** Reads headers one after another and skips the data between them. */
type Reader = {
  bytes: (length: number) => Promise<Buffer>
  uint32: () => Promise<number>
  int32: () => Promise<number>
  skip: (length: number) => void
  isAtEnd: () => boolean
}

/** No name is longer; a larger length is invalid. */
const longestRead = 1 << 20

const readAhead = 64 << 10

function createReader(file: FileHandle, size: number): Reader {
  let position = 0
  let window: Buffer = Buffer.alloc(0)
  let windowStart = 0
  const bytes = async (length: number): Promise<Buffer> => {
    if (length < 0 || length > longestRead || position + length > size) {
      throw new BadWeights('The weights are cut off or damaged: a length exceeds the file.')
    }
    if (position < windowStart || position + length > windowStart + window.length) {
      window = Buffer.alloc(Math.max(length, Math.min(readAhead, size - position)))
      windowStart = position
      await file.read(window, 0, window.length, position)
    }
    const from = position - windowStart
    position += length
    return window.subarray(from, from + length)
  }
  return {
    bytes,
    uint32: async () => (await bytes(4)).readUInt32LE(),
    int32: async () => (await bytes(4)).readInt32LE(),
    skip: (length) => {
      position += length
      if (length < 0 || position > size) {
        throw new BadWeights('The weights are cut off or damaged: a tensor exceeds the file.')
      }
    },
    isAtEnd: () => position === size,
  }
}
