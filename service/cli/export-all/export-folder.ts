import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The folder, made where there is none. What others wrote is never mixed with an export. */
export async function openExportFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new Error(
      `"${folder}" is not empty, so nothing was written. Name a new folder or an empty one.`,
    )
  }
  await chmod(folder, 0o700)
}

/** A folder inside an export; returns its path. */
export async function makeFolder(parent: string, name: string): Promise<string> {
  const folder = path.join(parent, name)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Writes a file whole or not at all; returns its size in bytes. */
export async function writeWhole(file: string, content: string | Blob): Promise<number> {
  const part = `${file}.part`
  const blob = typeof content === 'string' ? new Blob([content]) : content
  try {
    await writeFile(part, blob.stream(), { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return blob.size
}

export const toJsonFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
