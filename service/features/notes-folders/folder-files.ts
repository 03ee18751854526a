// Files of a notes folder: other programs and people write there as well, so nothing is written over that
// was not read, and nothing is half written.
import { chmod, lstat, open, opendir, readdir, readFile, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { freeName } from '../../core/readable-name.ts'
import { writeFlushed } from '../../core/write-flushed.ts'
import { ignoreMissing, moveInto } from '../../blobs/durable-file.ts'
import { noteIdIn } from './note-file.ts'

/** Size in bytes and time of the last change: what tells that a file was written since. */
export type FileStamp = { size: number; mtimeMs: number }
type ReadFile = { text: string; stamp: FileStamp }

/** Somebody else wrote the file between reading and writing it. */
export class WrittenMeanwhile extends Error {}

export const isSameStamp = (one: FileStamp, other: FileStamp): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs

/** Undefined where there is no such file. */
export async function stampOf(file: string): Promise<FileStamp | undefined> {
  const found = await stat(file).catch(ignoreMissing)
  return found?.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : undefined
}

/** Throws ENOENT or ENOTDIR where it is gone, such as a drive that is not connected. */
export async function requireFolder(folder: string): Promise<void> {
  await (await opendir(folder)).close()
}

/** Bytes as latin1; undefined where there is no such file. */
export async function readNote(file: string): Promise<ReadFile | undefined> {
  const stamp = await stampOf(file)
  if (!stamp) return undefined
  const bytes = await readFile(file).catch(ignoreMissing)
  return bytes && { text: bytes.toString('latin1'), stamp }
}

async function requireStamp(file: string, stamp: FileStamp): Promise<void> {
  const now = await stampOf(file)
  if (!now || !isSameStamp(now, stamp)) throw new WrittenMeanwhile()
}

/** Writes a new file. Throws WrittenMeanwhile where one of that name came in between. */
export const createNote = (file: string, id: string, text: string): Promise<FileStamp> =>
  putInto(file, id, text, () => requireFree(file))

/** Writes over a file that is still as it was read. */
export const replaceNote = (
  file: string,
  id: string,
  { text, before }: { text: string; before: FileStamp },
): Promise<FileStamp> =>
  putInto(file, id, text, async (part) => {
    await chmod(part, (await stat(file)).mode & 0o777)
    await requireStamp(file, before)
  })

type Check = (part: string) => Promise<void>

/** Whole or not at all; `check` is the last that happens before. */
async function putInto(file: string, id: string, text: string, check: Check): Promise<FileStamp> {
  const part = path.join(path.dirname(file), `.${id}.earshot-part`)
  await rm(part, { force: true })
  try {
    await writeFlushed(part, Buffer.from(text, 'latin1'))
    await check(part)
    await moveInto(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  const stamp = await stampOf(file)
  if (!stamp) throw new WrittenMeanwhile()
  return stamp
}

async function requireFree(file: string, own?: string): Promise<void> {
  const there = await lstat(file).catch(ignoreMissing)
  if (!there) return
  const same = own === undefined ? undefined : await lstat(own)
  if (there.ino !== same?.ino || there.dev !== same.dev) throw new WrittenMeanwhile()
}

/**
 * To a name that nothing has, of which only the case may differ, maybe in another folder. In one step where
 * that is on the same disk, so that a person who moves the file at the same time leaves no second one.
 */
export async function moveNote(
  from: string,
  to: string,
  { id, text, stamp }: { id: string; text: string; stamp: FileStamp },
): Promise<FileStamp> {
  await requireStamp(from, stamp)
  await requireFree(to, from)
  try {
    await moveInto(from, to)
    return stamp
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') throw new WrittenMeanwhile()
    if (code !== 'EXDEV') throw error
  }
  const moved = await createNote(to, id, text)
  await removeNote(from, stamp)
  return moved
}

/** Removes a file that is still as it was read. */
export async function removeNote(file: string, stamp: FileStamp): Promise<void> {
  await requireStamp(file, stamp)
  await unlink(file)
}

/** The name, or with a number where another file of the folder has it; `own` is not another. */
export async function freeNoteName(folder: string, name: string, own?: string): Promise<string> {
  const keyOf = (one: string) => one.normalize('NFC').toLowerCase()
  const names = (await readdir(folder)).map(keyOf)
  const taken = new Set(names.filter((one) => own === undefined || one !== keyOf(own)))
  return freeName(taken, name)
}

/** Where the notes in a folder are, by the ids in them. */
export type NoteFinder = {
  find: (folder: string, id: string) => Promise<string | undefined>
  /** What is found next is looked for on the disk again. */
  forget: () => void
}

const headBytes = 65_536
/** A folder as large as that is looked through in a second. */
const mostFiles = 50_000

export function createNoteFinder(): NoteFinder {
  const heads = new Map<string, FileStamp & { id: string | undefined }>()
  const indexes = new Map<string, Map<string, string>>()
  const idOf = async (file: string): Promise<string | undefined> => {
    const stamp = await stampOf(file)
    if (!stamp) return undefined
    const known = heads.get(file)
    if (known && isSameStamp(known, stamp)) return known.id
    const id = noteIdIn(await readHead(file))
    heads.set(file, { ...stamp, id })
    return id
  }
  const readIndex = async (folder: string): Promise<Map<string, string>> => {
    const index = new Map<string, string>()
    for (const file of await listNotes(folder)) {
      const id = await idOf(path.join(folder, file)).catch(ignoreMissing)
      // Of copies the one with the shortest way.
      if (id !== undefined && !index.has(id)) index.set(id, file)
    }
    return index
  }
  return {
    find: async (folder, id) => {
      const index = indexes.get(folder) ?? (await readIndex(folder))
      indexes.set(folder, index)
      return index.get(id)
    },
    forget: () => indexes.clear(),
  }
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Markdown files in a folder and the folders in it, short ways first; hidden ones are other programs'. */
async function listNotes(folder: string): Promise<string[]> {
  const found: string[] = []
  const left = ['']
  for (let below = left.shift(); below !== undefined; below = left.shift()) {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(
      ignoreMissing,
    )
    for (const entry of entries ?? []) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory()) left.push(name)
      else if (entry.isFile() && /\.md$/i.test(entry.name)) found.push(name)
    }
    if (found.length > mostFiles) break
  }
  return found
}
