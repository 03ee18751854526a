/**
 * Writes the weights of Whisper base in the layout of a larger model, so that the path of larger
 * weights can be tested where none can be had: as many layers, values and bytes, and (unless the
 * layout has fewer layers than base) nearly the same words.
 *
 * The state of base lies in the larger one, turned so that its mean is the mean of all: a
 * LayerNorm then computes the same. Additional heads, layers and mel bands add nothing. Only the
 * encoder's input is not turned (its GELU comes after the convolution), which is a small error.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { blockLength, tensorFormats } from '../../service/engine/ggml/blocks.ts'
import { formatAt, readHead, readerOf } from '../../service/engine/ggml/header.ts'
import {
  dimensionsOf,
  expectedTensors,
  type Dimensions,
} from '../../service/engine/ggml/whisper-shape.ts'
import { quantizers, type Quantizer } from './quantize.ts'

const layout = (
  [state, heads, audioLayers, textLayers]: readonly [number, number, number, number],
  { vocabulary = 51_865, mels = 80 } = {},
): Dimensions => ({
  ...{ vocabulary, audioContext: 1500, audioState: state, audioHeads: heads, audioLayers },
  ...{ textContext: 448, textState: state, textHeads: heads, textLayers, mels },
})
const third = { vocabulary: 51_866, mels: 128 }

export const layouts = {
  small: layout([768, 12, 12, 12]),
  medium: layout([1024, 16, 24, 24]),
  'large-v3-turbo': layout([1280, 20, 32, 4], third),
  'large-v3': layout([1280, 20, 32, 32], third),
  /** Of no real model: what is new in large-v3, at hardly more than the cost of base. */
  'narrow-v3': layout([576, 9, 7, 6], third),
}

export type WeightFormat = keyof typeof quantizers

type Tensor = { at: number; type: number; shape: readonly number[] }
type Base = { file: FileHandle; dimensions: Dimensions; tensors: Map<string, Tensor> }

const order = [
  ...(['vocabulary', 'audioContext', 'audioState', 'audioHeads', 'audioLayers'] as const),
  ...(['textContext', 'textState', 'textHeads', 'textLayers', 'mels'] as const),
]
const frequencies = 201
/** Of the languages that base knows the last; large-v3 has one more after it. */
const lastLanguage = 50_357

export async function writeExpanded(
  { from, to }: { from: string; to: string },
  { layout: dimensions, format }: { layout: Dimensions; format: WeightFormat },
): Promise<void> {
  const file = await open(from)
  const target = await open(to, 'wx')
  try {
    const { bytes: head } = await readHead(readerOf(file))
    const base = await findTensors(file, head)
    await target.writeFile(expandHead(head, dimensions, quantizers[format].fileType))
    for (const [name, shape] of expectedTensors(dimensions)) {
      await writeTensor(
        { base, dimensions, quantizer: quantizers[format], target },
        { name, shape },
      )
    }
  } finally {
    await Promise.all([file.close(), target.close()])
  }
}

async function findTensors(file: FileHandle, head: Buffer): Promise<Base> {
  const dimensions = dimensionsOf(head)
  const tensors = new Map<string, Tensor>()
  const { size } = await file.stat()
  for (let at = head.length; at < size;) {
    const start = Buffer.alloc(128)
    await file.read(start, 0, start.length, at)
    const [rank = 0, length = 0, type = 0] = [0, 4, 8].map((place) => start.readInt32LE(place))
    const axes = Array.from({ length: rank }, (_, axis) => start.readInt32LE(12 + 4 * axis))
    const shape = axes.toReversed()
    const name = start.toString('utf8', 12 + 4 * rank, 12 + 4 * rank + length)
    at += 12 + 4 * rank + length
    tensors.set(name, { at, type, shape })
    at += byteLength(type, count(shape))
  }
  return { file, dimensions, tensors }
}

