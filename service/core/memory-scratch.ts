import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

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

/** The place that belongs to a data folder: named by it, so that a start finds what the last one left. */
export function createMemoryScratch(dataDir: string, root = memoryRoot): MemoryScratch {
  const hash = createHash('sha256').update(path.resolve(dataDir)).digest('hex')
  const place = path.join(root, `earshot-${process.getuid?.() ?? 0}-${hash.slice(0, 16)}`)
  const isLinux = process.platform === 'linux'
  return {
    open: async (bytes) => {
      if (!isLinux || !(await hasRoom(root, bytes))) return null
      try {
        await mkdir(place, { recursive: true, mode: 0o700 })
        return (await isOurs(place)) ? await mkdtemp(path.join(place, 'job-')) : null
      } catch {
        return null
      }
    },
    sweep: async () => {
      if (isLinux && (await isOurs(place))) await rm(place, { recursive: true, force: true })
    },
  }
}

/** Choice: at most half of what is free, as the engines need memory of their own. */
const mostOfFree = 0.5

async function hasRoom(root: string, bytes: number): Promise<boolean> {
  const found = await statfs(root).catch(() => null)
  if (!found) return false
  const free = Math.min(found.bavail * found.bsize, process.availableMemory())
  return bytes <= free * mostOfFree
}

/** Anybody may make a folder there: one of somebody else's is not used. */
async function isOurs(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null)
  const isPrivate = found?.isDirectory() === true && (found.mode & 0o077) === 0
  return isPrivate && found.uid === process.getuid?.()
}
