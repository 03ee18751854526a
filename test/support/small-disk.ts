import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk in a file of its own, which can really be full. */
export type SmallDisk = {
  folder: string
  /** Takes all space but `bytes`. */
  fill: (bytes: number) => Promise<void>
  empty: () => Promise<void>
  unmount: () => void
}

/** Null where no such disk can be had: only root may mount one, and this is Linux's way. */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  const place = mkdtempSync(path.join(tmpdir(), 'earshot-disk-'))
  const [image, folder] = [path.join(place, 'image'), path.join(place, 'disk')]
  const isMounted = [
    ['truncate', '-s', String(bytes), image],
    ['mkfs.ext4', '-q', '-m', '0', image],
    ['mkdir', folder],
    ['mount', '-o', 'loop', image, folder],
  ].every((command) => run(...command))
  if (!isMounted) {
    rmSync(place, { recursive: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: async (left) => {
      const { bavail, bsize } = await statfs(folder)
      run('fallocate', '-l', String(Math.max(bsize, bavail * bsize - left)), ballast)
    },
    empty: () => rm(ballast, { force: true }),
    unmount: () => {
      run('umount', '-l', folder)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

const run = (program = '', ...args: string[]): boolean => spawnSync(program, args).status === 0
