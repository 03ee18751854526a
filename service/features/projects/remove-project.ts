import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { removeProjectContent } from '../content/content.ts'
import { forgetInsights } from '../insights/insights.ts'
import { forgetProject } from '../webhooks/retention.ts'
import { announceDeletion } from './changes.ts'
import { requireProject } from './projects.ts'
import { deleteProject } from './store.ts'

/** Spec: deletes the project with all its content, transcripts and analyses, for good. */
export async function removeProject(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  caller: Caller,
  id: string,
) {
  await deps.db.transaction(async (tx) => {
    const row = await requireProject(tx, caller, id)
    await removeProjectContent(deps, tx, id)
    await forgetInsights(deps, tx, id)
    await forgetProject(tx, id)
    await deps.queue.cancel(tx, id)
    await deleteProject(tx, id)
    // After its other events went, so that this one stays to be read and delivered.
    await announceDeletion(deps, tx, row)
  })
  return { id, deleted: true as const }
}
