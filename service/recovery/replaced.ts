import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../blobs/durable-file.ts'
import { sizeOf } from '../core/size-of.ts'

/** A library, or a part of one, that another took the place of. */
export type ReplacedLibrary = {
  /** The name of its folder in `replaced/`. */
  id: string
  replacedAt: Date
  bytes: number
}

/** As swap.ts names them: ISO 8601 with hyphens alone. */
const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/

const folderIn = (dataDir: string): string => path.join(dataDir, 'replaced')

/** The ids, newest first. */
export async function listReplaced(dataDir: string): Promise<string[]> {
  const names = (await readdir(folderIn(dataDir)).catch(ignoreMissing)) ?? []
  return names
    .filter((name) => namePattern.test(name))
    .toSorted()
    .toReversed()
}

/** Measured now. */
export async function readReplaced(dataDir: string, id: string): Promise<ReplacedLibrary> {
  const bytes = await sizeOf(path.join(folderIn(dataDir), id))
  return { id, bytes, replacedAt: new Date(id.replace(namePattern, '$1:$2:$3.$4')) }
}

/** For good. What a kill leaves of it has another name, and goes with the next one. */
export async function removeReplaced(dataDir: string, id: string): Promise<void> {
  const going = path.join(folderIn(dataDir), 'going')
  await rm(going, { recursive: true, force: true })
  await rename(path.join(folderIn(dataDir), id), going)
  await rm(going, { recursive: true, force: true })
}
