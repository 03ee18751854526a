import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { dropContent } from '../content/content.ts'
import { dropProject } from '../projects/remove-project.ts'
import { dropPrompt } from '../prompts/prompts.ts'
import { selectExpired, selectTrash, selectTrashedProject, type TrashRow } from './store.ts'
import { expiredBefore, findTrashedContent, requireTrashed } from './trash.ts'

type EmptyDeps = Pick<Deps, 'db' | 'queue' | 'clock'>

/** One of it, for good. */
export async function deleteTrashed({ db, ...deps }: EmptyDeps, caller: Caller, id: string) {
  await db.transaction(async (tx) => {
    await drop(deps, tx, caller.organizationId, await requireTrashed(tx, caller, id))
  })
  return { id, deleted: true as const }
}

/** All that the caller may see of it, for good. */
export async function emptyTrash(deps: EmptyDeps, { organizationId, projectIds }: Caller) {
  return deps.db.transaction(async (tx) => {
    const within = { organizationId, projectIds }
    const rows = await selectTrash(tx, within, { after: null, limit: 1_000_000 })
    for (const row of rows) await drop(deps, tx, organizationId, row)
    return { deleted_count: rows.length }
  })
}

/** What has lain in the bin for its 30 days. */
export async function expireTrash({ db, ...deps }: EmptyDeps): Promise<void> {
  const time = expiredBefore(deps.clock.now())
  await db.transaction(async (tx) => {
    for (const { organization_id: organizationId, ...row } of await selectExpired(tx, time)) {
      await drop(deps, tx, organizationId, row)
    }
  })
}

/** Nothing where it went with its project. */
async function drop(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  organizationId: string,
  { id, type }: Pick<TrashRow, 'id' | 'type'>,
): Promise<void> {
  if (type === 'prompt') return dropPrompt(tx, id)
  if (type === 'project') {
    const project = await selectTrashedProject(tx, organizationId, id)
    return project && dropProject(deps, tx, project)
  }
  const content = await findTrashedContent(tx, { organizationId }, id)
  return content && dropContent(deps, tx, organizationId, content)
}
