import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../core/errors.ts'
import { isId } from '../core/ids.ts'
import { second } from '../core/time.ts'
import { move, moveInto, syncFolder, writeExactly } from './durable-file.ts'
import { readSidecar, writeSidecar, type Sidecar } from './sidecar.ts'

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
  /** Writes beside a recording what its row says of it. */
  describe: (sidecar: Sidecar) => Promise<void>
  /** Removes a recording for good, with its sidecar. Throws where a program on Windows has it open. */
  remove: (contentId: string) => Promise<void>
  /**
   * At a start: sets aside in `orphaned/` what has no row, takes back from there what has one again, and
   * removes uploads that a dead process was receiving. Unlinks no recording: a row that is missing may be
   * damage (reliability.md U-4).
   */
  settle: (knownIds: Iterable<string>) => Promise<Settled>
  /** The recordings in `orphaned/`, by id. */
  orphans: () => Promise<Orphan[]>
  /** Takes one back from `orphaned/`; a row must name it by the next start. */
  takeBack: (contentId: string) => Promise<void>
  removeOrphan: (contentId: string) => Promise<void>
}

/** Content ids: set aside, taken back, and those whose sidecar is missing. */
export type Settled = { orphaned: string[]; returned: string[]; undescribed: string[] }

/** A recording without a row; its sidecar where one is readable. Times are in milliseconds. */
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
    describe: (sidecar) => writeSidecar(incoming, besides(pathOf(sidecar.id)), sidecar),
    remove: (contentId) => removeBoth(pathOf(contentId)),
    settle: async (knownIds) => {
      await makeFolders(dataDir, [incoming, recordings])
      for (const name of await readdir(incoming))
        await rm(path.join(incoming, name), { force: true })
      const known = new Set(knownIds)
      const names = new Set(await readdir(recordings))
      const ids = recordingsIn(names)
      const missing = (await namesIn(orphaned)).filter((id) => known.has(id) && !names.has(id))
      const strangers = ids.filter((id) => !known.has(id))
      if (strangers.length > 0) await makeFolders(recordings, [orphaned])
      for (const id of strangers) await moveBoth(pathOf(id), fileIn(orphaned, id))
      for (const id of missing) await moveBoth(fileIn(orphaned, id), pathOf(id))
      return {
        orphaned: strangers,
        returned: missing,
        undescribed: ids.filter((id) => known.has(id) && !names.has(besides(id))),
      }
    },
    orphans: async () => {
      const ids = await namesIn(orphaned)
      return Promise.all(ids.map((id) => readOrphan(fileIn(orphaned, id), id)))
    },
    takeBack: (contentId) => moveBoth(fileIn(orphaned, contentId), pathOf(contentId)),
    removeOrphan: (contentId) => removeBoth(fileIn(orphaned, contentId)),
  }
}

const besides = (file: string): string => `${file}.json`

/** The recordings in a folder that may not be there. */
const namesIn = async (folder: string): Promise<string[]> =>
  recordingsIn(new Set((await readdir(folder).catch(ignoreMissing)) ?? []))

/** What is none of ours, such as a note that somebody left in the folder, stays where it is. */
const recordingsIn = (names: ReadonlySet<string>): string[] =>
  [...names].filter((name) => isId('cont', name))

async function removeBoth(file: string): Promise<void> {
  await rm(file, { force: true })
  await rm(besides(file), { force: true })
}

/** The sidecar first: a recording under its new name has what describes it. */
async function moveBoth(from: string, to: string): Promise<void> {
  await move(besides(from), besides(to)).catch(ignoreMissing)
  await move(from, to)
}

async function readOrphan(file: string, id: string): Promise<Orphan> {
  const { size, mtime } = await stat(file)
  return { id, bytes: size, changedAt: mtime, sidecar: await readSidecar(besides(file)) }
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

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
