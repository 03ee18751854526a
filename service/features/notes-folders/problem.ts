import { access, constants } from 'node:fs/promises'
import { isFullDisk } from '../../core/full-disk.ts'
import { requireFolder } from './folder-files.ts'

export const problemCodes = [
  'folder_missing',
  'folder_not_writable',
  'disk_full',
  'file_not_written',
] as const
type ProblemCode = (typeof problemCodes)[number]

/** Why notes are not up to date. */
export type Problem = { code: ProblemCode; message: string }

const messages: Record<ProblemCode, string> = {
  folder_missing: 'The folder is not there. Connect its disk, or put it back where it was.',
  folder_not_writable:
    'Earshot may not write in the folder. Allow it in the settings of the system.',
  disk_full: 'The disk of the folder is full. Make room, or choose another folder.',
  file_not_written: 'A note cannot be written. See that its file is not locked by another program.',
}

const toProblem = (code: ProblemCode): Problem => ({ code, message: messages[code] })

/** Undefined where the folder can be read and written. */
export async function findProblem(folder: string): Promise<Problem | undefined> {
  try {
    await requireFolder(folder)
  } catch {
    return toProblem('folder_missing')
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return toProblem('folder_not_writable')
  }
}

/** What a failure tells of the folder; only the last of the codes concerns one file alone. */
export async function problemOf(folder: string, error: unknown): Promise<Problem> {
  if (isFullDisk(error)) return toProblem('disk_full')
  return (await findProblem(folder)) ?? toProblem('file_not_written')
}
