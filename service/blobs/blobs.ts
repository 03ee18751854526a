import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../core/errors.ts'
import { isId } from '../core/ids.ts'
import type { Log } from '../core/log.ts'
import { second } from '../core/time.ts'
import { moveInto, syncFolder, writeExactly } from './durable-file.ts'

/** The recordings on disk, addressed by content id only: no path ever comes from a client. */
export type Blobs = {
  /**
   * Stores exactly `bytes` bytes of `stream`; once it resolves, they are on disk under their final
   * name. Throws `upload_refused` for more or fewer bytes and `insufficient_storage` for a full
   * disk, and leaves nothing behind in either case.
   */
  receive: (
    contentId: string,
    stream: Readable,
    expected: { bytes: number; signal?: AbortSignal },
  ) => Promise<{ sha256: string }>
  path: (contentId: string) => string
  /** Size in bytes, or null if there is no such file. */
  size: (contentId: string) => Promise<number | null>
  /** Removes the file; if it is in use, the next sweep removes it. */
  remove: (contentId: string) => Promise<void>
  /** At boot: removes temporary files, and files of content that no longer exists. */
  sweep: (knownIds: Iterable<string>) => Promise<void>
}

export type BlobOptions = {
  dataDir: string
  log: Log
  /** Aborts an upload after this long without data, in milliseconds. */
  idleMs?: number
  /** Bytes free on the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>
}

// reliability.md U-3: space that must stay free so that the database and the decoder keep working.
const freeSpaceFloorBytes = 1_000_000_000

// A sweep that would remove this many files, and most of all files, points to a lost database
// rather than a crash, so it removes nothing.
const suspiciousOrphans = 20

/** Opens the recordings folder in the data folder; creates nothing until the first upload or sweep. */
export function createBlobs({ dataDir, log, ...options }: BlobOptions): Blobs {
  const { idleMs = 60 * second, freeBytes = freeBytesOf } = options
  const incoming = path.join(dataDir, 'incoming')
  const recordings = path.join(dataDir, 'recordings')
  const pathOf = (contentId: string): string => {
    if (!isId('cont', contentId)) throw new Error('Recordings are named by content ids only.')
    return path.join(recordings, contentId)
  }
  return {
    path: pathOf,
    receive: async (contentId, stream, { bytes, signal }) => {
      const target = pathOf(contentId)
      // Without a listener, an error before the first read would crash the process. The read
      // reports it again.
      stream.on('error', () => {})
      await makeFolders(dataDir, [incoming, recordings])
      requireSpace(await freeBytes(incoming), bytes)
      const { part, sha256 } = await writeExactly(
        { folder: incoming, name: contentId, bytes, idleMs, signal },
        stream,
      )
      await moveInto(part, target)
      return { sha256 }
    },
    size: async (contentId) => {
      const found = await stat(pathOf(contentId)).catch(ignoreMissing)
      return found ? found.size : null
    },
    remove: async (contentId) => {
      try {
        await rm(pathOf(contentId), { force: true })
      } catch (error) {
        // Windows cannot delete a file that a program has open. Its row is gone, so the next sweep
        // removes it.
        log.warn(
          { err: error, content_id: contentId },
          'could not remove a recording; the next start retries',
        )
      }
    },
    sweep: async (knownIds) => {
      await makeFolders(dataDir, [incoming, recordings])
      for (const name of await readdir(incoming))
        await rm(path.join(incoming, name), { force: true })
      const known = new Set(knownIds)
      const names = await readdir(recordings)
      const orphans = names.filter((name) => !known.has(name))
      if (orphans.length > suspiciousOrphans && orphans.length > names.length / 2) {
        log.error(
          { orphans: orphans.length, files: names.length },
          'most recordings have no database row; nothing was removed',
        )
        return
      }
      for (const name of orphans) await rm(path.join(recordings, name), { force: true })
      if (orphans.length > 0)
        log.warn({ orphans: orphans.length }, 'removed recordings without a database row')
    },
  }
}

async function makeFolders(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(dataDir)
    await chmod(folder, 0o700)
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function requireSpace(free: number, bytes: number): void {
  if (free - bytes < freeSpaceFloorBytes) {
    throw new ApiError('insufficient_storage', 'The disk is too full for this recording.', {
      headers: { connection: 'close' },
    })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
