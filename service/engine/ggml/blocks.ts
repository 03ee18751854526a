/**
 * Decodes the block formats of quantized whisper.cpp weights to 16-bit floats (block layouts of
 * ggml).
 */

/** Values per block, the same in all these formats. */
export const blockLength = 32

export type BlockFormat = { blockBytes: number; expandBlock: (work: BlockWork) => void }

/** Decodes one block of `from` at byte `at` to 32 values of `into`, starting at index `place`. */
type BlockWork = { from: DataView; at: number; into: Float16Array; place: number }

const half = (from: DataView, at: number): number => from.getFloat16(at, true)

/**
 * Blocks with four or five bits per value: the low halves of 16 bytes hold the first 16 values, the
 * high halves the rest. `fifths` holds the fifth bits. A value is `bits * scale + lowest`.
 */
function expandBits(
  { from, into, place }: BlockWork,
  { at, scale, lowest, fifths }: { at: number; scale: number; lowest: number; fifths: number },
): void {
  for (let step = 0; step < 16; step += 1) {
    const pair = from.getUint8(at + step)
    const early = (pair & 15) | (((fifths >>> step) & 1) << 4)
    const late = (pair >> 4) | (((fifths >>> (step + 16)) & 1) << 4)
    into[place + step] = early * scale + lowest
    into[place + step + 16] = late * scale + lowest
  }
}

const q4WithScale: BlockFormat = {
  blockBytes: 18,
  expandBlock: (work) => {
    const scale = half(work.from, work.at)
    expandBits(work, { at: work.at + 2, scale, lowest: -8 * scale, fifths: 0 })
  },
}

const q4WithScaleAndLowest: BlockFormat = {
  blockBytes: 20,
  expandBlock: (work) => {
    const [scale, lowest] = [half(work.from, work.at), half(work.from, work.at + 2)]
    expandBits(work, { at: work.at + 4, scale, lowest, fifths: 0 })
  },
}

const q5WithScale: BlockFormat = {
  blockBytes: 22,
  expandBlock: (work) => {
    const scale = half(work.from, work.at)
    const fifths = work.from.getUint32(work.at + 2, true)
    expandBits(work, { at: work.at + 6, scale, lowest: -16 * scale, fifths })
  },
}

const q5WithScaleAndLowest: BlockFormat = {
  blockBytes: 24,
  expandBlock: (work) => {
    const [scale, lowest] = [half(work.from, work.at), half(work.from, work.at + 2)]
    const fifths = work.from.getUint32(work.at + 4, true)
    expandBits(work, { at: work.at + 8, scale, lowest, fifths })
  },
}

const q8WithScale: BlockFormat = {
  blockBytes: 34,
  expandBlock: ({ from, at, into, place }) => {
    const scale = half(from, at)
    for (let step = 0; step < blockLength; step += 1) {
      into[place + step] = from.getInt8(at + 2 + step) * scale
    }
  },
}

/** Keyed by the tensor type in a tensor's header (ggml.h): q4_0, q4_1, q5_0, q5_1, q8_0. */
export const tensorFormats: ReadonlyMap<number, BlockFormat> = new Map([
  [2, q4WithScale],
  [3, q4WithScaleAndLowest],
  [6, q5WithScale],
  [7, q5WithScaleAndLowest],
  [8, q8WithScale],
])

/** Keyed by the type in the file header, which numbers the same formats differently. */
export const fileFormats: ReadonlyMap<number, BlockFormat> = new Map([
  [2, q4WithScale],
  [3, q4WithScaleAndLowest],
  [7, q8WithScale],
  [8, q5WithScale],
  [9, q5WithScaleAndLowest],
])
