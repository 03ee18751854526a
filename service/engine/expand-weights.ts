/** Rewrites quantised whisper.cpp weights as 16-bit ones: the same values, which a processor reads faster. */
import { open, type FileHandle } from 'node:fs/promises'
import { blockLength, fileFormats, tensorFormats, type BlockFormat } from './ggml-blocks.ts'

const magic = 0x67676d6c
const float16File = 1
const float16Tensor = 1
/** Bytes per value of a tensor that is not quantised: 32-bit and 16-bit numbers. */
const plainTensors: ReadonlyMap<number, number> = new Map([
  [0, 4],
  [1, 2],
])

/** Blocks that are turned at once: under a megabyte, some thousandths of a second of work. */
const blocksAtOnce = 8_192

/** More than any piece of a sound file that is read at once. */
const largestPiece = 8 << 20

/** A file of another make or a half one; such weights are used as they are. */
export class NotExpandable extends Error {}

/** How large the weights would become, or undefined where they are not quantised. */
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

/** Writes `from` to `to` with every quantised tensor expanded; `onBytes` sees all that is written. */
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

/** Numbers, mel filters and vocabulary, with the file's format changed to 16 bits. */
async function readHead(reader: Reader): Promise<{ bytes: Uint8Array; format: number }> {
  const numbers = await reader.take(4 * 14)
  const format = numbers.readInt32LE(44)
  if (numbers.readUInt32LE(0) !== magic) throw new NotExpandable('These are no ggml weights.')
  numbers.writeInt32LE(float16File, 44)
  const filters = await reader.take(4 * numbers.readInt32LE(48) * numbers.readInt32LE(52))
  const count = await reader.take(4)
  const parts = [numbers, filters, count]
  for (let word = 0; word < count.readInt32LE(0); word += 1) {
    const length = await reader.take(4)
    parts.push(length, await reader.take(length.readUInt32LE(0)))
  }
  return { bytes: Buffer.concat(parts), format }
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
  if (width === undefined) throw new NotExpandable(`A tensor is of the unknown type ${type}.`)
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
  if (values % blockLength !== 0) throw new NotExpandable('A tensor does not end with a block.')
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

type Reader = {
  isAtEnd: () => Promise<boolean>
  /** Exactly so many bytes; a file that ends too soon is not expandable. */
  take: (length: number) => Promise<Buffer>
}

/** Reads a file from its start to its end, a megabyte or more at once. */
function readerOf(file: FileHandle): Reader {
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
      if (length < 0 || length > largestPiece) throw new NotExpandable('A length is out of bounds.')
      if (ahead.length < length) await fill(length)
      if (ahead.length < length) throw new NotExpandable('The weights end too soon.')
      const taken = ahead.subarray(0, length)
      ahead = ahead.subarray(length)
      return taken
    },
  }
}
