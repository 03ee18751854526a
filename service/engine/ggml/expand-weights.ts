/**
 * Expands quantized whisper.cpp weights to 16-bit floats: the same values, in a format that CPUs
 * process faster.
 */
import { open } from 'node:fs/promises'
import { blockLength, fileFormats, tensorFormats, type BlockFormat } from './blocks.ts'
import { BadWeights, formatAt, readerOf, readHead, type Reader } from './header.ts'

const float16File = 1
const float16Tensor = 1
/** Bytes per value of tensors that are not quantized: 32-bit and 16-bit floats. */
const plainTensors: ReadonlyMap<number, number> = new Map([
  [0, 4],
  [1, 2],
])

/** Blocks per step: less than a megabyte, a few milliseconds of work. */
const blocksAtOnce = 8_192

/** The expanded size in bytes, or undefined if the weights are not quantized. */
export async function expandedSize(file: string, bytes: number): Promise<number | undefined> {
  const source = await open(file)
  try {
    const format = fileFormats.get((await readHead(readerOf(source))).format % 1000)
    if (format === undefined) return undefined
    return Math.ceil((bytes * blockLength * 2) / format.blockBytes)
  } finally {
    await source.close()
  }
}

/**
 * Writes `from` to `to` with all quantized tensors expanded; `onBytes` receives everything written.
 */
export async function expandWeights(
  { from, to, signal }: { from: string; to: string; signal: AbortSignal },
  onBytes: (bytes: Uint8Array) => void,
): Promise<void> {
  const source = await open(from)
  const target = await open(to, 'wx', 0o600).catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  try {
    const reader = readerOf(source)
    const write = async (bytes: Uint8Array): Promise<void> => {
      onBytes(bytes)
      await target.writeFile(bytes)
    }
    const { bytes: head } = await readHead(reader)
    head.writeInt32LE(float16File, formatAt)
    await write(head)
    while (!(await reader.isAtEnd())) {
      signal.throwIfAborted()
      await copyTensor(reader, write)
    }
    await target.sync()
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

type Write = (bytes: Uint8Array) => Promise<void>

async function copyTensor(reader: Reader, write: Write): Promise<void> {
  const head = await reader.take(12)
  const [dimensions, nameLength, type] = [0, 4, 8].map((at) => head.readInt32LE(at))
  const shape = await reader.take(4 * (dimensions ?? 0))
  const name = await reader.take(nameLength ?? 0)
  let values = 1
  for (let at = 0; at < shape.length; at += 4) values *= shape.readInt32LE(at)
  const format = tensorFormats.get(type ?? -1)
  if (format !== undefined) head.writeInt32LE(float16Tensor, 8)
  await write(Buffer.concat([head, shape, name]))
  if (format !== undefined) return expandTensor(reader, { format, values }, write)
  const width = plainTensors.get(type ?? -1)
  if (width === undefined) throw new BadWeights(`A tensor is of the unknown type ${type}.`)
  for (let left = values * width; left > 0;) {
    const bytes = await reader.take(Math.min(left, 1 << 20))
    await write(bytes)
    left -= bytes.length
  }
}

async function expandTensor(
  reader: Reader,
  { format, values }: { format: BlockFormat; values: number },
  write: Write,
): Promise<void> {
  if (values % blockLength !== 0) throw new BadWeights('A tensor does not end with a block.')
  for (let left = values / blockLength; left > 0; left -= blocksAtOnce) {
    const count = Math.min(left, blocksAtOnce)
    const bytes = await reader.take(count * format.blockBytes)
    const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const into = new Float16Array(count * blockLength)
    for (let block = 0; block < count; block += 1) {
      const at = block * format.blockBytes
      format.expandBlock({ from, at, into, place: block * blockLength })
    }
    await write(new Uint8Array(into.buffer))
  }
}
