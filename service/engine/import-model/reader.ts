import type { FileHandle } from 'node:fs/promises'
import { NotImportable } from './tensors.ts'

/** Reads a file's heads one after another, and jumps over what lies between. */
export type Reader = {
  bytes: (length: number) => Promise<Buffer>
  uint8: () => Promise<number>
  uint16: () => Promise<number>
  uint32: () => Promise<number>
  int32: () => Promise<number>
  skip: (length: number) => void
  place: () => number
  isAtEnd: () => boolean
}

/** No head is longer; a length that claims more is a lie. */
const longestHead = 1 << 20

const readAhead = 64 << 10

export function fromStart(file: FileHandle, size: number): Reader {
  let place = 0
  let window: Buffer = Buffer.alloc(0)
  let windowAt = 0
  const bytes = async (length: number): Promise<Buffer> => {
    if (length < 0 || length > longestHead || place + length > size) {
      throw new NotImportable('The weights are cut or damaged: a length reaches beyond the file.')
    }
    if (place < windowAt || place + length > windowAt + window.length) {
      window = Buffer.alloc(Math.max(length, Math.min(readAhead, size - place)))
      windowAt = place
      await file.read(window, 0, window.length, place)
    }
    const from = place - windowAt
    place += length
    return window.subarray(from, from + length)
  }
  return {
    bytes,
    uint8: async () => (await bytes(1)).readUInt8(),
    uint16: async () => (await bytes(2)).readUInt16LE(),
    uint32: async () => (await bytes(4)).readUInt32LE(),
    int32: async () => (await bytes(4)).readInt32LE(),
    skip: (length) => {
      place += length
      if (length < 0 || place > size) {
        throw new NotImportable('The weights are cut or damaged: a tensor reaches beyond the file.')
      }
    },
    place: () => place,
    isAtEnd: () => place === size,
  }
}
