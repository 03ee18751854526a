import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fsyncFolder } from './durable-fs.ts'

/** Flushes every file and folder below. */
export async function fsyncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const entryPath = path.join(folder, entry.name)
      return entry.isDirectory() ? fsyncTree(entryPath) : fsyncFile(entryPath)
    }),
  )
  fsyncFolder(folder)
}

async function fsyncFile(file: string): Promise<void> {
  // Windows wants write access for it.
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}
