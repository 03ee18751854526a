// What a prompt asked before; to return to an older text is to save it again.
import type { Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import { openCursor, sealCursor } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requirePrompt } from './prompts.ts'
import type { PromptVersion } from './schema.ts'
import { selectVersions, type VersionRow } from './store.ts'

/** Every text and schema that a prompt had, newest first. */
export async function listVersions(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  promptId: string,
  { limit, cursor }: PagingQuery,
) {
  const { version: current } = await requirePrompt(db.sql, caller, promptId)
  const list = `versions of ${promptId}`
  const from = cursor === undefined ? undefined : openCursor(keys.cursor, cursor, list)
  const range = { projectIds: caller.projectIds, below: from && Number(from.id), limit: limit + 1 }
  const rows = await selectVersions(db.sql, promptId, range)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const position = last && { created_at: last.created_at, id: String(last.version) }
  return {
    items: shown.map((row) => toVersion(row, current)),
    nextCursor: position ? sealCursor(keys.cursor, position, list) : null,
  }
}

const toVersion = (row: VersionRow, current: number): PromptVersion => ({
  version: row.version,
  template: row.template,
  output_schema: row.output_schema,
  is_current: row.version === current,
  analysis_count: row.analysis_count,
  edited_by: row.edited_by,
  created_at: toIso(row.created_at),
})