const count = (shape: readonly number[]): number => shape.reduce((all, length) => all * length, 1)
const byteLength = (type: number, values: number): number => {
  const block = tensorFormats.get(type)
  return block === undefined
    ? values * (type === 0 ? 4 : 2)
    : (values / blockLength) * block.blockBytes
}

async function readValues({ file }: Base, { at, type, shape }: Tensor): Promise<Float32Array> {
  const values = count(shape)
  const bytes = Buffer.alloc(byteLength(type, values))
  await file.read(bytes, 0, bytes.length, at)
  const aligned = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  if (type === 0) return new Float32Array(aligned)
  if (type === 1) return Float32Array.from(new Float16Array(aligned))
  const into = new Float16Array(values)
  const source = new DataView(aligned)
  const block = tensorFormats.get(type)
  for (let place = 0; place < values; place += blockLength) {
    const from = (place / blockLength) * (block?.blockBytes ?? 0)
    block?.expandBlock({ from: source, at: from, into, place })
  }
  return Float32Array.from(into)
}

/** Sizes, mel filters (of additional bands: silent) and the words of base. */
function expandHead(head: Buffer, dimensions: Dimensions, fileType: number): Buffer {
  const mels = head.readInt32LE(48)
  const filtersEnd = 56 + 4 * mels * frequencies
  const more = Buffer.alloc(4 * (dimensions.mels - mels) * frequencies)
  const whole = Buffer.concat([head.subarray(0, filtersEnd), more, head.subarray(filtersEnd)])
  for (const [at, name] of order.entries()) whole.writeInt32LE(dimensions[name], 4 + 4 * at)
  whole.writeInt32LE(fileType, formatAt)
  whole.writeInt32LE(dimensions.mels, 48)
  return whole
}

/** A reflection that turns the mean of the first `from` values into the mean of all `to`. */
function turnOf(from: number, to: number): { near: number; far: number } {
  const [near, far] = [1 / Math.sqrt(from) - 1 / Math.sqrt(to), -1 / Math.sqrt(to)]
  const length = Math.sqrt(from * near ** 2 + (to - from) * far ** 2)
  return length === 0 ? { near: 0, far: 0 } : { near: near / length, far: far / length }
}

type Work = { base: Base; dimensions: Dimensions; quantizer: Quantizer; target: FileHandle }
type Matrix = { values: Float32Array; rows: number; columns: number }

async function writeTensor(
  { base, dimensions, quantizer, target }: Work,
  { name, shape }: { name: string; shape: readonly number[] },
): Promise<void> {
  const layer = Number(/\.blocks\.(\d+)\./.exec(name)?.[1] ?? 0)
  const isNew = !base.tensors.has(name)
  const like = base.tensors.get(isNew ? name.replace(`.blocks.${layer}.`, '.blocks.0.') : name)
  if (like === undefined) throw new Error(`Base has no tensor like ${name}.`)
  const isQuantized = tensorFormats.has(like.type)
  const type = isQuantized ? quantizer.tensorType : like.type
  const encode = isQuantized ? quantizer.encode : like.type === 0 ? asFloats : asHalves
  const text = Buffer.from(name)
  const head = Buffer.alloc(12 + 4 * shape.length)
  const numbers = [shape.length, text.length, type, ...shape.toReversed()]
  for (const [at, value] of numbers.entries()) head.writeInt32LE(value, 4 * at)
  await target.writeFile(Buffer.concat([head, text]))
  const columns = shape.length === 1 ? 1 : count(shape.slice(1))
  const rows = shape[0] ?? 0
  const old = isNew ? undefined : await readValues(base, like)
  const state = { from: base.dimensions.audioState, to: dimensions.audioState }
  const hasMoreWords = dimensions.vocabulary > base.dimensions.vocabulary
  const row = rowsOf({ name, old, oldShape: like.shape, state, hasMoreWords })
  let parts: Uint8Array[] = []
  let bytes = 0
  for (let at = 0; at < rows; at += 1) {
    const part = encode(row(at, columns))
    parts.push(part)
    bytes += part.length
    if (bytes < 4 << 20 && at < rows - 1) continue
    await target.writeFile(Buffer.concat(parts))
    parts = []
    bytes = 0
  }
}

