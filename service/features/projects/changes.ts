import { Type } from 'typebox'
import { second } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import type { ProjectChange } from './schema.ts'
import type { SettingsRow } from './settings.ts'
import { addChangedFields, takeChangedFields, selectProjectById, type ProjectRow } from './store.ts'

type ProjectChangeDeps = Pick<Deps, 'queue' | 'clock'>

/**
 * Choice: reported half a minute after the first change, with all that changed until then, so
 * that somebody who saves after each field sends one event (api-choices.md 10). A job, so
 * that a restart does
 * not lose it.
 */
export const reportChangesJob = defineJob({
  name: 'project.report-changes',
  payload: Type.Object({ project_id: Type.String() }),
  lane: 'light',
  attempts: 10,
  startAfterMs: 30 * second,
})

/** The fields that a change gives another value; empty where it changes nothing. */
export function changedFields(
  before: ProjectRow,
  named: Omit<ProjectChange, 'settings'>,
  settings: Partial<SettingsRow>,
): string[] {
  const isOther = (field: keyof typeof named | keyof SettingsRow, value: unknown) =>
    canonicalJson(value) !== canonicalJson(before[field])
  // Object.keys forgets the names that the types of both give.
  const own = Object.keys(named) as (keyof typeof named)[]
  const ofSettings = Object.keys(settings) as (keyof SettingsRow)[]
  return [
    ...own.filter((field) => isOther(field, named[field])),
    ...ofSettings
      .filter((field) => isOther(field, settings[field]))
      .map((field) => `settings.${field}`),
  ]
}

/** Adds to what is not reported yet; the first of it starts the half minute. */
export async function noteChanges(
  { queue }: ProjectChangeDeps,
  tx: Tx,
  { id, organization_id: organizationId }: Pick<ProjectRow, 'id' | 'organization_id'>,
  fields: string[],
) {
  const { isFirst } = await addChangedFields(tx, id, fields)
  if (!isFirst) return
  await queue.enqueue(tx, reportChangesJob.of({ project_id: id }, id, { organizationId }))
}

/** Nothing where the project is gone: its deletion is all there is to say. */
export async function reportChanges(deps: ProjectChangeDeps, tx: Tx, id: string): Promise<void> {
  const fields = await takeChangedFields(tx, id)
  const row = await selectProjectById(tx, id)
  if (!row || !fields) return
  const data = { id, name: row.name, changed_fields: fields }
  await announce(deps, tx, row, { event: 'project.updated', data })
}

export const announceCreation = (deps: ProjectChangeDeps, tx: Tx, row: ProjectRow): Promise<void> =>
  announce(deps, tx, row, { event: 'project.created', data: { id: row.id, name: row.name } })

export const announceDeletion = (
  deps: ProjectChangeDeps,
  tx: Tx,
  row: Pick<ProjectRow, 'id' | 'organization_id' | 'name'>,
): Promise<void> =>
  announce(deps, tx, row, { event: 'project.deleted', data: { id: row.id, name: row.name } })

async function announce(
  deps: ProjectChangeDeps,
  tx: Tx,
  { id, organization_id }: Pick<ProjectRow, 'id' | 'organization_id'>,
  content: EventContent<'project.created' | 'project.updated' | 'project.deleted'>,
): Promise<void> {
  await recordEvent(deps, tx, {
    ...content,
    organizationId: organization_id,
    projectId: id,
    link: content.event === 'project.deleted' ? '/v1/projects' : `/v1/projects/${id}`,
  })
}
