import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { recordingTypeOf } from '../../client/media-types.ts'
import { refuseOwn, requireAbsolute } from '../../core/chosen-folder.ts'
import { errors } from '../../core/errors.ts'

/** A file as it is now. `path` is below its folder, with forward slashes. */
export type FoundFile = { path: string; size: number; changedAtMs: number; isLocal: boolean }

export type Found = { files: FoundFile[]; names: ReadonlySet<string> }

/** Choices: Zoom makes a folder for each meeting; nobody keeps as many recordings as this in one. */
const [mostLevels, mostEntries] = [3, 20_000]

export type FolderErrorCode = 'folder_missing' | 'folder_unreadable' | 'folder_too_large'

export class FolderError extends Error {
  readonly code: FolderErrorCode

  constructor(code: FolderErrorCode) {
    super(words[code])
    this.code = code
  }
}

const words: Readonly<Record<FolderErrorCode, string>> = {
  folder_missing: 'The folder is not there. Connect its disk, or put it back where it was.',
  folder_unreadable: 'Earshot may not read the folder. Allow it in the settings of the system.',
  folder_too_large: `The folder holds more than ${mostEntries} files. Watch one inside it.`,
}

/** What another program's unfinished file is called beside, or instead of, its final name. */
const unfinishedEndings = ['.crdownload', '.download', '.part', '.partial', '.tmp']

/** Folders that are one thing to a person: downloads of Safari, libraries, programs, Zoom's tracks of each person. */
const packages = /\.(app|band|bundle|download|fcpbundle|logicx|[a-z]*library)$|^Audio Record$/i

/** The recordings in a folder and the folders in it, oldest first; throws FolderError. */
export async function findFiles(folder: string): Promise<Found> {
  const names = new Set<string>()
  const files: FoundFile[] = []
  const look = async (below: string, level: number): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true })
    for (const entry of entries) {
      // Other programs use hidden files for what they are still writing. Links are not followed.
      if (entry.name.startsWith('.')) continue
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      names.add(name)
      if (names.size > mostEntries) throw new FolderError('folder_too_large')
      if (entry.isDirectory()) {
        if (level < mostLevels && !packages.test(entry.name))
          await look(name, level + 1).catch(ignoreGone)
      } else if (entry.isFile() && recordingTypeOf(entry.name) !== undefined) {
        const found = await readFacts(folder, name)
        if (found) files.push(found)
      }
    }
  }
  await look('', 1).catch((error) => Promise.reject(toFolderError(error)))
  return { files: files.toSorted((a, b) => a.changedAtMs - b.changedAtMs), names }
}

/** Whether a program still loads it, under another name beside it, or Zoom still converts what it recorded. */
export const isUnfinished = (file: string, names: ReadonlySet<string>): boolean =>
  unfinishedEndings.some((ending) => names.has(`${file}${ending}`)) ||
  [...names].some((name) => name.endsWith('.zoom') && folderOf(name) === folderOf(file))

/** Of a meeting Zoom keeps its sound beside its picture, which holds the sound as well. */
export function isSoundOfOther(file: string, names: ReadonlySet<string>): boolean {
  const [, numbered, only] =
    /^(?:audio(\d+)|audio_only(?:_(\d+))?)\.m4a$/.exec(path.posix.basename(file)) ?? []
  const whole = numbered === undefined ? `zoom_${only ?? 0}.mp4` : `video${numbered}.mp4`
  const isZooms = numbered !== undefined || path.posix.basename(file).startsWith('audio_only')
  return isZooms && names.has(path.posix.join(folderOf(file), whole))
}

const folderOf = (file: string): string => path.posix.dirname(file)

// The least that a disk could keep without a block of its own.
const smallBytes = 65_536

/** Null where it was removed in the meantime. */
export async function readFacts(folder: string, name: string): Promise<FoundFile | null> {
  try {
    const { size, mtimeMs, blocks } = await stat(path.join(folder, name))
    // OneDrive, iCloud and the like show files whose bytes come when somebody reads them.
    const isLocal = blocks > 0 || size <= smallBytes
    return { path: name, size, changedAtMs: mtimeMs, isLocal }
  } catch {
    return null
  }
}

/** A folder in a folder that was removed, or that we may not read, does not hinder the rest. */
function ignoreGone(error: unknown): void {
  if (error instanceof FolderError || codeOf(error) === '') throw error
}

/** Of what the system answers; empty for anything else. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''

/** Any failure to read a folder as what a person can do about it. */
export function toFolderError(error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof FolderError || code === '') return error
  const isRefused = code === 'EACCES' || code === 'EPERM'
  return new FolderError(isRefused ? 'folder_unreadable' : 'folder_missing')
}

/**
 * The folder without symbolic links; 400 on path where it cannot be watched.
 * @param own folders in which Earshot itself writes
 */
export async function requireFolder(given: string, own: readonly string[]): Promise<string> {
  requireAbsolute(given)
  let folder: string
  try {
    folder = await realpath(given)
    if (!(await stat(folder)).isDirectory()) throw new FolderError('folder_missing')
    await access(folder, constants.R_OK | constants.X_OK)
  } catch (error) {
    const told = toFolderError(error)
    if (!(told instanceof FolderError)) throw error
    throw errors.invalid('path', told.code, told.message)
  }
  await refuseOwn(folder, own)
  return folder
}
