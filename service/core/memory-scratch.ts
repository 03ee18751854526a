import { createHash } from 'node:crypto'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { freeBytesOf } from './free-bytes.ts'

/** Folders in memory for what must not lie on a disk: sound that is being transcribed. */
export type MemoryScratch = {
  /**
   * A new folder for about so many bytes, for its owner only; the caller removes it. Null where the system has no
   * such place, or no room in it.
   */
  open: (bytes: number) => Promise<string | null>
  /** Removes what a process that was killed left there; call it as the data folder's one owner. */
  sweep: () => Promise<void>
}

/** Linux keeps what is in it in memory; it may go to swap space as any memory may. */
const memoryRoot = '/dev/shm'

/** The folders of a data folder bear a name made from it, so that a start finds what the last one left. */
export function createMemoryScratch(dataDir: string, root = memoryRoot): MemoryScratch {
  const hash = createHash('sha256').update(path.resolve(dataDir)).digest('hex')
  const prefix = `earshot-${hash.slice(0, 16)}-`
  const isLinux = process.platform === 'linux'
  return {
    open: async (bytes) => {
      if (!isLinux || !(await hasRoom(root, bytes))) return null
      return mkdtemp(path.join(root, prefix)).catch(() => null)
    },
    sweep: async () => {
      const names = isLinux ? await readdir(root).catch(() => []) : []
      for (const name of names.filter((one) => one.startsWith(prefix))) {
        const folder = path.join(root, name)
        if (await isOurs(folder)) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Choice: at most half of what is free, as the engines need memory of their own. */
const mostOfFree = 0.5

async function hasRoom(root: string, bytes: number): Promise<boolean> {
  const found = await freeBytesOf(root).catch(() => null)
  if (found === null) return false
  const free = Math.min(found, process.availableMemory())
  return bytes <= free * mostOfFree
}

/** Anybody may make a folder there: one of somebody else's is not touched. */
async function isOurs(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null)
  const isPrivate = found?.isDirectory() === true && (found.mode & 0o077) === 0
  return isPrivate && found.uid === process.getuid?.()
}