const asFloats = (values: Float32Array): Uint8Array => new Uint8Array(values.buffer)
const asHalves = (values: Float32Array): Uint8Array =>
  new Uint8Array(Float16Array.from(values).buffer)

type Rows = (at: number, columns: number) => Float32Array
type Expansion = {
  name: string
  old: Float32Array | undefined
  oldShape: readonly number[]
  state: { from: number; to: number }
  hasMoreWords: boolean
}

/** The rows of a larger tensor; those of layers that base lacks are zeros, and pass on their input. */
function rowsOf({ name, old, oldShape, state, hasMoreWords }: Expansion): Rows {
  if (old === undefined) return (_, columns) => new Float32Array(columns)
  const matrix: Matrix = {
    values: old,
    rows: oldShape[0] ?? 0,
    columns: oldShape.length === 1 ? 1 : count(oldShape.slice(1)),
  }
  if (name === 'decoder.token_embedding.weight') {
    return turnedAcross(matrix, state, (at) => at - Number(hasMoreWords && at > lastLanguage))
  }
  if (name.endsWith('positional_embedding')) return turnedAcross(matrix, state, (at) => at)
  if (/(attn\.out|mlp\.2)\./.test(name)) return turnedDown(matrix, state)
  if (/(_ln|\.ln|ln_post)\.weight$/.test(name))
    return scaled(matrix, Math.sqrt(state.from / state.to))
  if (name === 'decoder.ln.bias') return levelled(matrix, state)
  return padded(matrix)
}

/** In its own rows and columns the old matrix; of a convolution each column has three values. */
const padded =
  ({ values, rows, columns }: Matrix): Rows =>
  (at, length) => {
    const row = new Float32Array(length)
    if (at < rows) row.set(values.subarray(at * columns, (at + 1) * columns))
    return row
  }

const scaled =
  ({ values, rows }: Matrix, factor: number): Rows =>
  (at) =>
    Float32Array.of(at < rows ? (values[at] ?? 0) * factor : 0)

/** Each row is a state: turned as a whole. `placeOf` tells which of the old rows it was. */
function turnedAcross(
  { values, columns }: Matrix,
  state: Expansion['state'],
  placeOf: (at: number) => number,
): Rows {
  const { near, far } = turnOf(state.from, state.to)
  return (at, length) => {
    const old = values.subarray(placeOf(at) * columns, (placeOf(at) + 1) * columns)
    const along = 2 * near * sum(old)
    const row = new Float32Array(length).fill(-far * along)
    for (const [column, value] of old.entries()) row[column] = value - near * along
    return row
  }
}

/** What a layer adds to the state, column by column: turned. */
function turnedDown({ values, rows, columns }: Matrix, state: Expansion['state']): Rows {
  const { near, far } = turnOf(state.from, state.to)
  const along = new Float32Array(columns)
  for (const [at, value] of values.entries())
    along[at % columns] = (along[at % columns] ?? 0) + 2 * near * value
  return (at, length) => {
    const row = new Float32Array(length)
    for (let column = 0; column < columns; column += 1) {
      const share = (at < rows ? near : far) * (along[column] ?? 0)
      row[column] = (at < rows ? (values[at * columns + column] ?? 0) : 0) - share
    }
    return row
  }
}

/** The last bias also takes back what turned embeddings add to the probability of each word. */
function levelled({ values, rows }: Matrix, { from, to }: Expansion['state']): Rows {
  const { near, far } = turnOf(from, to)
  const rest = far === 0 ? 0 : (-near * sum(values)) / (far * (to - from))
  return (at) => Float32Array.of(at < rows ? (values[at] ?? 0) : rest)
}

const sum = (values: Float32Array): number => values.reduce((all, value) => all + value, 0)
