import { requireMachineAdmin, requireSession, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Deps } from '../../deps.ts'
import { withdrawMissing, type ChosenFolder } from '../notices/missing-folders.ts'
import { requireNamedProject } from '../projects/projects.ts'
import { findFiles, requireFolder, toFolderError } from './folder-files.ts'
import type { NewWatchedFolder, WatchedFolder, WatchedFolderQuery } from './schema.ts'
import {
  deleteFolder,
  deleteRefused,
  insertFiles,
  insertFolder,
  selectFolder,
  selectFolderOf,
  selectFolders,
  selectFoldersToWatch,
  type WatchedFolderRow,
} from './store.ts'

const mostFolders = 100

/** Newest first. Paths of the machine are told to its admins alone. */
export async function listWatchedFolders(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { project_id: projectId, ...query }: WatchedFolderQuery,
) {
  requireMachineAdmin(caller)
  const { organizationId } = caller
  const request = { ...query, filters: { project_id: projectId }, key: keys.cursor }
  const { items, nextCursor } = await selectFolders(db.sql, { organizationId, projectId }, request)
  return { items: items.map(toWatchedFolder), nextCursor }
}

/**
 * Begins to add what comes into a folder to a project; what lies there already is not new (decision 0069). One
 * that is watched for the project is answered as it is. Only for the app and the command line on this machine:
 * by a key that got lost nobody should read its files.
 */
export async function addWatchedFolder(
  { db, clock, config, signals }: Pick<Deps, 'db' | 'clock' | 'config' | 'signals'>,
  caller: Caller,
  { project_id: projectId, path: given }: NewWatchedFolder,
): Promise<{ isNew: boolean; folder: WatchedFolder }> {
  requireSession(caller)
  await requireNamedProject(db.sql, caller, 'project_id', projectId)
  const path = await requireFolder(given, [config.dataDir, config.backupDir])
  const found = await findFiles(path).catch((error) => Promise.reject(asInvalid(error)))
  let isNew = false
  const folder = await db.transaction(async (tx) => {
    const before = await selectFolderOf(tx, projectId, path)
    isNew = before === undefined
    if (before) return toWatchedFolder(before)
    await requireNamedProject(tx, caller, 'project_id', projectId)
    if ((await selectFoldersToWatch(tx)).length >= mostFolders) {
      throw errors.invalid('path', 'too_many', `At most ${mostFolders} folders are watched.`)
    }
    const [id, now] = [newId('wfl'), clock.now()]
    await insertFolder(tx, {
      ...{ id, organization_id: caller.organizationId, project_id: projectId, path },
      created_at: now,
    })
    const files = found.files.map((file) => ({
      ...{
        folder_id: id,
        path: file.path,
        size_bytes: file.size,
        outcome: 'there_before' as const,
      },
      changed_at_ms: file.changedAtMs,
      noted_at: now,
    }))
    await insertFiles(tx, files)
    afterCommit(tx, () => signals.emit('folders.due'))
    return toWatchedFolder(await requireFolderRow(tx, caller, id))
  })
  return { isNew, folder }
}

const asInvalid = (error: unknown): unknown => {
  const told = toFolderError(error)
  return told instanceof Error && 'code' in told
    ? errors.invalid('path', String(told.code), told.message)
    : told
}

/** Looks through the folder now, also at the files that were refused. */
export function scanWatchedFolder(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  caller: Caller,
  id: string,
): Promise<WatchedFolder> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireFolderRow(tx, caller, id)
    await deleteRefused(tx, id)
    afterCommit(tx, () => signals.emit('folders.due'))
    return toWatchedFolder(await requireFolderRow(tx, caller, id))
  })
}

/** Its recordings stay, as do its files. */
export function removeWatchedFolder(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await withdrawMissing(tx, toChosen(await requireFolderRow(tx, caller, id)))
    await deleteFolder(tx, id)
    afterCommit(tx, () => signals.emit('folders.due'))
    return { id, deleted: true as const }
  })
}

async function requireFolderRow(sql: Sql, caller: Caller, id: string): Promise<WatchedFolderRow> {
  const row = await selectFolder(sql, id)
  if (row?.organization_id !== caller.organizationId) throw errors.notFound('watched folder')
  return row
}

export const toChosen = (row: Pick<WatchedFolderRow, 'project_id' | 'path'>): ChosenFolder => ({
  kind: 'watched_folder_missing',
  projectId: row.project_id,
  path: row.path,
})

const toWatchedFolder = (row: WatchedFolderRow): WatchedFolder => ({
  id: row.id,
  project_id: row.project_id,
  path: row.path,
  error: toFailure(row),
  taken_count: row.taken_count,
  waiting: row.waiting,
  failures: row.refused.map((file) => ({
    filename: file.path,
    error: toFailure(file) ?? { code: 'internal_error', message: '' },
    failed_at: toIso(new Date(file.noted_at)),
  })),
  created_at: toIso(row.created_at),
})

type Failed = { error_code: string | null; error_message: string | null }

const toFailure = ({ error_code: code, error_message: message }: Failed) =>
  code === null ? null : { code, message: message ?? '' }
