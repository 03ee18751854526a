import { chmod, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isId } from '../core/ids.ts'
import { ignoreMissing, renameWithRetry, syncFolder } from './durable-file.ts'
import { copyRecordingKey, removeRecordingKey } from './recording-keys.ts'
import { sidecarFileOf } from './sidecar.ts'

/** The recordings in a folder that may not be there. */
export const idsIn = async (folder: string): Promise<string[]> =>
  recordingsIn((await readdir(folder).catch(ignoreMissing)) ?? [])

/** What is none of ours, such as a note that somebody left in the folder, stays where it is. */
export const recordingsIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => isId('cont', name))

/** For its owner only. Throws FolderUnusable where something else is in the place of one. */
export async function makeFolders(parent: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    try {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(parent)
    } catch (error) {
      const found = await lstat(folder).catch(() => undefined)
      throw found ? new FolderUnusable(folder, found.isSymbolicLink(), error) : error
    }
    await chmod(folder, 0o700)
  }
}

/** There is a file in the place of a folder, or a link to one that is not there, such as on a disk that is not connected. */
class FolderUnusable extends Error {
  constructor(folder: string, isLink: boolean, cause: unknown) {
    const what = isLink
      ? `${folder} is a link to a folder that cannot be reached: connect the disk that it lies on, or correct the link`
      : `${folder} should be a folder and is none: move what lies there elsewhere, and put the folder back`
    super(`${what}, and start Earshot again. Nothing was changed.`, { cause })
    this.name = 'FolderUnusable'
  }
}

/**
 * For good, with its sidecar, and first of all with its key. `elsewhere` is where a kill on a move may have left
 * that key a second time.
 */
export async function removeRecording(file: string, elsewhere: string): Promise<void> {
  await removeRecordingKey(file)
  if (!(await stat(elsewhere).catch(ignoreMissing))) await removeRecordingKey(elsewhere)
  await rm(file, { force: true })
  await rm(sidecarFileOf(file), { force: true })
  // Or a power cut brings back what nobody asks for any more.
  await syncFolder(path.dirname(file)).catch(ignoreMissing)
}

/**
 * The key and the sidecar first: a recording under its new name has what opens and describes it. The caller
 * flushes the folders.
 */
export async function moveRecording(incoming: string, from: string, to: string): Promise<void> {
  const hasKey = await copyRecordingKey(incoming, from, to)
  await renameWithRetry(sidecarFileOf(from), sidecarFileOf(to)).catch(ignoreMissing)
  await renameWithRetry(from, to)
  if (!hasKey) return
  for (const file of [to, from]) await syncFolder(path.dirname(file))
  await removeRecordingKey(from)
}

type Move = { incoming: string; from: string; to: string }

/** Goes on past what cannot be moved; the folders are flushed once, as there may be thousands. */
export async function moveAll(ids: readonly string[], { incoming, from, to }: Move) {
  const [moved, unmoved]: [string[], string[]] = [[], []]
  for (const id of ids) {
    await moveRecording(incoming, path.join(from, id), path.join(to, id)).then(
      () => moved.push(id),
      () => unmoved.push(id),
    )
  }
  if (ids.length > 0) for (const folder of [to, from]) await syncFolder(folder)
  return { moved, unmoved }
}
