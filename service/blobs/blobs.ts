import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../core/errors.ts'
import { hashFile } from '../core/hash-file.ts'
import { isId } from '../core/ids.ts'
import { second } from '../core/time.ts'
import {
  asRefusal,
  ignoreMissing,
  moveInto,
  renameWithRetry,
  syncFolder,
  writeExactly,
} from './durable-file.ts'
import { readSidecar, writeSidecar, type Sidecar } from './sidecar.ts'

/** The recordings on disk, addressed by content id only: no path ever comes from a client. */
export type Blobs = {
  /**
   * Stores exactly `bytes` bytes of `stream`, and beside them what `describe` tells of them; once it
   * resolves, both are on disk under their final names. Throws `upload_refused` for more or fewer bytes
   * and `insufficient_storage` for a full disk, and leaves nothing behind in either case.
   */
  receive: (
    contentId: string,
    stream: Readable,
    expected: {
      bytes: number
      /** Null where the item is gone. */
      describe?: (sha256: string) => Promise<Sidecar | null>
      signal?: AbortSignal
    },
  ) => Promise<{ sha256: string }>
  path: (contentId: string) => string
  /** Size in bytes, or null if there is no such file. */
  size: (contentId: string) => Promise<number | null>
  /** SHA-256 of the file in hexadecimal. Rejects when the signal fires. */
  hash: (contentId: string, signal: AbortSignal) => Promise<string>
  /** Writes the sidecar of a recording that has none. Throws `insufficient_storage` for a full disk. */
  describe: (sidecar: Sidecar) => Promise<void>
  /** Removes a recording for good, with its sidecar. Throws where a program on Windows has it open. */
  remove: (contentId: string) => Promise<void>
  /**
   * At a start: sets aside in `orphaned/` what is not among `expectedIds`, takes back from there what is
   * among them again, and removes uploads that a dead process was receiving. Unlinks no recording: a row
   * that is missing may be damage (reliability.md U-4).
   */
  settle: (expectedIds: Iterable<string>) => Promise<Settled>
  /** The ids of the recordings in `orphaned/`, newest first. */
  listOrphans: () => Promise<string[]>
  /** Null where there is no orphan of this id. */
  readOrphan: (contentId: string) => Promise<Orphan | null>
  /** Takes one back from `orphaned/`; without a row the next start sets it aside again. */
  takeBack: (contentId: string) => Promise<void>
  /** For good, with its sidecar. */
  removeOrphan: (contentId: string) => Promise<void>
}

/**
 * Content ids: those set aside, taken back, not to be moved because a program has them open, and those that
 * lack a sidecar.
 */
type Settled = {
  orphaned: string[]
  returned: string[]
  unmoved: string[]
  undescribed: string[]
}

/** A recording without a row; `sidecar` is null where none is readable. */
export type Orphan = { id: string; bytes: number; changedAt: Date; sidecar: Sidecar | null }

