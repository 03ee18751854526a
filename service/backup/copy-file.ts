import { constants } from 'node:fs'
import { copyFile, link, open } from 'node:fs/promises'

/**
 * Copies a file that is never written again: as a clone where the file system can, else as a second name of
 * the same bytes, or of those of `twin`, else, on another disk, byte by byte. Once it resolves, the bytes are
 * on disk; says whether they are there a second time.
 */
export async function copyLasting(
  from: string,
  to: string,
  twin: string | null,
): Promise<'copied' | 'linked'> {
  const { COPYFILE_EXCL: exclusive, COPYFILE_FICLONE_FORCE: clone } = constants
  if (await isPossible(copyFile(from, to, exclusive | clone))) return 'linked'
  if (await isPossible(link(from, to))) return 'linked'
  if (twin !== null && (await isPossible(link(twin, to)))) return 'linked'
  await copyFile(from, to, exclusive)
  // Windows wants write access for it.
  const handle = await open(to, 'r+')
  await handle.sync().finally(() => handle.close())
  return 'copied'
}

/** Errors that say no more than that another way must be taken. */
const telling = new Set(['ENOENT', 'EEXIST', 'EACCES', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

/** False where the file system cannot, or the two files are on different ones. */
async function isPossible(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (telling.has(code)) throw error
    return false
  }
}
