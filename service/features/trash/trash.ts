/**
 * The bin: what a person deletes on the page lies here for 30 days (api-choices.md 29). A recording in it
 * stands in a project that nobody sees, a project in it is not shown (0035-titles-and-trash.sql), so that
 * lists, search, Ask and insights find neither; nothing of them is lost. `DELETE` stays for good.
 */
import { readCursor, signCursor } from '../../core/cursor.ts'
import { requireReach, requireUnrestricted, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { day, plusMs, toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { moveContent } from '../content/change.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent, requireContent, type ContentRef } from '../content/content.ts'
import { markQueued } from '../content/status.ts'
import { requireProject } from '../projects/projects.ts'
import { requirePrompt, requireUnusedPrompt } from '../prompts/prompts.ts'
import { pauseRecording } from '../transcription/control.ts'
import { queueTranscription } from '../transcription/transcription.ts'
import type { Restored, TrashItem } from './schema.ts'
import {
  findOrAddBin,
  selectProcessing,
  selectTrash,
  isTrashedContent,
  selectTrashedProject,
  selectTrashedPrompt,
  setTrashed,
  type TrashRow,
} from './store.ts'

type TrashDeps = Pick<Deps, 'db' | 'queue' | 'clock'>

const keptDays = 30

/** Before this time, what lies in the bin has lain there long enough. */
export const expiredBefore = (now: Date): Date => plusMs(now, -keptDays * day)

const toItem = ({ trashed_at: at, ...row }: TrashRow): TrashItem => ({
  ...row,
  trashed_at: toIso(at),
  expires_at: toIso(plusMs(at, keptDays * day)),
})

export async function listTrash(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { organizationId, projectIds }: Caller,
  { limit, cursor }: PagingQuery,
) {
  const list = JSON.stringify(['trash', organizationId, projectIds])
  // Each of ours was signed below, in this form.
  const from = readCursor(keys.cursor, cursor, list) as [number, string] | null
  const after = from && { at: new Date(from[0]), id: from[1] }
  const rows = await selectTrash(
    db.sql,
    { organizationId, projectIds },
    { after, limit: limit + 1 },
  )
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last
    ? signCursor(keys.cursor, [last.trashed_at.getTime(), last.id], list)
    : null
  return { items: rows.slice(0, limit).map(toItem), nextCursor }
}

/** Pauses its transcription; a repeated request gets the same answer. */
export function trashContent(
  { db, ...deps }: TrashDeps,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<TrashItem> {
  return db.transaction(async (tx) => {
    const project = await requireProject(tx, caller, projectId)
    const before = await findTrashedContent(tx, caller, contentId)
    const isThere = before?.trashed_from === projectId
    const row = isThere ? before : await requireContent(tx, caller, projectId, contentId)
    const at = row.trashed_at ?? deps.clock.now()
    if (!isThere) {
      await pauseRecording(deps, tx, row)
      const bin = await findOrAddBin(tx, caller.organizationId, at)
      const home = { project_id: bin, trashed_at: at, trashed_from: projectId }
      await moveContent(deps, tx, row, home)
    }
    return toItem({
      id: contentId,
      type: 'content',
      name: row.shown_title,
      project_id: projectId,
      project_name: project.name,
      trashed_at: at,
    })
  })
}

/** Back where it came from; what was being transcribed goes on. */
export function restoreContent(
  { db, ...deps }: TrashDeps,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<Restored> {
  return db.transaction(async (tx) => {
    const row = await findTrashedContent(tx, caller, contentId)
    const answer: Restored = { id: contentId, type: 'content' }
    if (row?.trashed_from !== projectId) {
      await requireContent(tx, caller, projectId, contentId)
      return answer
    }
    requireReach(caller, projectId)
    if (await selectTrashedProject(tx, caller.organizationId, projectId)) {
      throw new ApiError('project_in_bin', 'Its project is in the bin: restore that first.')
    }
    const home = { project_id: projectId, trashed_at: null, trashed_from: null }
    await moveContent(deps, tx, row, home)
    await resume(deps, tx, row)
    return answer
  })
}

export function trashProject(
  { db, ...deps }: TrashDeps,
  caller: Caller,
  id: string,
): Promise<TrashItem> {
  return db.transaction(async (tx) => {
    const before = await requireTrashedProject(tx, caller, id)
    const row = before ?? (await requireProject(tx, caller, id))
    const at = row.trashed_at ?? deps.clock.now()
    if (!before) {
      for (const content of await processingOf(tx, id)) await pauseRecording(deps, tx, content)
      await setTrashed(tx, 'projects', id, at)
    }
    const { name } = row
    return toItem({ id, type: 'project', name, project_id: id, project_name: null, trashed_at: at })
  })
}

export function restoreProject(
  { db, ...deps }: TrashDeps,
  caller: Caller,
  id: string,
): Promise<Restored> {
  return db.transaction(async (tx) => {
    if (await requireTrashedProject(tx, caller, id)) {
      await setTrashed(tx, 'projects', id, null)
      for (const row of await processingOf(tx, id)) await resume(deps, tx, row)
    }
    await requireProject(tx, caller, id)
    return { id, type: 'project' }
  })
}

async function processingOf(tx: Tx, projectId: string): Promise<ContentRow[]> {
  const ids = await selectProcessing(tx, projectId)
  const rows = await Promise.all(ids.map((id) => findContent(tx, id)))
  return rows.filter((row) => row !== undefined)
}

/** Undefined where it is not in the bin. */
async function requireTrashedProject(sql: Sql, caller: Caller, id: string) {
  const row = await selectTrashedProject(sql, caller.organizationId, id)
  if (row) requireReach(caller, id)
  return row
}

export function trashPrompt(
  { db, clock }: TrashDeps,
  caller: Caller,
  id: string,
): Promise<TrashItem> {
  return db.transaction(async (tx) => {
    const before = await selectTrashedPrompt(tx, caller.organizationId, id)
    const row = before ?? (await requireUnusedPrompt(tx, caller, id))
    requireUnrestricted(caller)
    const at = row.trashed_at ?? clock.now()
    if (!before) await setTrashed(tx, 'prompts', id, at)
    const { name } = row
    const nowhere = { project_id: null, project_name: null }
    return toItem({ id, type: 'prompt', name, ...nowhere, trashed_at: at })
  })
}

export function restorePrompt(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  id: string,
): Promise<Restored> {
  return db.transaction(async (tx) => {
    const isTrashed = await selectTrashedPrompt(tx, caller.organizationId, id)
    if (!isTrashed) await requirePrompt(tx, caller, id)
    requireUnrestricted(caller)
    if (isTrashed) await setTrashed(tx, 'prompts', id, null)
    return { id, type: 'prompt' }
  })
}

/** The project in which an organization's recordings lie in the bin. */
export const binOf = (tx: Tx, organizationId: string, now: Date): Promise<string> =>
  findOrAddBin(tx, organizationId, now)

/** A recording in the bin. */
export async function findTrashedContent(
  sql: Sql,
  { organizationId }: { organizationId: string },
  id: string,
): Promise<ContentRow | undefined> {
  return (await isTrashedContent(sql, organizationId, id)) ? findContent(sql, id) : undefined
}

async function resume(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  { id, status, stage }: ContentRow,
): Promise<void> {
  if (status === 'processing' && stage === 'paused') {
    await queueTranscription(deps, tx, id, { move: markQueued })
  }
}

/** 404 unless it lies in the bin, within the key's reach. */
export async function requireTrashed(
  sql: Sql,
  { organizationId, projectIds }: Caller,
  id: string,
): Promise<Pick<TrashRow, 'id' | 'type'>> {
  const content = await findTrashedContent(sql, { organizationId }, id)
  const project = await selectTrashedProject(sql, organizationId, id)
  const home = content ? content.trashed_from : project?.id
  const isInReach = projectIds === null || (home != null && projectIds.includes(home))
  if (content && isInReach) return { id, type: 'content' }
  if (project && isInReach) return { id, type: 'project' }
  const isPrompt = await selectTrashedPrompt(sql, organizationId, id)
  if (isPrompt && projectIds === null) return { id, type: 'prompt' }
  throw errors.notFound('item in the bin')
}
