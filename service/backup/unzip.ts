import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ApiError } from '../core/errors.ts'
import { freeBytesOf } from '../core/free-bytes.ts'

/** Bytes that stay free on the disk: a few packed bytes can become gigabytes. */
const leftFreeBytes = 1_000_000_000

/**
 * Works on an archive that is no gzip file as it is; on what is in one as the file `unzipped`, which is gone afterwards.
 * Of a gzip file that is damaged or cut short, what lies before the damage is there. Throws `insufficient_storage`.
 */
export async function withTar<Result>(
  archive: string,
  unzipped: string,
  work: (tar: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isGzip(archive))) return work(archive)
  try {
    await unzip(archive, unzipped)
    return await work(unzipped)
  } finally {
    await rm(unzipped, { force: true })
  }
}

/** RFC 1952, 2.3.1. */
async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const start = Buffer.alloc(2)
    await handle.read(start, 0, start.length, 0)
    return start[0] === 0x1f && start[1] === 0x8b
  } finally {
    await handle.close()
  }
}

async function unzip(archive: string, target: string): Promise<void> {
  const free = await freeBytesOf(path.dirname(target)).catch(() => Infinity)
  let left = free - leftFreeBytes
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      left -= chunk.length
      if (left >= 0) next(null, chunk)
      else next(new ApiError('insufficient_storage', 'The disk is too full for this backup.'))
    },
  })
  const to = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(createReadStream(archive), createGunzip(), bounded, to)
  } catch (error) {
    const isDamage =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    if (!isDamage) throw error
  }
}
