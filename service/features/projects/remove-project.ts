import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { removeProjectContent } from '../content/content.ts'
import { forgetInsights } from '../insights/insights.ts'
import { forgetProject } from '../webhooks/retention.ts'
import { announceDeletion } from './changes.ts'
import { requireProject } from './projects.ts'
import { deleteProject, type ProjectRow } from './store.ts'

/** Spec: deletes the project with all its content, transcripts and analyses, for good. */
export async function removeProject(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  caller: Caller,
  id: string,
) {
  await deps.db.transaction(async (tx) => {
    await dropProject(deps, tx, await requireProject(tx, caller, id))
  })
  return { id, deleted: true as const }
}

/** Its recordings in the bin go with it: nobody could tell any more where they belong. */
export async function dropProject(
  deps: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  row: Pick<ProjectRow, 'id' | 'organization_id' | 'name'>,
): Promise<void> {
  const { id } = row
  await removeProjectContent(deps, tx, row)
  await forgetInsights(deps, tx, id)
  await forgetProject(tx, id)
  await deps.queue.cancel(tx, id)
  await deleteProject(tx, id)
  // After its other events went, so that this one stays to be read and delivered.
  await announceDeletion(deps, tx, row)
}
