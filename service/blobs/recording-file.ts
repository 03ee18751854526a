import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { LibraryKeys } from '../encryption/library-key.ts'
import {
  isSealed,
  isSealedWith,
  SealBroken,
  unsealOpened,
  type Unsealed,
} from '../encryption/sealed-file.ts'
import { ignoreMissing } from './durable-file.ts'
import { readRecordingKeys } from './recording-keys.ts'

/** What of an encrypted library's keys its recordings and sidecars need. */
export type RecordingKeys = Pick<LibraryKeys, 'recordings' | 'files'>

export type Range = { start?: number; end?: number }

/** A recording that is open for reading, whatever its file holds. */
export type OpenRecording = {
  /** Size in bytes of the recording itself; of a damaged one, what may be left of it. */
  bytes: number
  changedAt: Date
  /** Of the file on its disk: another one may have taken its place meanwhile. */
  inode: number
  isSealed: boolean
  /** Whether that is done, and with the newest of its keys (a rekey makes one). */
  isSealedAnew: boolean
  /** From `start` to before `end`, or to the end; errors with SealBroken. Closes nothing. */
  read: (range?: Range) => Readable
  close: () => Promise<void>
}

/** Large reads: with the default of 64 KiB, more time goes into reading than into hashing. */
const readBytes = 1 << 20

/**
 * Opens a recording's file: sealed where it begins so and its key lies beside it, else plain, as in a library that
 * is not encrypted (`keys` is null) or is just being converted. Null where there is none. Throws SealBroken where
 * its key does not open.
 */
export async function openRecording(
  file: string,
  keys: RecordingKeys | null,
): Promise<OpenRecording | null> {
  // First, because it goes last where a recording is made plain again.
  const early = keys ? await readRecordingKeys(file, keys.recordings) : []
  const handle = await open(file).catch(ignoreMissing)
  if (!handle) return null
  try {
    const facts = await handle.stat()
    const opened = { changedAt: facts.mtime, inode: facts.ino, close: () => handle.close() }
    const isSealedFile = keys !== null && (await isSealed(handle))
    const isLate = isSealedFile && early.length === 0
    const known = isLate ? await readRecordingKeys(file, keys.recordings) : early
    const key = isSealedFile ? await chooseKey(handle, known) : null
    const inside = key ? await unsealOpened(handle, key) : plainInside(handle, facts.size)
    return { ...opened, ...inside, isSealed: key !== null, isSealedAnew: key === known[0] }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The one that it is sealed with; of a damaged file the last, null where there is none. */
async function chooseKey(handle: FileHandle, known: readonly Buffer[]): Promise<Buffer | null> {
  for (const key of known.slice(0, -1)) if (await isSealedWith(handle, key)) return key
  return known.at(-1) ?? null
}

const plainInside = (handle: FileHandle, bytes: number): Unsealed => ({
  bytes,
  read: ({ start = 0, end = bytes } = {}) =>
    end <= start
      ? Readable.from([])
      : handle.createReadStream({
          start,
          end: end - 1,
          autoClose: false,
          highWaterMark: readBytes,
        }),
})

/**
 * Reads a recording as `work` likes. Null where there is none. Throws SealBroken where it was changed.
 */
export async function withRecording<Result>(
  file: string,
  keys: RecordingKeys | null,
  work: (recording: OpenRecording) => Promise<Result>,
): Promise<Result | null> {
  const recording = await openRecording(file, keys)
  if (!recording) return null
  try {
    return await work(recording)
  } finally {
    await recording.close()
  }
}

/** Null where there is none; of one that cannot be opened, the size of its file. */
export async function statRecording(file: string, keys: RecordingKeys | null) {
  try {
    return await withRecording(file, keys, async ({ bytes, changedAt }) => ({ bytes, changedAt }))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    const found = await stat(file).catch(ignoreMissing)
    return found ? { bytes: found.size, changedAt: found.mtime } : null
  }
}

/** SHA-256 of a recording in hexadecimal; null where there is none, or it was changed so that it cannot be opened. */
export async function hashRecording(
  file: string,
  keys: RecordingKeys | null,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    return await withRecording(file, keys, (recording) => hashStream(recording.read(), signal))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** SHA-256 in hexadecimal. */
export async function hashStream(stream: Readable, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    signal?.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}
