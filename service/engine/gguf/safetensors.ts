/**
 * Reads Hugging Face's safetensors files: a JSON list of names, types, shapes and
 * offsets, then the data.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { BadWeights } from '../ggml/header.ts'

/** Upper limit; a sentence embedder's list takes tens of kilobytes. */
const longestList = 32 << 20

const bytesPer = { F32: 4, F16: 2 } as const

const Entry = Type.Object({
  dtype: Type.String(),
  shape: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 4 }),
  data_offsets: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }),
})

/** `at` is the byte offset of the data, stored row by row. */
export type Tensor = { at: number; type: keyof typeof bytesPer; shape: readonly number[] }

export type Safetensors = { file: FileHandle; tensors: ReadonlyMap<string, Tensor> }

export const countOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1)

/** Opens a safetensors file; the caller closes `file`. Throws `BadWeights` if it is damaged. */
export async function openSafetensors(path: string): Promise<Safetensors> {
  const file = await open(path)
  try {
    return { file, tensors: new Map(await readList(file)) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readList(file: FileHandle): Promise<[string, Tensor][]> {
  const { size } = await file.stat()
  const length = Buffer.alloc(8)
  const { bytesRead } = await file.read(length, 0, 8, 0)
  const listBytes = bytesRead === 8 ? Number(length.readBigUInt64LE()) : Infinity
  if (listBytes > longestList || listBytes + 8 > size) {
    throw new BadWeights('The file of tensors is damaged: its list does not fit into it.')
  }
  const text = Buffer.alloc(listBytes)
  await file.read(text, 0, listBytes, 8)
  return Object.entries(parse(text)).flatMap(([name, entry]): [string, Tensor][] => {
    if (name === '__metadata__') return []
    if (!Value.Check(Entry, entry)) throw new BadWeights(`The tensor ${name} is malformed.`)
    const { dtype: type, shape } = entry
    // Skip integers such as position ids, which are not weights.
    if (type !== 'F32' && type !== 'F16') return []
    const at = 8 + listBytes + (entry.data_offsets[0] ?? 0)
    const end = at + countOf(shape) * bytesPer[type]
    if (!Number.isSafeInteger(end) || end > size) {
      throw new BadWeights(`The weights end before the tensor ${name} does.`)
    }
    return [[name, { at, type, shape }]]
  })
}

function parse(text: Buffer): object {
  try {
    const list: unknown = JSON.parse(text.toString('utf8'))
    if (typeof list === 'object' && list !== null) return list
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new BadWeights('The file of tensors is damaged: its list is not JSON.')
}

const valuesAtOnce = 1 << 20

/** Yields the values of a tensor, up to 4 MB at a time. */
export async function* readTensor(file: FileHandle, tensor: Tensor): AsyncGenerator<Float32Array> {
  const { at, type, shape } = tensor
  const count = countOf(shape)
  for (let done = 0; done < count; done += valuesAtOnce) {
    const length = Math.min(valuesAtOnce, count - done)
    const bytes = Buffer.alloc(length * bytesPer[type])
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at + done * bytesPer[type])
    if (bytesRead !== bytes.length) throw new BadWeights('The weights changed while being read.')
    const { buffer, byteOffset } = bytes
    yield type === 'F32'
      ? new Float32Array(buffer, byteOffset, length)
      : Float32Array.from(new Float16Array(buffer, byteOffset, length))
  }
}
