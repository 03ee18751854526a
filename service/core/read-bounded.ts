import type { Readable } from 'node:stream'

/** All of a body that somebody else sends; null, and no more is read, where it has over `mostBytes`. */
export async function readBounded(body: Readable, mostBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    const part: Buffer = chunk
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
