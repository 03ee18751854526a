import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable, Transform, type TransformCallback } from 'node:stream'

/**
 * A file whose bytes only the holder of a key can read, and nobody can change unseen: a header, then chunks
 * of 64 KiB, each with its own tag, so that any part can be read by itself. Chunks are numbered and the last
 * one is marked, so none can be moved, repeated or cut off ("STREAM", Hoang, Reyhanitabar, Rogaway, Vizár 2015).
 *
 *     header   8 bytes "EARSHOT" and the format's number, 24 bytes of salt
 *     chunk    AES-256-GCM of up to 65,536 bytes, then its tag of 16 bytes
 *
 * The key of the chunks is HKDF-SHA-256 of the given key and the salt; a nonce is 11 bytes of number and one that
 * is 1 for the last chunk. An empty file has one empty chunk.
 */
const magic = Buffer.from('EARSHOT\u0001', 'latin1')
const headerBytes = 32
const chunkBytes = 65_536
const tagBytes = 16
const sealedChunkBytes = chunkBytes + tagBytes

/** A sealed file is not as it was made, or was made with another key. */
export class SealBroken extends Error {
  constructor(what: string) {
    super(`A sealed file cannot be opened: ${what}.`)
    this.name = 'SealBroken'
  }
}

/** Size in bytes of what is sealed into a file of `sealedBytes`; null where no sealed file has this size. */
export function plainBytesOf(sealedBytes: number): number | null {
  const body = sealedBytes - headerBytes
  const plain = body - chunksIn(body) * tagBytes
  const isWhole = body >= tagBytes && plain >= 0 && sealedBytesOf(plain) === sealedBytes
  return isWhole ? plain : null
}

/** Size in bytes of a file with `plainBytes` sealed into it. */
export const sealedBytesOf = (plainBytes: number): number =>
  headerBytes + plainBytes + Math.max(1, Math.ceil(plainBytes / chunkBytes)) * tagBytes

const chunksIn = (body: number): number => Math.ceil(body / sealedChunkBytes)

/** Whether a file begins as sealed files do. */
export async function isSealedFile(file: string): Promise<boolean> {
  const handle = await open(file)
  return isSealed(handle).finally(() => handle.close())
}

/** The same of a file that is open. */
export async function isSealed(handle: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(magic.length)
  const { bytesRead } = await handle.read(start, 0, start.length, 0)
  return beginsSealed(start.subarray(0, bytesRead))
}

/** The same of the bytes of a file. */
export const beginsSealed = (bytes: Buffer): boolean =>
  bytes.subarray(0, magic.length).equals(magic)

/** Seals bytes as they come: the file is what `add` gives for all of them, then what `end` gives. */
export type Sealer = { add: (bytes: Buffer) => Buffer[]; end: () => Buffer[] }

/** `key` is 32 bytes. */
export function createSealer(key: Buffer): Sealer {
  const salt = randomBytes(headerBytes - magic.length)
  const fileKey = deriveFileKey(key, salt)
  // What fills no chunk yet. A whole one is held back too until more comes: it may be the last.
  const held = Buffer.allocUnsafe(chunkBytes)
  let heldBytes = 0
  let number = 0
  const header = [magic, salt]
  const hold = (bytes: Buffer): number => {
    const copied = bytes.copy(held, heldBytes)
    heldBytes += copied
    return copied
  }
  const takeHeader = (): Buffer[] => header.splice(0)
  return {
    add: (bytes) => {
      const sealed = takeHeader()
      let at = heldBytes > 0 ? hold(bytes) : 0
      if (heldBytes === chunkBytes && at < bytes.length) {
        sealed.push(...sealChunk(fileKey, number++, false, held))
        heldBytes = 0
      }
      for (; bytes.length - at > chunkBytes; at += chunkBytes) {
        sealed.push(...sealChunk(fileKey, number++, false, bytes.subarray(at, at + chunkBytes)))
      }
      hold(bytes.subarray(at))
      return sealed
    },
    end: () => [...takeHeader(), ...sealChunk(fileKey, number, true, held.subarray(0, heldBytes))],
  }
}

/** Seals what is written to it; `key` is 32 bytes. */
export function createSealing(key: Buffer): Transform {
  const sealer = createSealer(key)
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      for (const part of sealer.add(chunk)) stream.push(part)
      done()
    },
    flush(done) {
      for (const part of sealer.end()) stream.push(part)
      done()
    },
  })
  return stream
}

/** Bytes sealed as one file; for small ones. */
export function sealBytes(key: Buffer, plain: Buffer): Buffer {
  const salt = randomBytes(headerBytes - magic.length)
  const fileKey = deriveFileKey(key, salt)
  const chunks: Buffer[] = [magic, salt]
  const last = Math.max(1, Math.ceil(plain.length / chunkBytes)) - 1
  for (let number = 0; number <= last; number++) {
    const part = plain.subarray(number * chunkBytes, (number + 1) * chunkBytes)
    chunks.push(...sealChunk(fileKey, number, number === last, part))
  }
  return Buffer.concat(chunks)
}

