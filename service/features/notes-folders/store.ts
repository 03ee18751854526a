import { sql as raw, type Insertable, type Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { NoteFiles, NotesFolders } from '../../db/tables.ts'

export type FolderRow = Selectable<NotesFolders>
export type FileRow = Selectable<NoteFiles>

export const selectFolder = (sql: Sql, projectId: string): Promise<FolderRow | undefined> =>
  sql.selectFrom('notes_folders').selectAll().where('project_id', '=', projectId).executeTakeFirst()

export const selectFolders = (sql: Sql): Promise<FolderRow[]> =>
  sql.selectFrom('notes_folders').selectAll().orderBy('path').execute()

export async function upsertFolder(sql: Sql, row: Insertable<NotesFolders>): Promise<void> {
  await sql
    .insertInto('notes_folders')
    .values(row)
    .onConflict((on) =>
      on
        .column('project_id')
        .doUpdateSet({ path: row.path, error_code: null, error_message: null }),
    )
    .execute()
}

/** The files stay where they are, and are known no more. */
export async function deleteFolder(sql: Sql, { project_id, path }: FolderRow): Promise<void> {
  await sql
    .deleteFrom('note_changes')
    .where('content_id', 'in', (from) =>
      from.selectFrom('note_files').select('content_id').where('folder', '=', path),
    )
    .execute()
  await sql.deleteFrom('note_files').where('folder', '=', path).execute()
  await sql.deleteFrom('notes_folders').where('project_id', '=', project_id).execute()
}

type FolderState = Partial<Pick<FolderRow, 'error_code' | 'error_message' | 'written_at'>>

export async function updateFolder(sql: Sql, path: string, state: FolderState): Promise<void> {
  await sql.updateTable('notes_folders').set(state).where('path', '=', path).execute()
}

/** All recordings of the project are looked at. */
export async function insertChangesOf(sql: Sql, projectId: string): Promise<void> {
  await raw`
    INSERT INTO note_changes (content_id) SELECT id FROM content WHERE project_id = ${projectId}
    ON CONFLICT (content_id) DO UPDATE SET number = EXCLUDED.number`.execute(sql)
}

export type Change = { content_id: string; number: number }

export async function selectChanges(sql: Sql): Promise<string[]> {
  const rows = await sql.selectFrom('note_changes').select('content_id').orderBy('number').execute()
  return rows.map(({ content_id: id }) => id)
}

/** Where the note of a recording is, or will be; empty where it has none. */
export async function selectFolderOf(sql: Sql, contentId: string): Promise<string> {
  const { rows } = await raw<{ folder: string | null }>`
    SELECT coalesce(
      (SELECT path FROM content JOIN notes_folders USING (project_id) WHERE id = ${contentId}),
      (SELECT folder FROM note_files WHERE content_id = ${contentId})) AS folder`.execute(sql)
  return rows[0]?.folder ?? ''
}

export const selectChange = (sql: Sql, contentId: string): Promise<Change | undefined> =>
  sql.selectFrom('note_changes').selectAll().where('content_id', '=', contentId).executeTakeFirst()

/** Unless it changed again. */
export async function deleteChange(sql: Sql, { content_id, number }: Change): Promise<void> {
  await sql
    .deleteFrom('note_changes')
    .where('content_id', '=', content_id)
    .where('number', '=', number)
    .execute()
}

export const selectFile = (sql: Sql, contentId: string): Promise<FileRow | undefined> =>
  sql.selectFrom('note_files').selectAll().where('content_id', '=', contentId).executeTakeFirst()

export const selectFilesIn = (sql: Sql, folder: string) =>
  sql
    .selectFrom('note_files')
    .select(['content_id', 'path', 'size_bytes', 'changed_at_ms'])
    .where('folder', '=', folder)
    .execute()

export async function upsertFile(sql: Sql, row: Insertable<NoteFiles>): Promise<void> {
  const { content_id: _key, ...values } = row
  await sql
    .insertInto('note_files')
    .values(row)
    .onConflict((on) => on.column('content_id').doUpdateSet(values))
    .execute()
}

export async function markMissing(sql: Sql, contentId: string): Promise<void> {
  await sql
    .updateTable('note_files')
    .set({ size_bytes: null, changed_at_ms: null })
    .where('content_id', '=', contentId)
    .execute()
}

export async function deleteFile(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom('note_files').where('content_id', '=', contentId).execute()
}

export async function countNotes(
  sql: Sql,
  { project_id, path }: Pick<FolderRow, 'project_id' | 'path'>,
): Promise<{ notes: number; waiting: number }> {
  const { rows } = await raw<{ notes: number; waiting: number }>`
    SELECT (SELECT count(*) FROM note_files WHERE folder = ${path} AND size_bytes IS NOT NULL) AS notes,
      (SELECT count(*) FROM note_changes JOIN content ON content.id = content_id
        WHERE project_id = ${project_id}) AS waiting`.execute(sql)
  return rows[0] ?? { notes: 0, waiting: 0 }
}
