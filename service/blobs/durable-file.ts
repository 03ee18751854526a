import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../core/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import type { Sealer } from '../encryption/sealed-file.ts'

type Part = {
  folder: string
  name: string
  bytes: number
  /** Longest wait between two chunks, in milliseconds. */
  idleMs: number
  signal: AbortSignal | undefined
  /** What the bytes go through on their way to the disk; size and hash are those of the bytes that came. */
  sealer: Sealer | null
}

/**
 * Writes a stream of exactly `bytes` bytes to a new file and flushes it to disk. Counts
 * while writing, so a sender that exceeds its declared size is stopped at once. Deletes the
 * file on any failure.
 */
export async function writeExactly(part: Part, stream: Readable) {
  const file = path.join(part.folder, `${part.name}.${randomUUID()}.part`)
  const handle = await open(file, 'wx', 0o600)
  try {
    const sha256 = await copy(part, stream, handle)
    await handle.sync()
    await handle.close()
    return { part: file, sha256 }
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
}

async function copy(part: Part, stream: Readable, handle: FileHandle): Promise<string> {
  if (part.signal) addAbortSignal(part.signal, stream)
  const hash = createHash('sha256')
  const idle = setTimeout(() => stream.destroy(new Error('The sender fell silent.')), part.idleMs)
  let received = 0
  try {
    // Keep the stream open after a refusal: destroying it would close the socket before the
    // response is sent.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      // Binary streams yield buffers; we never pass one with an encoding.
      const bytes = chunk as Buffer
      received += bytes.length
      if (received > part.bytes) throw refused('More bytes came than were announced.')
      idle.refresh()
      hash.update(bytes)
      if (part.sealer) await writeAll(handle, part.sealer.add(bytes))
      else await handle.appendFile(bytes)
    }
    if (part.sealer) await writeAll(handle, part.sealer.end())
  } catch (error) {
    if (error instanceof ApiError || isFullDisk(error)) throw error
    // Any other end of the stream is the sender's doing, and nobody is left to read the response.
    if (stream.destroyed || stream.errored) throw refused('The upload broke off.')
    throw error
  } finally {
    clearTimeout(idle)
  }
  if (received < part.bytes) throw refused('Fewer bytes came than were announced.')
  return hash.digest('hex')
}

/** At the end of a file. */
export async function writeAll(handle: FileHandle, parts: readonly Buffer[]): Promise<void> {
  if (parts.length > 0) await handle.appendFile(Buffer.concat(parts))
}

// The unread rest of a refused body must not be parsed as the next request.
const closing = { headers: { connection: 'close' } }
const refused = (message: string) => new ApiError('upload_refused', message, closing)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** For a file or folder that may not be there. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** What a failure is to who sends: `insufficient_storage` for a full disk, wherever it was full. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError || !isFullDisk(error)) return error
  return new ApiError('insufficient_storage', 'The disk is full.', closing)
}

/** Renames a flushed file to its final name and makes the new name survive a power cut. */
export async function moveInto(part: string, target: string): Promise<void> {
  await renameWithRetry(part, target)
  await syncFolder(path.dirname(target))
}

/** Retries because virus scanners on Windows lock new files for a moment (reliability.md U-4). */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to)
    } catch (error) {
      const isLocked = process.platform === 'win32' && !isMissing(error)
      if (!isLocked || attempt === 5) throw error
      await delay(attempt * 50)
    }
  }
}

/** Flushes a folder's entries. Windows cannot and need not: NTFS journals them. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