/** Throws SealBroken. */
export function openBytes(key: Buffer, sealed: Buffer): Buffer {
  const plainBytes = plainBytesOf(sealed.length)
  if (plainBytes === null || !beginsSealed(sealed)) {
    throw new SealBroken('it is none, or cut short')
  }
  const fileKey = deriveFileKey(key, sealed.subarray(magic.length, headerBytes))
  const last = chunksIn(sealed.length - headerBytes) - 1
  const chunks = Array.from({ length: last + 1 }, (_, number) => {
    const at = headerBytes + number * sealedChunkBytes
    return openChunk(fileKey, number, number === last, sealed.subarray(at, at + sealedChunkBytes))
  })
  return Buffer.concat(chunks)
}

/** The inside of a sealed file. */
export type Unsealed = {
  /** Size of what is sealed; of a file that was cut short, what may be left of it. */
  bytes: number
  /** The bytes from `start` to before `end`, or to the end; errors with SealBroken. Closes nothing. */
  read: (range?: { start?: number; end?: number }) => Readable
}

/** An open sealed file. */
export type SealedFile = Unsealed & { close: () => Promise<void> }

/** Opens a file and its last chunk, so that one that was cut short is told at once. Throws SealBroken. */
export async function openSealedFile(file: string, key: Buffer): Promise<SealedFile> {
  const handle = await open(file)
  try {
    const unsealed = await unsealOpened(handle, key)
    if (plainBytesOf((await handle.stat()).size) === null) throw new SealBroken('it is cut short')
    for await (const last of unsealed.read({ start: unsealed.bytes - 1 })) void last
    return { ...unsealed, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The inside of a file that is open; damage shows where it is read. Throws SealBroken where it is no sealed file. */
export async function unsealOpened(handle: FileHandle, key: Buffer): Promise<Unsealed> {
  const header = Buffer.alloc(headerBytes)
  const { bytesRead } = await handle.read(header, 0, headerBytes, 0)
  if (bytesRead < headerBytes || !beginsSealed(header)) throw new SealBroken('it is none')
  const body = (await handle.stat()).size - headerBytes
  const bytes = Math.max(0, body - chunksIn(body) * tagBytes)
  const sealed = { handle, fileKey: deriveFileKey(key, header.subarray(magic.length)), body }
  const read: Unsealed['read'] = ({ start = 0, end = bytes } = {}) =>
    Readable.from(readRange(sealed, Math.max(0, start), Math.min(end, bytes)), {
      objectMode: false,
    })
  return { bytes, read }
}

/** Whether the beginning of a sealed file that is open was sealed with this key. */
export async function isSealedWith(handle: FileHandle, key: Buffer): Promise<boolean> {
  try {
    const { read } = await unsealOpened(handle, key)
    for await (const first of read({ end: 1 })) void first
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

type Sealed = { handle: FileHandle; fileKey: KeyObject; body: number }

/** So many are read at once: a read of one alone takes longer than opening it. */
const chunksAtOnce = 16

async function* readRange(
  { handle, fileKey, body }: Sealed,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const last = Math.max(1, chunksIn(body)) - 1
  const [first, until] = [Math.floor(start / chunkBytes), Math.max(1, Math.ceil(end / chunkBytes))]
  const most = Math.max(0, Math.min(chunksAtOnce, until - first))
  const sealed = Buffer.allocUnsafe(most * sealedChunkBytes)
  for (let number = first; number < until;) {
    const wanted = Math.min(chunksAtOnce, until - number) * sealedChunkBytes
    const at = headerBytes + number * sealedChunkBytes
    const { bytesRead } = await handle.read(sealed, 0, wanted, at)
    if (bytesRead === 0) throw new SealBroken(`it ends before part ${number}`)
    for (let from = 0; from < bytesRead; from += sealedChunkBytes, number++) {
      const part = sealed.subarray(from, Math.min(from + sealedChunkBytes, bytesRead))
      const plain = openChunk(fileKey, number, number === last, part)
      const offset = number * chunkBytes
      const wantedOfIt = plain.subarray(Math.max(0, start - offset), end - offset)
      if (wantedOfIt.length > 0) yield wantedOfIt
    }
  }
}

/** As an object: from plain bytes Node takes several microseconds more to make each cipher. */
const deriveFileKey = (key: Buffer, salt: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, 'earshot sealed file', 32)))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(fileKey: KeyObject, number: number, isLast: boolean, plain: Buffer): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast))
  // Of a stream cipher nothing is left to the end.
  const sealed = cipher.update(plain)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

function openChunk(fileKey: KeyObject, number: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new SealBroken(`it ends before part ${number}`)
  const body = sealed.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast))
  decipher.setAuthTag(sealed.subarray(body))
  const plain = decipher.update(sealed.subarray(0, body))
  try {
    decipher.final()
  } catch {
    throw new SealBroken(`part ${number} was changed, or sealed with another key`)
  }
  return plain
}
