import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { reserveForLog, type LogReserve } from './log-reserve.ts'
import {
  eio,
  type MountedFiles,
  type MountedNode,
  type MountedStream,
  type NodeOperations,
  type StreamOperations,
} from './mounted-files.ts'
import { pageBytes, zeroHole } from './page-hole.ts'
import { sealFiles } from './sealed-files.ts'
import type { DatabaseKeys } from './sealed-form.ts'

/**
 * PGlite's mount of a real folder, with the fsync that it lacks: without one `fd_sync` does nothing
 * and a power cut loses acknowledged rows (reliability.md PG-3). `onFsync` hears of each. With `keys`, the files are
 * encrypted.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onFsync: () => void
  readonly #keys: DatabaseKeys | null
  readonly #reserve: LogReserve | null

  constructor(
    folder: string,
    { keys, reserve }: { keys: DatabaseKeys | null; reserve: LogReserve | null },
    onFsync: () => void,
  ) {
    super(folder)
    this.#keys = keys
    this.#onFsync = onFsync
    this.#reserve = reserve
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown): void => {
      // PGlite's types leave out Emscripten's node file system; its shape is checked by the probe
      // commit that every start makes (database.ts).
      const files = module as MountedFiles
      const { FS } = files
      FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        try {
          fsyncStream(stream, FS.filesystems.NODEFS.realPath)
        } catch {
          throw new FS.ErrnoError(eio)
        }
        this.#onFsync()
        return 0
      }
      keepPrivate(FS.filesystems.NODEFS.node_ops)
      forgetUnmade(files)
      if (this.#reserve) reserveForLog(files, this.#reserve)
      // First, so that what is written gets its holes zeroed before it is sealed.
      if (this.#keys) sealFiles(files, this.#keys)
      forgetRemovedRows(FS.filesystems.NODEFS.stream_ops)
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    }
  }
}

/** Emscripten sets the mode of each new file itself, past the process's umask (reliability.md L-7). */
function keepPrivate(node: NodeOperations): void {
  const { setattr } = node
  node.setattr = (file, attributes) => {
    const { mode } = attributes
    setattr(file, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 })
  }
}

/**
 * Emscripten notes the name of a file before it makes it, and keeps the name where there was no room for the file: until
 * the next start it could then be neither made nor opened (PostgreSQL's "could not create file: File exists").
 */
function forgetUnmade({ FS }: MountedFiles): void {
  const { node_ops: nodes } = FS.filesystems.NODEFS
  const { mknod } = nodes
  nodes.mknod = (parent, name, ...kind) => {
    try {
      return mknod(parent, name, ...kind)
    } catch (error) {
      FS.destroyNode(FS.lookupNode(parent, name))
      throw error
    }
  }
}

/**
 * What was deleted is gone from the disk as soon as its page is written again (reliability.md B-7): PostgreSQL itself
 * would leave it in the page's unused space until that is needed.
 */
function forgetRemovedRows(operations: StreamOperations): void {
  const { write } = operations
  const page = new Int8Array(pageBytes)
  operations.write = (...[stream, buffer, offset, length, position]) => {
    const first = firstBlock(stream.node)
    if (first === null || length % pageBytes !== 0)
      return write(stream, buffer, offset, length, position)
    for (let done = 0; done < length; done += pageBytes) {
      // A copy, because the engine may use its own further.
      page.set(buffer.subarray(offset + done, offset + done + pageBytes))
      zeroHole(new Uint8Array(page.buffer), first + (position + done) / pageBytes)
      const written = write(stream, page, 0, pageBytes, position + done)
      // On a full disk, half a page.
      if (written < pageBytes) return done + written
    }
    return length
  }
}

const blocksInFile = 131_072 // 1 GiB

/** The number of a file's first page; null where it holds no table or index (base/5/16384, base/5/16384.1). */
function firstBlock({ name, parent }: MountedNode): number | null {
  const number = /^\d{1,10}(?:\.(\d+))?$/.exec(name)
  if (!number || (parent.name !== 'global' && parent.parent.name !== 'base')) return null
  return Number(number[1] ?? 0) * blocksInFile
}

function fsyncStream(stream: MountedStream, realPath: (node: MountedNode) => string): void {
  if (stream.nfd !== undefined) fsyncSync(stream.nfd)
  else fsyncFolder(realPath(stream.node))
}

/** Makes the names in a folder durable. Windows has no such call and orders them itself. */
export function fsyncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
