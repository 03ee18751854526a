import type { Caller } from '../../core/caller.ts'
import { requireTime } from '../../core/iso-time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordActions } from '../actions/record-actions.ts'
import { matchEvent } from '../calendars/match.ts'
import { forgetRecording } from '../insights/insights.ts'
import { requireNamedProject } from '../projects/projects.ts'
import { indexContent } from '../search/index-content.ts'
import { toContentItem, type ContentItem, type ContentRow } from './content-item.ts'
import { requireContent, type ContentRef } from './content.ts'
import { describeFilesJob } from './jobs.ts'
import type { ContentChange } from './schema.ts'
import { selectContent, updateFields } from './store.ts'

type ChangeDeps = Pick<Deps, 'queue' | 'clock'>

/** Gives a recording another title, another time, or another project. The file's name stays. */
export function changeContent(
  { db, ...deps }: ChangeDeps & Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { title, recorded_at: recordedAt, project_id: to }: ContentChange,
): Promise<ContentItem> {
  return db.transaction(async (tx) => {
    const row = await requireContent(tx, caller, projectId, contentId)
    if (to !== undefined) await requireNamedProject(tx, caller, 'project_id', to)
    await updateFields(tx, contentId, {
      ...(title !== undefined && { title: tidyTitle(title) }),
      ...(recordedAt !== undefined && {
        recorded_at: recordedAt === null ? null : (requireTime('recorded_at', recordedAt) ?? null),
      }),
      updated_at: deps.clock.now(),
    })
    // “By Friday” counts from the day on which it was said.
    if (recordedAt !== undefined) {
      await recordActions(tx, contentId)
      await matchEvent(tx, contentId)
    }
    if (to !== undefined && to !== projectId) await moveContent(deps, tx, row, { project_id: to })
    await indexContent(tx, contentId)
    const { organizationId } = caller
    const payload = { content_id: contentId }
    await deps.queue.enqueue(tx, describeFilesJob.of(payload, undefined, { organizationId }))
    return toContentItem((await selectContent(tx, contentId)) ?? row)
  })
}

/** As it is kept: with single blanks. */
export const tidyTitle = (title: string | null): string | null =>
  title?.replaceAll(/\s+/g, ' ') ?? null

type Home = {
  project_id: string
  trashed_at?: Date | null
  trashed_from?: string | null
}

/**
 * To another project, with everything made from it (0035-titles-and-trash.sql); the insights of the old
 * one count it no longer.
 */
export async function moveContent(
  deps: ChangeDeps,
  tx: Tx,
  { id, project_id: from }: Pick<ContentRow, 'id' | 'project_id'>,
  to: Home,
): Promise<void> {
  await forgetRecording(deps, tx, from, id)
  await updateFields(tx, id, { ...to, updated_at: deps.clock.now() })
}
