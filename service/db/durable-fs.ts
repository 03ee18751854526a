import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of an open Emscripten file that fsync needs. Folders have no `nfd`. */
type MountedStream = { nfd?: number; node: unknown }
type MountedFiles = {
  FS: {
    ErrnoError: new (errno: number) => Error
    filesystems: {
      NODEFS: {
        realPath: (node: unknown) => string
        stream_ops: { fsync?: (stream: MountedStream) => number }
        node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
      }
    }
  }
}

/** EIO as Emscripten numbers it: PostgreSQL then stops instead of trusting a failed write. */
const eio = 29

/**
 * PGlite's mount of a real folder, with the fsync that it lacks: without one `fd_sync` does nothing
 * and a power cut loses acknowledged rows (reliability.md PG-3). `onFsync` hears of each.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onFsync: () => void

  constructor(folder: string, onFsync: () => void) {
    super(folder)
    this.#onFsync = onFsync
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown): void => {
      // PGlite's types leave out Emscripten's node file system; its shape is checked by the probe
      // commit that every start makes (database.ts).
      const { FS } = module as MountedFiles
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
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    }
  }
}

/** Emscripten sets the mode of each new file itself, past the process's umask (reliability.md L-7). */
function keepPrivate(node: MountedFiles['FS']['filesystems']['NODEFS']['node_ops']): void {
  const { setattr } = node
  node.setattr = (file, attributes) => {
    const { mode } = attributes
    setattr(file, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 })
  }
}

function fsyncStream(stream: MountedStream, realPath: (node: unknown) => string): void {
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
