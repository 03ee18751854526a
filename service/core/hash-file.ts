import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Reports progress of reading a large file, and can stop it. */
export type ReadOptions = { signal?: AbortSignal; onProgress?: (readBytes: number) => void }

/** SHA-256 of a file in hexadecimal. Rejects as the read does, also when the signal fires. */
export async function hashFile(file: string, options: ReadOptions = {}): Promise<string> {
  const hash = createHash('sha256')
  await hashInto(hash, file, options)
  return hash.digest('hex')
}

/** Adds the bytes of a file to a hash that goes on. */
export async function hashInto(
  hash: Hash,
  file: string,
  { signal, onProgress }: ReadOptions = {},
): Promise<void> {
  let readBytes = 0
  // Large reads: with the default of 64 KiB, more time goes into reading than into hashing.
  for await (const chunk of createReadStream(file, { highWaterMark: 4 << 20, signal })) {
    hash.update(chunk)
    onProgress?.((readBytes += chunk.length))
  }
}
