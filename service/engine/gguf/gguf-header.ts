/**
 * Writes the header of a GGUF file, llama.cpp's format (version 3): metadata, then tensor offsets.
 */
import { countOf, type Tensor } from './safetensors.ts'

export type GgufValue =
  | string
  | boolean
  | { uint32: number }
  | { float32: number }
  | { strings: readonly string[] }
  | { int32s: readonly number[] }

/** `isWide` stores 32-bit floats instead of 16-bit ones. */
export type GgufTensor = { name: string; tensor: Tensor; isWide: boolean }

export const alignment = 32

const types = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 }

/** The bytes before the tensor data, padded to its alignment. */
export function ggufHeader(
  values: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Buffer {
  const entries = Object.entries(values)
  const parts = [
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(entries.length),
    ...entries.flatMap(([name, value]) => [text(name), encode(value)]),
  ]
  let at = 0
  for (const each of tensors) {
    const { shape } = each.tensor
    parts.push(text(each.name), uint32(shape.length), ...shape.toReversed().map(uint64))
    parts.push(uint32(each.isWide ? 0 : 1), uint64(at))
    at += padded(bytesOf(each))
  }
  return pad(Buffer.concat(parts))
}

const bytesOf = ({ tensor, isWide }: GgufTensor): number => countOf(tensor.shape) * (isWide ? 4 : 2)

const padded = (bytes: number): number => Math.ceil(bytes / alignment) * alignment

const pad = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)])

function encode(value: GgufValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([uint32(types.string), text(value)])
  if (typeof value === 'boolean') {
    return Buffer.concat([uint32(types.boolean), Buffer.from([Number(value)])])
  }
  if ('uint32' in value) return Buffer.concat([uint32(types.uint32), uint32(value.uint32)])
  if ('float32' in value) {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatLE(value.float32)
    return Buffer.concat([uint32(types.float32), bytes])
  }
  if ('strings' in value) return list(types.string, value.strings.map(text))
  return list(types.int32, value.int32s.map(uint32))
}

const list = (type: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([uint32(types.array), uint32(type), uint64(items.length), ...items])

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
