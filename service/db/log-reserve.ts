import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isFullDisk } from '../core/full-disk.ts'
import type { MountedFiles, MountedNode, MountedStream } from './mounted-files.ts'

/**
 * Files for PostgreSQL's log of writes, made while there is space. A commit that finds none for its log ends the
 * database, where a table that cannot grow only costs its statement (reliability.md C-3); so on a full disk the log
 * goes on in these, and a checkpoint frees as many.
 */
export type LogReserve = {
  /** Puts a whole file of zeros in the place of `target`; false where none is left. */
  take: (target: string) => boolean
  /** Makes what is missing, as far as the disk has room. */
  refill: () => void
}

/** As --wal-segsize says (pglite-worker.ts). */
const fileBytes = 1 << 20
/** Choice: what a transaction writes that fits into the tables as they are; a checkpoint follows the first that is taken. */
const fileCount = 16

/** `onTake` is called each time that a file was needed. */
export function createLogReserve(folder: string, onTake: () => void): LogReserve {
  const files = Array.from({ length: fileCount }, (_, at) => path.join(folder, String(at)))
  const isWhole = (file: string) => statSync(file, { throwIfNoEntry: false })?.size === fileBytes
  return {
    take: (target) => {
      const file = files.find(isWhole)
      if (file === undefined) return false
      renameSync(file, target)
      onTake()
      return true
    },
    refill: () => {
      for (const file of files.filter((one) => !isWhole(one))) if (!make(file)) return
    },
  }
}

function make(file: string): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, Buffer.alloc(fileBytes), { mode: 0o600 })
    return true
  } catch (error) {
    // What was begun would only take space.
    rmSync(file, { force: true })
    if (isFullDisk(error)) return false
    throw error
  }
}

/** ENOSPC and EDQUOT as Emscripten numbers them. */
const fullDiskErrors = new Set([51, 19])

/** A file of the log that finds no room is one of the reserve; one that goes makes room for the reserve. */
export function reserveForLog({ FS }: MountedFiles, reserve: LogReserve): void {
  const { stream_ops: streams, node_ops: nodes, realPath } = FS.filesystems.NODEFS
  const { write } = streams
  streams.write = (stream, ...call) => {
    try {
      return write(stream, ...call)
    } catch (error) {
      if (!isNewLog(stream.node) || !isFull(error) || !exchange(stream, realPath, reserve))
        throw error
      return write(stream, ...call)
    }
  }
  const { unlink } = nodes
  nodes.unlink = (parent, name) => {
    unlink(parent, name)
    if (parent.name === 'pg_wal') reserve.refill()
  }
}

/** PostgreSQL fills a file of zeros under a name of its own, before it becomes a part of the log. */
const isNewLog = ({ name, parent }: MountedNode): boolean =>
  parent.name === 'pg_wal' && name.startsWith('xlogtemp.')

const isFull = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errno' in error &&
  fullDiskErrors.has(Number(error.errno))

/** What was written into the file until here were zeros, as the reserve has them. */
function exchange(
  stream: MountedStream,
  realPath: (node: MountedNode) => string,
  reserve: LogReserve,
): boolean {
  const target = realPath(stream.node)
  if (stream.nfd === undefined || !reserve.take(target)) return false
  closeSync(stream.nfd)
  stream.nfd = openSync(target, 'r+')
  return true
}
