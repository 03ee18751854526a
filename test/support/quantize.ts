/** Encodes rows of values in the block formats of ggml, as whisper.cpp's `quantize` does. */
import { blockLength } from '../../service/engine/ggml/blocks.ts'

export type Quantizer = {
  /** In a file's header and in a tensor's. */
  fileType: number
  tensorType: number
  encode: (row: Float32Array) => Uint8Array
}

type Block = { row: Float32Array; from: number; into: DataView; at: number }

const byBlocks =
  (blockBytes: number, encodeBlock: (block: Block) => void) =>
  (row: Float32Array): Uint8Array => {
    const bytes = new Uint8Array((row.length / blockLength) * blockBytes)
    const into = new DataView(bytes.buffer)
    for (let from = 0; from < row.length; from += blockLength) {
      // Zeros are zeros in all formats, and most of an expanded model.
      if (isZero(row, from)) continue
      encodeBlock({ row, from, into, at: (from / blockLength) * blockBytes })
    }
    return bytes
  }

function isZero(row: Float32Array, from: number): boolean {
  for (let step = from; step < from + blockLength; step += 1) if (row[step] !== 0) return false
  return true
}

function bounds(row: Float32Array, from: number): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity]
  for (let step = from; step < from + blockLength; step += 1) {
    least = Math.min(least, row[step] ?? 0)
    most = Math.max(most, row[step] ?? 0)
  }
  return { least, most }
}

/** Five bits per value: fifth bits first, then the lower halves, two values to a byte. */
function writeFives({ row, from, into, at }: Block, toFive: (value: number) => number): void {
  let fifths = 0
  for (let step = 0; step < 16; step += 1) {
    const early = toFive(row[from + step] ?? 0)
    const late = toFive(row[from + step + 16] ?? 0)
    fifths |= ((early >> 4) << step) | ((late >> 4) << (step + 16))
    into.setUint8(at + 4 + step, (early & 15) | ((late & 15) << 4))
  }
  into.setUint32(at, fifths >>> 0, true)
}

const q5WithScale = byBlocks(22, (block) => {
  const { least, most } = bounds(block.row, block.from)
  const scale = (-least > most ? least : most) / -16
  block.into.setFloat16(block.at, scale, true)
  const toFive = (value: number) => Math.min(31, Math.trunc(value / scale + 16.5))
  writeFives({ ...block, at: block.at + 2 }, toFive)
})

const q5WithScaleAndLowest = byBlocks(24, (block) => {
  const { least, most } = bounds(block.row, block.from)
  const scale = (most - least) / 31
  block.into.setFloat16(block.at, scale, true)
  block.into.setFloat16(block.at + 2, least, true)
  const toFive = (value: number) =>
    scale === 0 ? 0 : Math.min(31, Math.trunc((value - least) / scale + 0.5))
  writeFives({ ...block, at: block.at + 4 }, toFive)
})

const q8WithScale = byBlocks(34, ({ row, from, into, at }) => {
  const { least, most } = bounds(row, from)
  const scale = Math.max(-least, most) / 127
  into.setFloat16(at, scale, true)
  for (let step = 0; step < blockLength; step += 1) {
    into.setInt8(at + 2 + step, Math.round((row[from + step] ?? 0) / scale))
  }
})

export const quantizers = {
  q5_0: { fileType: 2008, tensorType: 6, encode: q5WithScale },
  q5_1: { fileType: 2009, tensorType: 7, encode: q5WithScaleAndLowest },
  q8_0: { fileType: 2007, tensorType: 8, encode: q8WithScale },
} satisfies Record<string, Quantizer>
