import { realpath } from 'node:fs/promises'
import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { isNested, refuseOwn, requireAbsolute } from '../../core/chosen-folder.ts'
import { errors } from '../../core/errors.ts'
import { toIsoOrNull } from '../../core/time.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { withdrawMissing, type ChosenFolder } from '../notices/missing-folders.ts'
import { requireProject } from '../projects/projects.ts'
import { findProblem } from './problem.ts'
import type { NotesFolder } from './schema.ts'
import {
  countNotes,
  deleteFolder,
  insertChangesOf,
  selectFolder,
  selectFolders,
  upsertFolder,
  type FolderRow,
} from './store.ts'

export function readNotesFolder(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<NotesFolder> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    return toNotesFolder(tx, projectId)
  })
}

/**
 * From now on the project's recordings are notes in this folder. The same folder again looks at everything
 * again; another one gets what people wrote in the notes of the first.
 */
export async function chooseNotesFolder(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  projectId: string,
  given: string,
): Promise<NotesFolder> {
  requireMachineAdmin(caller)
  await requireProject(db.sql, caller, projectId)
  const folder = await requireUsable(given, [config.dataDir, config.backupDir])
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    const others = (await selectFolders(tx)).filter((one) => one.project_id !== projectId)
    if (others.some((one) => isNested(one.path, folder))) {
      throw refused('taken', 'path is the notes folder of another project, or lies in or above it.')
    }
    const before = await selectFolder(tx, projectId)
    if (before) await withdrawMissing(tx, toChosen(before))
    const row = { project_id: projectId, path: folder, created_at: clock.now() }
    await upsertFolder(tx, row)
    await insertChangesOf(tx, projectId)
    afterCommit(tx, (signals) => signals.emit('notes.folders'))
    return toNotesFolder(tx, projectId)
  })
}

/** The files stay as they are. */
export function removeNotesFolder(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<NotesFolder> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    const row = await selectFolder(tx, projectId)
    if (row) {
      await withdrawMissing(tx, toChosen(row))
      await deleteFolder(tx, row)
    }
    afterCommit(tx, (signals) => signals.emit('notes.folders'))
    return toNotesFolder(tx, projectId)
  })
}

export const toChosen = (row: Pick<FolderRow, 'project_id' | 'path'>): ChosenFolder => ({
  kind: 'notes_folder_missing',
  projectId: row.project_id,
  path: row.path,
})

const refused = (code: string, message: string) => errors.invalid('path', code, message)

/** The folder without links on the way; 400 tells why it cannot be used. */
async function requireUsable(given: string, own: readonly string[]): Promise<string> {
  requireAbsolute(given)
  const folder = await realpath(given).catch(() => null)
  if (folder === null) throw refused('folder_missing', 'path names no folder.')
  const problem = await findProblem(folder)
  if (problem?.code === 'folder_missing') throw refused(problem.code, 'path names no folder.')
  if (problem) throw refused(problem.code, 'path names a folder in which Earshot may not write.')
  await refuseOwn(folder, own)
  return folder
}

async function toNotesFolder(tx: Tx, projectId: string): Promise<NotesFolder> {
  const row = await selectFolder(tx, projectId)
  const counts = row ? await countNotes(tx, row) : { notes: 0, waiting: 0 }
  const shared = { project_id: projectId, note_count: counts.notes, waiting_count: counts.waiting }
  if (!row) return { ...shared, path: null, state: 'off', written_at: null, error: null }
  const error = row.error_code && {
    code: row.error_code as NonNullable<NotesFolder['error']>['code'], // the mirror writes no other
    message: row.error_message ?? '',
  }
  return {
    ...shared,
    path: row.path,
    state: error ? 'failed' : counts.waiting > 0 ? 'writing' : 'current',
    written_at: toIsoOrNull(row.written_at),
    error: error || null,
  }
}