export type BlobOptions = {
  dataDir: string
  /** Aborts an upload after this long without data, in milliseconds. */
  idleMs?: number
  /** Bytes free on the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>
}

// reliability.md U-3: space that must stay free so that the database and the decoder keep working.
const freeSpaceFloorBytes = 1_000_000_000

/** Opens the recordings folder in the data folder; creates nothing until the first upload or start. */
export function createBlobs({ dataDir, ...options }: BlobOptions): Blobs {
  const { idleMs = 60 * second, freeBytes = freeBytesOf } = options
  const incoming = path.join(dataDir, 'incoming')
  const recordings = path.join(dataDir, 'recordings')
  const orphaned = path.join(recordings, 'orphaned')
  const fileIn = (folder: string, contentId: string): string => {
    if (!isId('cont', contentId)) throw new Error('Recordings are named by content ids only.')
    return path.join(folder, contentId)
  }
  const pathOf = (contentId: string): string => fileIn(recordings, contentId)
  return {
    path: pathOf,
    receive: async (contentId, stream, { bytes, signal, describe }) => {
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
      try {
        const sidecar = await describe?.(sha256)
        // First, so that what is a recording has its sidecar.
        if (sidecar) await writeSidecar(incoming, besides(target), sidecar)
        await moveInto(part, target)
      } catch (error) {
        for (const file of [part, besides(target)]) await rm(file, { force: true })
        throw asRefusal(error)
      }
      return { sha256 }
    },
    size: async (contentId) => {
      const found = await stat(pathOf(contentId)).catch(ignoreMissing)
      return found ? found.size : null
    },
    hash: (contentId, signal) => hashFile(pathOf(contentId), { signal }),
    describe: (sidecar) => writeSidecar(incoming, besides(pathOf(sidecar.id)), sidecar),
    remove: (contentId) => removeBoth(pathOf(contentId)),
    settle: async (expectedIds) => {
      await makeFolders(dataDir, [incoming, recordings])
      for (const name of await readdir(incoming))
        await rm(path.join(incoming, name), { force: true })
      const expected = new Set(expectedIds)
      const names = new Set(await readdir(recordings))
      const ids = recordingsIn(names)
      const back = (await idsIn(orphaned)).filter((id) => expected.has(id) && !names.has(id))
      const strangers = ids.filter((id) => !expected.has(id))
      if (strangers.length > 0) await makeFolders(recordings, [orphaned])
      const aside = await moveAll(strangers, recordings, orphaned)
      const returned = await moveAll(back, orphaned, recordings)
      return {
        orphaned: aside.moved,
        returned: returned.moved,
        unmoved: [...aside.unmoved, ...returned.unmoved],
        undescribed: ids.filter((id) => expected.has(id) && !names.has(besides(id))),
      }
    },
    listOrphans: async () => (await idsIn(orphaned)).toSorted().toReversed(),
    readOrphan: async (contentId) =>
      isId('cont', contentId) ? readOrphan(orphaned, contentId) : null,
    takeBack: async (contentId) => {
      await moveBoth(fileIn(orphaned, contentId), pathOf(contentId))
      for (const folder of [recordings, orphaned]) await syncFolder(folder)
    },
    removeOrphan: (contentId) => removeBoth(fileIn(orphaned, contentId)),
  }
}

const besides = (file: string): string => `${file}.json`

/** The recordings in a folder that may not be there. */
const idsIn = async (folder: string): Promise<string[]> =>
  recordingsIn((await readdir(folder).catch(ignoreMissing)) ?? [])

/** What is none of ours, such as a note that somebody left in the folder, stays where it is. */
const recordingsIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => isId('cont', name))

async function removeBoth(file: string): Promise<void> {
  await rm(file, { force: true })
  await rm(besides(file), { force: true })
  // Or a power cut brings back what nobody asks for any more.
  await syncFolder(path.dirname(file)).catch(ignoreMissing)
}

/** The sidecar first: a recording under its new name has what describes it. */
async function moveBoth(from: string, to: string): Promise<void> {
  await renameWithRetry(besides(from), besides(to)).catch(ignoreMissing)
  await renameWithRetry(from, to)
}

/** Goes on past what cannot be moved; the folders are flushed once, as there may be thousands. */
async function moveAll(ids: readonly string[], from: string, to: string) {
  const [moved, unmoved]: [string[], string[]] = [[], []]
  for (const id of ids) {
    await moveBoth(path.join(from, id), path.join(to, id)).then(
      () => moved.push(id),
      () => unmoved.push(id),
    )
  }
  if (ids.length > 0) for (const folder of [to, from]) await syncFolder(folder)
  return { moved, unmoved }
}

async function readOrphan(folder: string, id: string): Promise<Orphan | null> {
  const file = path.join(folder, id)
  const found = await stat(file).catch(ignoreMissing)
  if (!found) return null
  const sidecar = await readSidecar(besides(file))
  return { id, bytes: found.size, changedAt: found.mtime, sidecar }
}

async function makeFolders(parent: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(parent)
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
