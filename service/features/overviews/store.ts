// What a list shows of recordings beside their own fields: rows of other slices.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { within, type Scope } from '../../db/scope.ts'
import type { StoredSpeaker } from '../../db/tables.ts'

export type OverviewRow = {
  id: string
  summary: string | null
  speakers: StoredSpeaker[] | null
  open_actions: number
}

/** Choice: a summary is the field of that name, unless it only stands in for a language model. */
export async function selectOverviews(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<OverviewRow[]> {
  const { rows } = await raw<OverviewRow>`
    SELECT content.id,
      (SELECT result ->> 'summary' FROM analyses
        WHERE content_id = content.id AND status = 'completed'
          AND json_typeof(result -> 'summary') = 'string'
          AND NOT coalesce(needs_language_model, '[]') ? '/summary'
        ORDER BY created_at DESC, id DESC LIMIT 1) AS summary,
      (SELECT speakers FROM transcripts
        WHERE content_id = content.id ORDER BY version DESC LIMIT 1) AS speakers,
      (SELECT count(*)::int FROM action_items
        WHERE content_id = content.id AND is_listed AND done_at IS NULL) AS open_actions
    FROM content
    WHERE content.id = ANY(${[...ids]}::text[]) AND ${within('content', scope)}`.execute(sql)
  return rows
}
