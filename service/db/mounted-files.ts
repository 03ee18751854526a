/** The part of Emscripten's file system over a real folder that our mount changes (durable-fs.ts). */
export type MountedFiles = {
  FS: {
    ErrnoError: new (errno: number) => Error
    /** Of the names known to be there, without a look at the disk. */
    lookupNode: (parent: MountedNode, name: string) => MountedNode
    /** Forgets that a name is there. */
    destroyNode: (node: MountedNode) => void
    filesystems: {
      NODEFS: {
        realPath: (node: MountedNode) => string
        stream_ops: StreamOperations
        node_ops: NodeOperations
      }
    }
  }
}

/** A file or folder by name; the root of the mount is its own parent. */
export type MountedNode = { name: string; parent: MountedNode }
/** An open file. Folders have no `nfd`. */
export type MountedStream = { nfd?: number; node: MountedNode }

/** `buffer` is all of the engine's memory, or a copy of a part of it. */
type TransferCall = [
  stream: MountedStream,
  buffer: Int8Array | Uint8Array,
  offset: number,
  length: number,
  position: number,
]
/** Reads or writes; answers how many bytes. */
export type Transfer = (...call: TransferCall) => number

export type Attributes = { size: number; mode: number }

export type StreamOperations = {
  fsync?: (stream: MountedStream) => number
  read: Transfer
  write: Transfer
  getattr: (stream: MountedStream) => Attributes
  setattr: (stream: MountedStream, attributes: Partial<Attributes>) => void
  llseek: (stream: MountedStream, offset: number, whence: number) => number
}

export type NodeOperations = {
  /** Makes an empty file or a folder, which `mode` tells. */
  mknod: (parent: MountedNode, name: string, mode: number, device: number) => MountedNode
  unlink: (parent: MountedNode, name: string) => void
  getattr: (node: MountedNode) => Attributes
  setattr: (node: MountedNode, attributes: Partial<Attributes>) => void
}

/** EIO as Emscripten numbers it: PostgreSQL then stops instead of trusting a failed write. */
export const eio = 29
