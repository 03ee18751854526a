/** Reads the header of whisper.cpp weights: sizes, mel filters and vocabulary. */
import type { FileHandle } from 'node:fs/promises'

/** The first four bytes of the file as a little-endian number. */
export const ggmlMagic = 0x67676d6c

/** Upper limit of a single read in a valid weights file. */
const largestRead = 8 << 20

/** The file has a different format or is incomplete. */
export class BadWeights extends Error {}

/** Offset of the tensor format in the header. */
export const formatAt = 44

/** `bytes` is the whole header, `tokens` the vocabulary in it. */
export type Head = { bytes: Buffer; format: number; tokens: Buffer[] }

/** Reads the header, up to the first tensor. Throws `BadWeights`. */
export async function readHead(reader: Reader): Promise<Head> {
  const numbers = await reader.take(4 * 14)
  if (numbers.readUInt32LE(0) !== ggmlMagic) throw new BadWeights('These are no ggml weights.')
  const filters = await reader.take(4 * numbers.readInt32LE(48) * numbers.readInt32LE(52))
  const count = await reader.take(4)
  const parts = [numbers, filters, count]
  const tokens: Buffer[] = []
  for (let word = 0; word < count.readInt32LE(0); word += 1) {
    const length = await reader.take(4)
    const token = await reader.take(length.readUInt32LE(0))
    parts.push(length, token)
    tokens.push(token)
  }
  return { bytes: Buffer.concat(parts), format: numbers.readInt32LE(formatAt), tokens }
}

export type Reader = {
  isAtEnd: () => Promise<boolean>
  /** Reads exactly `length` bytes; throws `BadWeights` if the file ends earlier. */
  take: (length: number) => Promise<Buffer>
}

/** Reads a file sequentially, a megabyte or more at a time. */
export function readerOf(file: FileHandle): Reader {
  let ahead: Buffer = Buffer.alloc(0)
  const fill = async (length: number): Promise<void> => {
    const parts = [ahead]
    for (let have = ahead.length; have < length;) {
      const part = Buffer.allocUnsafe(Math.max(1 << 20, length - have))
      const { bytesRead } = await file.read(part, 0, part.length)
      if (bytesRead === 0) break
      parts.push(part.subarray(0, bytesRead))
      have += bytesRead
    }
    ahead = Buffer.concat(parts)
  }
  return {
    isAtEnd: async () => {
      if (ahead.length === 0) await fill(1)
      return ahead.length === 0
    },
    take: async (length) => {
      if (length < 0 || length > largestRead) throw new BadWeights('A length is out of bounds.')
      if (ahead.length < length) await fill(length)
      if (ahead.length < length) throw new BadWeights('The weights end too soon.')
      const taken = ahead.subarray(0, length)
      ahead = ahead.subarray(length)
      return taken
    },
  }
}
