import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { finished, type Readable } from 'node:stream'
import { freeBytesOf } from '../core/free-bytes.ts'
import { ApiError } from '../core/errors.ts'
import { isId } from '../core/ids.ts'
import { createMemoryScratch } from '../core/memory-scratch.ts'
import { second } from '../core/time.ts'
import { createConversion, type Conversion } from './conversion.ts'
import type { DirectTransfers } from './direct-transfers.ts'
import { asRefusal, syncFolder } from './durable-file.ts'
import { createLending } from './lending.ts'
import { receiveRecording, type Expected } from './receive-recording.ts'
import { hashRecording, openRecording, statRecording, type Range } from './recording-file.ts'
import type { RecordingKeys } from './recording-file.ts'
import { idsIn, makeFolders, moveAll, moveRecording } from './recording-folders.ts'
import { recordingsIn, removeRecording } from './recording-folders.ts'
import { readSidecar, sidecarFileOf, writeSidecar, type Sidecar } from './sidecar.ts'
import { removeFile, writeTemporary, type TemporaryFile } from './temporary-file.ts'

/**
 * The recordings, in a folder or a store (s3/), addressed by content id only: no path ever comes from a client. In an
 * encrypted library their files are sealed; what goes in and comes out is plain, and sizes and hashes are those of the
 * plain bytes. Where a store fails, all of it throws `storage_unavailable`.
 */
export type Blobs = {
  /**
   * Stores exactly `bytes` bytes of `stream`, and beside them what `describe` tells of them; once it
   * resolves, both are on disk under their final names. Throws `upload_refused` for more or fewer bytes, or
   * others, and `insufficient_storage` for a full disk, and leaves nothing behind in either case.
   */
  receive: (contentId: string, stream: Readable, expected: Expected) => Promise<{ sha256: string }>
  /**
   * Stores a stream that is no recording of the library; of an encrypted one in memory where there is room. The
   * caller discards it, else the next start does.
   * @param bytes about how many come
   */
  receiveTemporary: (stream: Readable, bytes: number) => Promise<TemporaryFile>
  /** Null if there is no such file. Of one that is damaged the size differs from what it was. */
  stat: (contentId: string) => Promise<{ bytes: number; changedAt: Date } | null>
  /** Its bytes from `start` to before `end`; null if there is no such file. Errors with SealBroken. */
  read: (contentId: string, range?: Range) => Promise<Readable | null>
  /** SHA-256 in hexadecimal; null where it is gone or its seal is broken. Rejects when the signal fires. */
  hash: (contentId: string, signal: AbortSignal) => Promise<string | null>
  /**
   * Lends a file with the plain bytes to a program that seeks in it: the recording's own, or a copy that is gone
   * afterwards, in memory where there is room. Nobody may write to it.
   */
  withPlainFile: <Result>(
    contentId: string,
    work: (file: string) => Promise<Result>,
  ) => Promise<Result>
  /** Writes the sidecar of a recording that has none. */
  describe: (sidecar: Sidecar) => Promise<void>
  /** Removes a recording for good, with its key and sidecar. Throws where a program on Windows has it open. */
  remove: (contentId: string) => Promise<void>
  /**
   * At a start: sets aside in `orphaned/` what is not among `expectedIds`, takes back from there what is
   * among them again, and removes uploads and copies that a dead process was making. Unlinks no recording: a row
   * that is missing may be damage (reliability.md U-4). A store has too many for that, and does it in `markOrphans`.
   */
  settle: (expectedIds: Iterable<string>) => Promise<Settled>
  /** The ids of the recordings that were found without a row, newest first. */
  listOrphans: () => Promise<string[]>
  /** Null where there is no orphan of this id. */
  readOrphan: (contentId: string) => Promise<Orphan | null>
  /** Takes one back from `orphaned/`; without a row the next start sets it aside again. */
  takeBack: (contentId: string) => Promise<void>
  /** For good, with its key and sidecar. */
  removeOrphan: (contentId: string) => Promise<void>
  /** Null where the library has no keys. */
  conversion: Conversion | null
  /** Null where the recordings lie in a folder of this machine. */
  direct: DirectTransfers | null
}

