/** Reads up to `length` bytes at an offset of a file; fewer where the file ends. */
import type { FileHandle } from 'node:fs/promises'

export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
