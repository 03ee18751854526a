import { createHash, randomBytes } from 'node:crypto'
import {
  eio,
  type Attributes,
  type MountedFiles,
  type MountedNode,
  type Transfer,
} from './mounted-files.ts'
import { pageBytes } from './page-hole.ts'
import {
  cipherSpill,
  isZero,
  openLog,
  openPage,
  sealedFormOf,
  sealedPageBytes,
  sealLog,
  sealPage,
  type DatabaseKeys,
} from './sealed-form.ts'

/** Reads into `bytes`, or writes them: the file's own from `at`. Answers how many. */
type Passing = (call: Call, bytes: Uint8Array) => number
type Call = { stream: Parameters<Transfer>[0]; file: string; at: number }
type Form = { read: Passing; write: Passing }

/**
 * Makes a mount encrypt what PostgreSQL writes, and decrypt what it reads (sealed-form.ts). Requests that are not of
 * whole pages, of which PostgreSQL makes none, fail with EIO rather than pass wrong bytes.
 */
export function sealFiles({ FS }: MountedFiles, keys: DatabaseKeys): void {
  const { stream_ops: streams, node_ops: nodes } = FS.filesystems.NODEFS
  const refuse = (): never => {
    throw new FS.ErrnoError(eio)
  }
  const raw: Form = { read: passBytes(streams.read), write: passBytes(streams.write) }
  const files = {
    pages: wholePages(sealedPages(keys, raw), refuse),
    log: wholePages(sealedLog(keys, raw), refuse),
    blank: {
      read: raw.read,
      write: (call, bytes) => (isBlank(bytes) ? raw.write(call, bytes) : refuse()),
    },
    spill: sealedSpill(raw),
  } satisfies Record<string, Form>
  const passing =
    (plain: Transfer, way: 'read' | 'write'): Transfer =>
    (...call) => {
      const [stream, buffer, offset, length, position] = call
      const file = pathOf(stream.node)
      const form = sealedFormOf(file)
      if (form === null) return plain(...call)
      const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length)
      return files[form][way]({ stream, file, at: position }, bytes)
    }
  streams.read = passing(streams.read, 'read')
  streams.write = passing(streams.write, 'write')
  tellPlainSizes(streams, nodes, refuse)
}

/** Sizes of files of pages as PostgreSQL knows them; a page that was not written whole does not count. */
function tellPlainSizes(
  streams: MountedFiles['FS']['filesystems']['NODEFS']['stream_ops'],
  nodes: MountedFiles['FS']['filesystems']['NODEFS']['node_ops'],
  refuse: () => never,
): void {
  const isPages = (node: MountedNode): boolean => sealedFormOf(pathOf(node)) === 'pages'
  const toPlain = (node: MountedNode, found: Attributes): Attributes =>
    isPages(node) ? { ...found, size: Math.floor(found.size / sealedPageBytes) * pageBytes } : found
  const toSealed = (node: MountedNode, wanted: Partial<Attributes>): Partial<Attributes> => {
    if (wanted.size === undefined || !isPages(node)) return wanted
    if (wanted.size % pageBytes !== 0) refuse()
    return { ...wanted, size: (wanted.size / pageBytes) * sealedPageBytes }
  }
  const { getattr, setattr, llseek } = streams
  const { getattr: getNode, setattr: setNode } = nodes
  nodes.getattr = (node) => toPlain(node, getNode(node))
  nodes.setattr = (node, wanted) => setNode(node, toSealed(node, wanted))
  streams.getattr = (stream) => toPlain(stream.node, getattr(stream))
  streams.setattr = (stream, wanted) => setattr(stream, toSealed(stream.node, wanted))
  streams.llseek = (stream, offset, whence) =>
    whence === seekEnd && isPages(stream.node)
      ? offset + streams.getattr(stream).size
      : llseek(stream, offset, whence)
}

const seekEnd = 2

/** The path in the mount: `base/5/16384`. Asked anew each time, because a segment of the log is renamed. */
function pathOf(node: MountedNode): string {
  let file = node.name
  for (let at = node.parent; at.parent !== at; at = at.parent) file = `${at.name}/${file}`
  return file
}

const passBytes =
  (transfer: Transfer): Passing =>
  ({ stream, at }, bytes) =>
    transfer(stream, bytes, 0, bytes.length, at)

const wholePages = ({ read, write }: Form, refuse: () => never): Form => {
  const whole =
    (pass: Passing): Passing =>
    (call, bytes) =>
      call.at % pageBytes === 0 && bytes.length % pageBytes === 0 ? pass(call, bytes) : refuse()
  return { read: whole(read), write: whole(write) }
}

function isBlank(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += pageBytes) {
    if (!isZero(bytes.subarray(at, at + pageBytes))) return false
  }
  return true
}

function sealedPages(keys: DatabaseKeys, raw: Form): Form {
  const one = new Uint8Array(sealedPageBytes)
  return {
    read: ({ stream, file, at }, bytes) => {
      const first = at / pageBytes
      const sealed = new Uint8Array((bytes.length / pageBytes) * sealedPageBytes)
      const got = raw.read({ stream, file, at: first * sealedPageBytes }, sealed)
      const pages = Math.floor(got / sealedPageBytes)
      for (let index = 0; index < pages; index += 1) {
        const page = bytes.subarray(index * pageBytes, (index + 1) * pageBytes)
        const from = sealed.subarray(index * sealedPageBytes, (index + 1) * sealedPageBytes)
        // No page of PostgreSQL's looks like this: it says "invalid page" (XX001), and which.
        if (!openPage(keys, [file, first + index], from, page)) page.fill(0xff)
      }
      return pages * pageBytes
    },
    write: ({ stream, file, at }, bytes) => {
      let done = 0
      for (; done < bytes.length; done += pageBytes) {
        const block = (at + done) / pageBytes
        sealPage(keys, [file, block], bytes.subarray(done, done + pageBytes), one)
        const written = raw.write({ stream, file, at: block * sealedPageBytes }, one)
        // A full disk; PostgreSQL takes a page that is not there for just that.
        if (written < sealedPageBytes) break
      }
      return done
    },
  }
}

function sealedLog(keys: DatabaseKeys, raw: Form): Form {
  const wholeOf = (count: number): number => count - (count % pageBytes)
  return {
    read: (call, bytes) => {
      const sealed = new Uint8Array(bytes.length)
      const got = wholeOf(raw.read(call, sealed))
      bytes.set(openLog(keys, [call.file, call.at], sealed.subarray(0, got)))
      return got
    },
    write: (call, bytes) => wholeOf(raw.write(call, sealLog(keys, [call.file, call.at], bytes))),
  }
}

/** Under a key that nobody keeps: a later process can read nothing of it. */
function sealedSpill(raw: Form): Form {
  const key = randomBytes(32)
  const idOf = (file: string): Buffer => createHash('sha256').update(file).digest()
  return {
    read: (call, bytes) => {
      const sealed = new Uint8Array(bytes.length)
      const got = raw.read(call, sealed)
      bytes.set(cipherSpill(key, [idOf(call.file), call.at], sealed.subarray(0, got)))
      return got
    },
    write: (call, bytes) => raw.write(call, cipherSpill(key, [idOf(call.file), call.at], bytes)),
  }
}
