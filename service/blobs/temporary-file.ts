import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that is no recording of the library: it is worked on and removed. */
export type TemporaryFile = {
  bytes: number
  /** Runs `work` with its path; it stays until that has ended. */
  lend: <Result>(work: (file: string) => Promise<Result>) => Promise<Result>
  /** For good, once nothing works with it. May be called again. */
  discard: () => Promise<void>
}

/**
 * Writes a stream to a file in `folder`, and leaves nothing of it behind where it fails.
 * @param remove removes the file, with its folder where that is its own
 */
export async function writeTemporary(
  stream: Readable,
  folder: string,
  remove: (file: string) => Promise<void>,
): Promise<TemporaryFile> {
  const file = path.join(folder, `temporary.${randomUUID()}.part`)
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(stream, target)
  } catch (error) {
    await remove(file)
    throw error
  }
  const works = new Set<Promise<unknown>>()
  let removed: Promise<void> | undefined
  return {
    bytes: target.bytesWritten,
    lend: async (work) => {
      const done = work(file)
      works.add(done)
      return done.finally(() => works.delete(done))
    },
    discard: () => {
      removed ??= Promise.allSettled(works).then(() => remove(file))
      return removed
    },
  }
}

export const removeFile = (file: string): Promise<void> => rm(file, { force: true })
