import type { Insertable, Selectable, Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { WatchedFiles, WatchedFolders } from '../../db/tables.ts'

export type WatchedFileRow = Selectable<WatchedFiles>

const shownFailures = 20

/** Those of projects in the bin are left out. */
const selectFields = (sql: Sql) =>
  sql
    .selectFrom('watched_folders')
    .innerJoin('projects', 'projects.id', 'watched_folders.project_id')
    .where('projects.is_shown', '=', true)
    .selectAll('watched_folders')
    .select((by) => [
      jsonArrayFrom(
        by
          .selectFrom('watched_files')
          .whereRef('folder_id', '=', 'watched_folders.id')
          .where('outcome', '=', 'refused')
          .select(['watched_files.path', 'watched_files.error_code'])
          .select(['watched_files.error_message', 'watched_files.noted_at'])
          .orderBy('noted_at', 'desc')
          .limit(shownFailures),
      ).as('refused'),
    ])

export type WatchedFolderRow = NonNullable<Awaited<ReturnType<typeof selectFolder>>>

/** A folder as its watcher needs it; for a project that is not shown nothing is taken. */
export type FolderToWatch = Selectable<WatchedFolders> & { is_shown: boolean }

export const selectFoldersToWatch = (sql: Sql): Promise<FolderToWatch[]> =>
  sql
    .selectFrom('watched_folders')
    .innerJoin('projects', 'projects.id', 'watched_folders.project_id')
    .selectAll('watched_folders')
    .select('projects.is_shown')
    .execute()

export function selectFolders(
  sql: Sql,
  { organizationId, projectId }: { organizationId: string; projectId: string | undefined },
  page: PageRequest,
) {
  const query = selectFields(sql).where('watched_folders.organization_id', '=', organizationId)
  return pageOf(
    projectId === undefined ? query : query.where('watched_folders.project_id', '=', projectId),
    page,
  )
}

export const selectFolder = (sql: Sql, id: string) =>
  selectFields(sql).where('watched_folders.id', '=', id).executeTakeFirst()

export const selectFolderOf = (
  sql: Sql,
  projectId: string,
  path: string,
): Promise<WatchedFolderRow | undefined> =>
  selectFields(sql)
    .where('watched_folders.project_id', '=', projectId)
    .where('watched_folders.path', '=', path)
    .executeTakeFirst()

export async function insertFolder(sql: Sql, row: Insertable<WatchedFolders>): Promise<void> {
  await sql.insertInto('watched_folders').values(row).execute()
}

export async function updateFolder(
  sql: Sql,
  id: string,
  set: Updateable<WatchedFolders>,
): Promise<void> {
  await sql.updateTable('watched_folders').set(set).where('id', '=', id).execute()
}

export async function deleteFolder(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('watched_folders').where('id', '=', id).execute()
}

export const selectFiles = (sql: Sql, folderId: string): Promise<WatchedFileRow[]> =>
  sql.selectFrom('watched_files').selectAll().where('folder_id', '=', folderId).execute()

/** Writes what became of a file as it is now. Nothing where the folder is watched no more. */
export async function replaceFile(sql: Sql, row: Insertable<WatchedFiles>): Promise<void> {
  const { numUpdatedRows: folders } = await sql
    .updateTable('watched_folders')
    .set(({ eb }) => ({ taken_count: eb('taken_count', '+', row.outcome === 'taken' ? 1 : 0) }))
    .where('id', '=', row.folder_id)
    .executeTakeFirst()
  if (folders === 0n) return
  await deleteRefused(sql, row.folder_id, row.path)
  await sql.insertInto('watched_files').values(row).execute()
}

export async function insertFiles(
  sql: Sql,
  rows: readonly Insertable<WatchedFiles>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 1_000)
    await sql
      .insertInto('watched_files')
      .values(rows.slice(at, at + 1_000))
      .execute()
}

/** Forgets the refusal of one file, or of all. */
export async function deleteRefused(sql: Sql, folderId: string, path?: string): Promise<void> {
  const query = sql
    .deleteFrom('watched_files')
    .where('folder_id', '=', folderId)
    .where('outcome', '=', 'refused')
  await (path === undefined ? query : query.where('path', '=', path)).execute()
}

/** Whether the project has a recording of these bytes, be it in the bin. */
export async function hasRecording(sql: Sql, projectId: string, sha256: string): Promise<boolean> {
  const row = await sql
    .selectFrom('content')
    .select('id')
    .where('sha256', '=', sha256)
    .where('status', '!=', 'uploaded')
    .where((by) => by.or([by('project_id', '=', projectId), by('trashed_from', '=', projectId)]))
    .executeTakeFirst()
  return row !== undefined
}
