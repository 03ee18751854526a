// What a prompt asked before; to return to an older text is to save it again.
import type { Caller } from '../../core/caller.ts'
import { toIso } from '../../core/time.ts'
import { pageOfVersions } from '../../db/page.ts'
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
  query: PagingQuery,
) {
  const { version: current } = await requirePrompt(db.sql, caller, promptId)
  const { items, nextCursor } = await pageOfVersions(
    (range) => selectVersions(db.sql, promptId, { ...range, projectIds: caller.projectIds }),
    { ...query, list: `versions of ${promptId}`, key: keys.cursor },
  )
  return { items: items.map((row) => toVersion(row, current)), nextCursor }
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
