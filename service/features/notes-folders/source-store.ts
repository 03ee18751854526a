// What a note is written from: rows of other slices.
import type { Sql } from '../../db/database.ts'

export type Home = {
  project_id: string
  project_name: string
  is_shown: boolean
  trashed_at: Date | null
  /** Of its project; null where that is not mirrored. */
  folder: string | null
}

/** Where a recording belongs; undefined where it was deleted. */
export const selectHome = (sql: Sql, contentId: string): Promise<Home | undefined> =>
  sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .leftJoin('notes_folders', 'notes_folders.project_id', 'projects.id')
    .select(['projects.id as project_id', 'projects.name as project_name', 'projects.is_shown'])
    .select(['content.trashed_at', 'notes_folders.path as folder'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()

/** Of each prompt the newest completed analysis, in the order in which the prompts were first used. */
export async function selectAnalysesOf(sql: Sql, contentId: string) {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .select(['id', 'prompt_name', 'result', 'needs_language_model'])
    .where('content_id', '=', contentId)
    .where('status', '=', 'completed')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  return rows
}

export const selectTasksOf = (sql: Sql, contentId: string) =>
  sql
    .selectFrom('action_items')
    .select(['id', 'text', 'owner', 'due', 'due_on', 'done_at', 'segment_ids'])
    .where('content_id', '=', contentId)
    .where('is_listed', '=', true)
    // As the list of tasks has them: of one analysis, the first was stored last.
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .execute()

export const selectNotesOf = (sql: Sql, contentId: string) =>
  sql
    .selectFrom('content_notes')
    .select(['text', 'markers'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
