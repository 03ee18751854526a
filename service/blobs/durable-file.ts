import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../core/errors.ts'

type Part = {
  folder: string
  name: string
  bytes: number
  /** The longest silence between two chunks. */
  idleMs: number
  signal: AbortSignal | undefined
}

/**
 * Writes a stream of exactly `bytes` bytes to a new file and flushes it to the disk. Counts while
 * writing, so a sender that lies about the size is stopped at once; on any failure the file is gone.
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
    // The stream outlives a refusal: destroying it would close the socket before the answer is sent.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      // Binary streams give buffers; a stream that decodes text is not one of ours.
      const bytes = chunk as Buffer
      received += bytes.length
      if (received > part.bytes) throw refused('More bytes came than were announced.')
      idle.refresh()
      hash.update(bytes)
      await handle.appendFile(bytes)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (isNoSpace(error)) throw new ApiError('insufficient_storage', 'The disk is full.', closing)
    // Whatever else ends the stream is the sender's doing; nobody is left to read the answer.
    if (stream.destroyed || stream.errored) throw refused('The upload broke off.')
    throw error
  } finally {
    clearTimeout(idle)
  }
  if (received < part.bytes) throw refused('Fewer bytes came than were announced.')
  return hash.digest('hex')
}

// What is left of a refused body must not be taken for the next request.
const closing = { headers: { connection: 'close' } }
const refused = (message: string) => new ApiError('upload_refused', message, closing)

const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Gives a flushed file its final name and makes the name itself survive a power cut. */
export async function moveInto(part: string, target: string): Promise<void> {
  try {
    await renameWithRetry(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(path.dirname(target))
}

/** Virus scanners on Windows hold new files for a moment (reliability.md U-4). */
async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (process.platform !== 'win32' || attempt === 5) throw error
      await delay(attempt * 50)
    }
  }
}

/** Windows has no way to flush a folder, and needs none: its journal orders the entries. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
