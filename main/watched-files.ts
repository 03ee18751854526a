import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { recordingTypeOf } from '../service/client/media-types.ts'
import type { FileFacts } from './watched-ledger.ts'

/** The recordings directly in a folder, oldest first. Throws if the folder cannot be read. */
export async function listMedia(folder: string): Promise<FileFacts[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries
      // Other programs use hidden files for what they are still writing.
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .filter(({ name }) => recordingTypeOf(name) !== undefined)
      .map(({ name }) => factsOf(path.join(folder, name))),
  )
  return found.filter((file) => file !== null).toSorted((a, b) => a.mtimeMs - b.mtimeMs)
}

async function factsOf(file: string): Promise<FileFacts | null> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { path: file, size, mtimeMs }
  } catch {
    return null // removed in the meantime
  }
}
