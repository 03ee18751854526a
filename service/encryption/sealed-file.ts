import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
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
  try {
    const start = Buffer.alloc(magic.length)
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    return bytesRead === magic.length && start.equals(magic)
  } finally {
    await handle.close()
  }
}

/** Seals what is written to it; `key` is 32 bytes. */
export function createSealing(key: Buffer): Transform {
  const salt = randomBytes(headerBytes - magic.length)
  const fileKey = deriveFileKey(key, salt)
  let held: Buffer = Buffer.alloc(0)
  let number = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let at = 0
      // A whole chunk is held back until more comes: it may be the last.
      for (; held.length - at > chunkBytes; at += chunkBytes) {
        stream.push(sealChunk(fileKey, number++, false, held.subarray(at, at + chunkBytes)))
      }
      // A copy, because the writer may use its buffer further.
      held = Buffer.from(held.subarray(at))
      done()
    },
    flush(done) {
      stream.push(sealChunk(fileKey, number, true, held))
      done()
    },
  })
  stream.push(Buffer.concat([magic, salt]))
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
    chunks.push(sealChunk(fileKey, number, number === last, part))
  }
  return Buffer.concat(chunks)
}

/** Throws SealBroken. */
export function openBytes(key: Buffer, sealed: Buffer): Buffer {
  const plainBytes = plainBytesOf(sealed.length)
  if (plainBytes === null || !sealed.subarray(0, magic.length).equals(magic)) {
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

/** An open sealed file. */
export type SealedFile = {
  /** Size of what is sealed. */
  bytes: number
  /** The bytes from `start` to before `end`, or to the end; errors with SealBroken. Closes nothing. */
  read: (range?: { start?: number; end?: number }) => Readable
  close: () => Promise<void>
}

/** Opens a file and its last chunk, so that one that was cut short is told at once. Throws SealBroken. */
export async function openSealedFile(file: string, key: Buffer): Promise<SealedFile> {
  const handle = await open(file)
  try {
    const header = Buffer.alloc(headerBytes)
    const { bytesRead } = await handle.read(header, 0, headerBytes, 0)
    const sealedBytes = (await handle.stat()).size
    const bytes = plainBytesOf(sealedBytes)
    const isOurs = bytesRead === headerBytes && header.subarray(0, magic.length).equals(magic)
    if (!isOurs || bytes === null) throw new SealBroken('it is none, or cut short')
    const fileKey = deriveFileKey(key, header.subarray(magic.length))
    const last = chunksIn(sealedBytes - headerBytes) - 1
    const readChunk = (number: number) => readSealedChunk(handle, fileKey, number, number === last)
    await readChunk(last)
    const read: SealedFile['read'] = ({ start = 0, end = bytes } = {}) =>
      Readable.from(readRange(readChunk, start, Math.min(end, bytes)), { objectMode: false })
    return { bytes, read, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* readRange(
  readChunk: (number: number) => Promise<Buffer>,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let number = Math.floor(start / chunkBytes); number * chunkBytes < end; number++) {
    const from = number * chunkBytes
    const chunk = await readChunk(number)
    yield chunk.subarray(Math.max(0, start - from), Math.min(chunkBytes, end - from))
  }
}

async function readSealedChunk(
  handle: FileHandle,
  fileKey: Buffer,
  number: number,
  isLast: boolean,
): Promise<Buffer> {
  const sealed = Buffer.alloc(sealedChunkBytes)
  const at = headerBytes + number * sealedChunkBytes
  const { bytesRead } = await handle.read(sealed, 0, sealed.length, at)
  return openChunk(fileKey, number, isLast, sealed.subarray(0, bytesRead))
}

const deriveFileKey = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'earshot sealed file', 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(fileKey: Buffer, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(fileKey: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
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
