/**
 * Downloads one large file: resumable, hashed on the fly, and moved into place only
 * if the hash matches.
 */
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { freeBytesOf } from '../../core/free-bytes.ts'
import { fetch } from 'undici'
import { isFullDisk } from '../../core/full-disk.ts'
import { hashInto } from '../../core/hash-file.ts'

export type DownloadRequest = {
  url: string
  /** Path of the finished file; an unfinished download is next to it as `….part`. */
  target: string
  bytes: number
  sha256: string
  signal: AbortSignal
  onProgress: (receivedBytes: number) => void
}

/** Machine-readable cause of a failed download. */
export type DownloadProblem =
  | 'insufficient_storage'
  | 'unreachable'
  | 'not_offered'
  | 'access_required'
  | 'wrong_format'
  | 'wrong_file'

/** A failed download; the message is for the owner. */
export class DownloadError extends Error {
  readonly code: DownloadProblem

  constructor(code: DownloadProblem, message: string) {
    super(message)
    this.name = 'DownloadError'
    this.code = code
  }
}

/** Disk space to leave free, so that a download does not fill the disk completely. */
const spareBytes = 64 << 20

/** Retries after a broken connection; each resumes where the last one stopped. */
const retries = 3

/**
 * Downloads `url` to `target`. Resumes the `.part` file of an earlier try with an HTTP Range
 * request (RFC 9110, section 14) if the server supports it, and starts over otherwise. Throws
 * `DownloadError`, or the signal's reason; keeps an interrupted part for the next try, and deletes
 * one with the wrong hash.
 */
export async function downloadFile(request: DownloadRequest): Promise<void> {
  const part = `${request.target}.part`
  await mkdir(path.dirname(request.target), { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetchInto(part, request)
      break
    } catch (error) {
      request.signal.throwIfAborted()
      if (!(error instanceof ConnectionBroke) || attempt === retries) throw error
    }
  }
  await rename(part, request.target)
}

/** The connection ended early; the received bytes are worth keeping. */
class ConnectionBroke extends DownloadError {
  constructor(message: string) {
    super('unreachable', message)
  }
}

async function fetchInto(part: string, request: DownloadRequest): Promise<void> {
  const { hash, bytes: have } = await hashOf(part, request.bytes)
  let received = have
  if (received < request.bytes) {
    await requireSpace(part, request.bytes - received)
    received = await receive(part, request, { hash, have: received })
  }
  if (received < request.bytes) {
    throw new ConnectionBroke(`The connection broke off at ${received} of ${request.bytes} bytes.`)
  }
  if (hash.current.digest('hex') === request.sha256 && received === request.bytes) return
  await rm(part, { force: true })
  const text = 'What was downloaded is not the expected file (SHA-256 differs); it was deleted.'
  throw new DownloadError('wrong_file', text)
}

/** A hash that can be restarted if the server sends the file from its start. */
type RunningHash = { current: Hash }

async function hashOf(part: string, limit: number): Promise<{ hash: RunningHash; bytes: number }> {
  const size = await stat(part).then(
    (stats) => stats.size,
    () => 0,
  )
  const hash = { current: createHash('sha256') }
  if (size === 0 || size > limit) return { hash, bytes: 0 }
  await hashInto(hash.current, part)
  return { hash, bytes: size }
}

async function requireSpace(part: string, needed: number): Promise<void> {
  const folder = path.dirname(part)
  const missing = needed + spareBytes - (await freeBytesOf(folder))
  if (missing <= 0) return
  const megabytes = Math.ceil(missing / 1e6)
  const text = `There is too little free space in ${folder}: ${megabytes} MB more.`
  throw new DownloadError('insufficient_storage', text)
}

/** Appends the response to the part file and returns the file's size in bytes. */
async function receive(
  part: string,
  request: DownloadRequest,
  { hash, have }: { hash: RunningHash; have: number },
): Promise<number> {
  const headers = have > 0 ? { range: `bytes=${have}-` } : {}
  const response = await fetch(request.url, { headers, signal: request.signal }).catch(
    (error: unknown) => {
      request.signal.throwIfAborted()
      throw new ConnectionBroke(`The server cannot be reached: ${reasonOf(error)}`)
    },
  )
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    const text = `The server answered ${response.status} for ${request.url}`
    const isRefused = response.status === 401 || response.status === 403
    throw new DownloadError(isRefused ? 'access_required' : 'not_offered', text)
  }
  const isContinued =
    response.status === 206 &&
    (response.headers.get('content-range')?.startsWith(`bytes ${have}-`) ?? false)
  if (!isContinued) hash.current = createHash('sha256')
  let received = isContinued ? have : 0
  const file = createWriteStream(part, { flags: isContinued ? 'a' : 'w' })
  // The next write, or the end, reports a failed write; without a listener it
  // would crash the process.
  file.on('error', () => {})
  try {
    for await (const chunk of response.body) {
      received += chunk.length
      if (received > request.bytes) throw new DownloadError('wrong_file', tooLong)
      if (file.errored) throw file.errored
      hash.current.update(chunk)
      if (!file.write(chunk)) await once(file, 'drain')
      request.onProgress(received)
    }
  } catch (error) {
    request.signal.throwIfAborted()
    if (error instanceof DownloadError) throw error
    if (isFullDisk(error)) throw new DownloadError('insufficient_storage', 'The disk is full.')
    throw new ConnectionBroke(`The connection broke off: ${reasonOf(error)}`)
  } finally {
    file.end()
    await finished(file).catch(() => {})
  }
  if (isFullDisk(file.errored)) throw new DownloadError('insufficient_storage', 'The disk is full.')
  if (file.errored) throw file.errored
  return received
}

const tooLong = 'The server sent more than the file is long.'

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
