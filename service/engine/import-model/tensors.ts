import type { FileHandle } from 'node:fs/promises'

/** Weights that cannot be imported; the message is for the owner. */
export class NotImportable extends Error {}

export type NumberType = 'f32' | 'f16' | 'bf16' | 'i16' | 'i8'

export const bytesPer: Readonly<Record<NumberType, number>> = {
  f32: 4,
  f16: 2,
  bf16: 2,
  i16: 2,
  i8: 1,
}

/** Numbers somewhere in a file, in the order of rows. */
export type Tensor = {
  file: FileHandle
  /** Byte of the file where they begin. */
  at: number
  type: NumberType
  shape: readonly number[]
  /** What each row was multiplied by when it was quantised; one for all, or one for each row. */
  scales?: Float32Array
}

/** Weights as their makers share them, under OpenAI's names. */
export type Checkpoint = {
  tensors: ReadonlyMap<string, Tensor>
  /** The bytes of each word piece; null where the weights come without them. */
  vocabulary: readonly Uint8Array[] | null
}

export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1)

/** Refuses a tensor that reaches beyond its file. */
export function requireInside({ at, type, shape }: Tensor, name: string, fileBytes: number): void {
  const end = at + sizeOf(shape) * bytesPer[type]
  if (shape.every(isLength) && Number.isSafeInteger(end) && at >= 0 && end <= fileBytes) return
  throw new NotImportable(
    `The weights end before the tensor ${name} does: the file is cut or damaged.`,
  )
}

const isLength = (length: number): boolean => Number.isInteger(length) && length > 0

const valuesAtOnce = 1 << 20

/** The numbers of a tensor, a few megabytes at a time. */
export async function* readTensor(tensor: Tensor): AsyncGenerator<Float32Array> {
  const { file, at, type, shape, scales } = tensor
  const count = sizeOf(shape)
  const rowLength = count / (shape[0] ?? 1)
  for (let done = 0; done < count; done += valuesAtOnce) {
    const length = Math.min(valuesAtOnce, count - done)
    const bytes = Buffer.alloc(length * bytesPer[type])
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at + done * bytesPer[type])
    if (bytesRead !== bytes.length) throw new NotImportable('The weights changed while being read.')
    const values = decode(bytes, type)
    if (scales)
      unscale(
        values,
        (index) => scales[scales.length === 1 ? 0 : Math.floor((done + index) / rowLength)] ?? 1,
      )
    yield values
  }
}

function unscale(values: Float32Array, scaleAt: (index: number) => number): void {
  for (let index = 0; index < values.length; index += 1) {
    values[index] = (values[index] ?? 0) / scaleAt(index)
  }
}

function decode({ buffer, byteOffset, byteLength }: Buffer, type: NumberType): Float32Array {
  const count = byteLength / bytesPer[type]
  if (type === 'f32') return new Float32Array(buffer, byteOffset, count)
  if (type === 'f16') return Float32Array.from(new Float16Array(buffer, byteOffset, count))
  if (type === 'i16') return Float32Array.from(new Int16Array(buffer, byteOffset, count))
  if (type === 'i8') return Float32Array.from(new Int8Array(buffer, byteOffset, count))
  // The upper half of a 32-bit number.
  const wide = Uint32Array.from(new Uint16Array(buffer, byteOffset, count), (half) => half << 16)
  return new Float32Array(wide.buffer)
}
