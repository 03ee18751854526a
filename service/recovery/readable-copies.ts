import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { sizeOf } from '../core/size-of.ts'
import { libraryKeyName } from '../encryption/library-key.ts'
import { listReplaced, removeReplaced } from './replaced.ts'

/** What in a data folder holds recordings or words beside the library, and is not encrypted. Sizes in bytes. */
export type ReadableCopies = {
  kind: 'replaced_library' | 'export'
  count: number
  size_bytes: number
}

export async function listReadableCopies(dataDir: string): Promise<ReadableCopies[]> {
  const found = [
    { kind: 'replaced_library' as const, folders: await findReadableReplaced(dataDir) },
    { kind: 'export' as const, folders: await findExports(dataDir) },
  ]
  const copies = found.map(async ({ kind, folders }) => {
    const sizes = await Promise.all(folders.map((folder) => sizeOf(folder)))
    return { kind, count: folders.length, size_bytes: sizes.reduce((sum, one) => sum + one, 0) }
  })
  return (await Promise.all(copies)).filter(({ count }) => count > 0)
}

/** For good; the person asked for it. */
export async function removeReadableCopies(dataDir: string): Promise<void> {
  for (const folder of await findReadableReplaced(dataDir))
    await removeReplaced(dataDir, path.basename(folder))
  for (const folder of await findExports(dataDir)) await rm(folder, { recursive: true })
}

/** A replaced library that was encrypted has its key beside it. */
async function findReadableReplaced(dataDir: string): Promise<string[]> {
  const folders = (await listReplaced(dataDir)).map((id) => path.join(dataDir, 'replaced', id))
  const names = await Promise.all(folders.map((folder) => readdir(folder)))
  return folders.filter((_, index) => !names[index]?.includes(libraryKeyName))
}

/** Where recovery mode puts them by itself. */
async function findExports(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'exported')
  return ((await readdir(folder).catch(ignoreMissing)) ?? []).map((name) => path.join(folder, name))
}
