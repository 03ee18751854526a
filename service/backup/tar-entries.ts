import type { FileHandle } from 'node:fs/promises'
import { Header, Pax } from 'tar'

/** Size in bytes of the blocks that a tar is made of (POSIX.1-2017, pax, "ustar Interchange Format"). */
const blockBytes = 512

/** Bytes that are read at once: a few headers, or many blocks where the next header has to be looked for. */
const [fewBytes, manyBytes] = [8 * blockBytes, 1 << 20]

/** A file in a tar. `start` and `bytes` are in bytes; it ends behind the end of an archive that was cut short. */
export type TarEntry = { name: string; start: number; bytes: number }

/**
 * The files in a tar, in their order; of what is in them nothing is read. Links, folders and devices are passed over.
 * Where a header is damaged, the next whole one is looked for: one file is lost, and not those behind it.
 */
export async function* readTarEntries(handle: FileHandle): AsyncGenerator<TarEntry> {
  const read = createReader(handle)
  let extended: Pax | undefined
  let isSearching = false
  for (let at = 0; ;) {
    const block = await read(at, blockBytes, isSearching ? manyBytes : fewBytes)
    if (!block) return
    const header = parseHeader(block, extended)
    at += blockBytes
    isSearching = header === null
    if (!header) continue
    const bytes = header.size ?? 0
    const isExtended = header.type === 'ExtendedHeader' && bytes < manyBytes
    const text = isExtended ? await read(at, bytes, bytes) : null
    extended = text ? Pax.parse(text.toString('utf8')) : undefined
    const isFile = header.type === 'File' || header.type === 'OldFile'
    if (isFile && header.path) yield { name: header.path, start: at, bytes }
    at += Math.ceil(bytes / blockBytes) * blockBytes
  }
}

/** Null where the block is no header, or a damaged one: its sum of bytes is part of it. */
function parseHeader(block: Buffer, extended: Pax | undefined): Header | null {
  try {
    const header = new Header(block, 0, extended)
    const { cksumValid: isWhole, nullBlock: isEmpty, size = 0 } = header
    return isWhole && !isEmpty && Number.isSafeInteger(size) && size >= 0 ? header : null
  } catch {
    // Numbers that no file has.
    return null
  }
}

/** Reads `bytes` from a place on, and `ahead` bytes if they are not there yet; null where the file ends before. */
function createReader(handle: FileHandle) {
  const held = Buffer.allocUnsafe(manyBytes)
  let [from, length] = [0, 0]
  return async (at: number, bytes: number, ahead: number): Promise<Buffer | null> => {
    if (at < from || at + bytes > from + length) {
      const { bytesRead } = await handle.read(held, 0, Math.max(bytes, ahead), at)
      ;[from, length] = [at, bytesRead]
    }
    const end = at - from + bytes
    return end <= length ? held.subarray(at - from, end) : null
  }
}