/** Those in a folder. */
export type FolderBlobs = Blobs & {
  /** Removes uploads and copies that a dead process was making. */
  sweep: () => Promise<void>
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
  /** Those of an encrypted library. */
  keys?: RecordingKeys | null
  /** Aborts an upload after this long without data, in milliseconds. */
  idleMs?: number
  /** Bytes free on the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>
}

// reliability.md U-3: space that must stay free so that the database and the decoder keep working.
const freeSpaceFloorBytes = 1_000_000_000

/** Opens the recordings folder in the data folder; creates nothing until the first upload or start. */
export function createBlobs({ dataDir, keys = null, ...options }: BlobOptions): FolderBlobs {
  const { idleMs = 60 * second, freeBytes = freeBytesOf } = options
  const incoming = path.join(dataDir, 'incoming')
  const recordings = path.join(dataDir, 'recordings')
  const orphaned = path.join(recordings, 'orphaned')
  const scratch = createMemoryScratch(dataDir)
  const lending = createLending()
  const { alone } = lending
  const requireSpace = async (bytes: number): Promise<void> => {
    if ((await freeBytes(incoming)) - bytes < freeSpaceFloorBytes) throw tooFull()
  }
  const conversion =
    keys &&
    createConversion({ incoming, folders: [recordings, orphaned], keys, lending, requireSpace })
  const newKeys = () => (conversion === null || conversion.target() === 'plain' ? null : keys)
  const fileIn = (folder: string, contentId: string): string => {
    if (!isId('cont', contentId)) throw new Error('Recordings are named by content ids only.')
    return path.join(folder, contentId)
  }
  const pathOf = (contentId: string): string => fileIn(recordings, contentId)
  const orphanOf = (contentId: string): string => fileIn(orphaned, contentId)
  const sweep = async (): Promise<void> => {
    await makeFolders(dataDir, [incoming, recordings])
    for (const name of await readdir(incoming)) await rm(path.join(incoming, name), { force: true })
    await scratch.sweep()
  }
  return {
    conversion,
    direct: null,
    sweep,
    receive: async (contentId, stream, expected) => {
      const file = pathOf(contentId)
      // Without a listener, an error before the first read would crash the process. The read
      // reports it again.
      stream.on('error', () => {})
      try {
        await makeFolders(dataDir, [incoming, recordings])
        await requireSpace(expected.bytes)
        const place = { incoming, file, idleMs, keys: newKeys(), alone }
        const received = await receiveRecording(stream, place, expected)
        // Where the library ceased to be encrypted meanwhile.
        if (place.keys !== newKeys()) await conversion?.convertOne(file)
        return received
      } catch (error) {
        throw asRefusal(error)
      }
    },
    receiveTemporary: async (stream, bytes) => {
      stream.on('error', () => {})
      try {
        await makeFolders(dataDir, [incoming])
        const folder = newKeys() === null ? null : await scratch.open(bytes)
        if (folder !== null) {
          const remove = () => rm(folder, { recursive: true, force: true })
          return await writeTemporary(stream, folder, remove)
        }
        await requireSpace(bytes)
        return await writeTemporary(stream, incoming, removeFile)
      } catch (error) {
        throw asRefusal(error)
      }
    },
    stat: (contentId) => statRecording(pathOf(contentId), keys),
    read: async (contentId, range) => {
      const recording = await openRecording(pathOf(contentId), keys)
      if (!recording) return null
      const stream = recording.read(range)
      finished(stream, () => void recording.close())
      return stream
    },
    hash: (contentId, signal) => hashRecording(pathOf(contentId), keys, signal),
    withPlainFile: (contentId, work) =>
      lending.lend(pathOf(contentId), { keys, incoming, scratch }, work),
    describe: async (sidecar) => {
      const filesKey = newKeys()?.files ?? null
      await alone(() => writeSidecar(incoming, pathOf(sidecar.id), { sidecar, filesKey }))
    },
    remove: (contentId) => alone(() => removeRecording(pathOf(contentId), orphanOf(contentId))),
    settle: async (expectedIds) => {
      await sweep()
      const expected = new Set(expectedIds)
      const names = new Set(await readdir(recordings))
      const ids = recordingsIn(names)
      const back = (await idsIn(orphaned)).filter((id) => expected.has(id) && !names.has(id))
      const strangers = ids.filter((id) => !expected.has(id))
      if (strangers.length > 0) await makeFolders(recordings, [orphaned])
      const aside = await moveAll(strangers, { incoming, from: recordings, to: orphaned })
      const returned = await moveAll(back, { incoming, from: orphaned, to: recordings })
      return {
        orphaned: aside.moved,
        returned: returned.moved,
        unmoved: [...aside.unmoved, ...returned.unmoved],
        undescribed: ids.filter((id) => expected.has(id) && !names.has(sidecarFileOf(id))),
      }
    },
    listOrphans: async () => (await idsIn(orphaned)).toSorted().toReversed(),
    readOrphan: async (id) => {
      if (!isId('cont', id)) return null
      const facts = await statRecording(orphanOf(id), keys)
      return (
        facts && { id, ...facts, sidecar: await readSidecar(orphanOf(id), keys?.files ?? null) }
      )
    },
    takeBack: (contentId) =>
      alone(async () => {
        await moveRecording(incoming, orphanOf(contentId), pathOf(contentId))
        for (const folder of [recordings, orphaned]) await syncFolder(folder)
      }),
    removeOrphan: (contentId) =>
      alone(() => removeRecording(orphanOf(contentId), pathOf(contentId))),
  }
}

const tooFull = () =>
  new ApiError('insufficient_storage', 'The disk is too full for this recording.', {
    headers: { connection: 'close' },
  })
