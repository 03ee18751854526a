import type { Reach } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentSource } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent } from '../events/events.ts'
import { forgetRecording } from '../insights/insights.ts'
import { requireProject } from '../projects/projects.ts'
import { indexContent } from '../search/index-content.ts'
import type { ContentRow } from './content-item.ts'
import { removeFilesJob } from './jobs.ts'
import { readRecordingName } from './recording-name.ts'
import type { SpeechOptions } from './speech-options.ts'
import {
  deleteContents,
  insertContent,
  reindexContent,
  selectContent,
  selectContentIds,
  selectContentIdsAmong,
} from './store.ts'

/** Names a recording: by its own id, and that of its project, which must hold it. */
export type ContentRef = { projectId: string; contentId: string }

/** The item with what is counted of it; undefined where there is none. */
export const findContent = (sql: Sql, contentId: string): Promise<ContentRow | undefined> =>
  selectContent(sql, contentId)

/** The item's row; 404 where the project has none of this id, 403 where the key may not see it. */
export async function requireContent(
  sql: Sql,
  caller: Reach,
  projectId: string,
  contentId: string,
): Promise<ContentRow> {
  await requireProject(sql, caller, projectId)
  const row = await selectContent(sql, contentId)
  if (row?.project_id !== projectId) throw errors.notFound('content')
  return row
}

type NewContent = {
  /** Left out, a new one. */
  id?: string
  filename: string
  content_type: string
  size_bytes: number
  source: ContentSource
  speech: SpeechOptions
  title?: string | null
  /** Its name, where a program made one for this recording. */
  folder?: string | undefined
  recorded_at?: Date | null
  /** Left out, now. */
  created_at?: Date
}

/** Adds an item whose bytes are still to come, or are taken in again. */
export async function addContent(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  project: { id: string; organization_id: string },
  {
    id = newId('cont'),
    speech,
    source,
    created_at,
    title,
    recorded_at,
    folder,
    ...file
  }: NewContent,
): Promise<ContentRow> {
  const now = deps.clock.now()
  const named = readRecordingName(file.filename, { folder, now })
  await insertContent(tx, {
    id,
    project_id: project.id,
    ...file,
    ...speech,
    source,
    title: title ?? null,
    name_title: named.title,
    recorded_at: recorded_at ?? named.recordedAt,
    status: 'uploaded',
    created_at: created_at ?? now,
    updated_at: now,
  })
  await indexContent(tx, id)
  await recordEvent(deps, tx, {
    event: 'content.created',
    organizationId: project.organization_id,
    projectId: project.id,
    data: { content_id: id, ...file },
    link: contentPath(project.id, id),
  })
  const row = await selectContent(tx, id)
  if (!row) throw new Error('A content row was not stored.')
  return row
}

/** Spec: deletes the item and all associated data; a running job is cancelled first. */
export async function removeContent(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  caller: Reach,
  projectId: string,
  contentId: string,
) {
  await deps.db.transaction(async (tx) => {
    const row = await requireContent(tx, caller, projectId, contentId)
    await dropContent(deps, tx, caller.organizationId, row)
  })
  return { id: contentId, deleted: true as const }
}

/** Deletes the rows of one item; its file goes once `tx` has committed. */
export async function dropContent(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  organizationId: string,
  row: Pick<ContentRow, 'id' | 'project_id' | 'trashed_from' | 'filename'>,
): Promise<void> {
  const { id, filename } = row
  const project_id = row.trashed_from ?? row.project_id
  await deps.queue.cancel(tx, id)
  await forgetRecording(deps, tx, project_id, id)
  await deleteContents(tx, [id])
  await dropFiles(deps, tx, organizationId, [id])
  await recordEvent(deps, tx, {
    event: 'content.deleted',
    organizationId,
    projectId: project_id,
    data: { content_id: id, filename },
    link: `/v1/projects/${project_id}/content`,
  })
}

/** Deletes all items of a project that is itself being deleted; the files go after the commit. */
export async function removeProjectContent(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  project: { id: string; organization_id: string },
): Promise<void> {
  const ids = await selectContentIds(tx, project.id)
  for (const id of ids) await queue.cancel(tx, id)
  await deleteContents(tx, ids)
  if (ids.length > 0) await dropFiles({ queue }, tx, project.organization_id, ids)
}

/** Removes the files of items that `tx` deletes, or that were deleted before what was under way for them came. */
export const dropFiles = (
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  organizationId: string,
  ids: string[],
): Promise<void> =>
  queue.enqueue(tx, removeFilesJob.of({ content_ids: ids }, undefined, { organizationId }))

/** Every item of every project, and the deleted ones whose files a job is still to remove. */
export async function listRecordingIds({
  db,
  queue,
}: Pick<Deps, 'db' | 'queue'>): Promise<string[]> {
  const removals = await queue.listPayloads(db.sql, removeFilesJob)
  return [...(await selectContentIds(db.sql)), ...removals.flatMap((one) => one.content_ids)]
}

/** The same of these only. */
export async function selectRecordingIds(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  ids: readonly string[],
): Promise<string[]> {
  const removals = await queue.listPayloads(db.sql, removeFilesJob)
  return [
    ...(await selectContentIdsAmong(db.sql, ids)),
    ...removals.flatMap((one) => one.content_ids),
  ]
}

/** For a table that lost rows: its indexes still name them, and would refuse their ids or find another row. */
export const rebuildIndexes = (sql: Sql): Promise<void> => reindexContent(sql)

export const contentPath = (projectId: string, contentId: string): string =>
  `/v1/projects/${projectId}/content/${contentId}`
