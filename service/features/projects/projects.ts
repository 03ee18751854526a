import { requireReach, requireUnrestricted, type Caller, type Reach } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toSlug } from '../../core/slug.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { readSpeechModels } from '../models/models.ts'
import { forgetVoices } from '../voices/voices.ts'
import { announceCreation, changedFields, noteChanges } from './changes.ts'
import type { NewProject, Project, ProjectChange } from './schema.ts'
import { noSettings, requireSettings, toColumns, toSettings, type SettingsRow } from './settings.ts'
import {
  hasSlug,
  insertProject,
  selectProject,
  selectProjectByName,
  selectProjects,
  updateProject,
  type ProjectRow,
} from './store.ts'

export async function listProjects(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectProjects(db.sql, caller, request)
  return { items: items.map(toProject), nextCursor }
}

/** The project's row; 404 where there is none, 403 where the key is restricted to others. */
export async function requireProject(sql: Sql, caller: Reach, id: string): Promise<ProjectRow> {
  const row = await selectProject(sql, caller.organizationId, id)
  if (!row) throw errors.notFound('project')
  requireReach(caller, id)
  return row
}

/** The project that a body names in `field`: 403 beyond the key's reach, 400 where unknown. */
export async function requireNamedProject(
  sql: Sql,
  caller: Caller,
  field: string,
  id: string,
): Promise<void> {
  requireReach(caller, id)
  if (await selectProject(sql, caller.organizationId, id)) return
  throw errors.invalid(field, 'unknown', `There is no project ${id}.`)
}

/** The projects that a body names in project_ids: 403 beyond the key's reach, 400 where unknown. */
export async function requireNamedProjects(
  sql: Sql,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await requireNamedProject(sql, caller, 'project_ids', id)
}

export async function readProject(deps: Pick<Deps, 'db'>, caller: Caller, id: string) {
  return toProject(await requireProject(deps.db.sql, caller, id))
}

export async function createProject(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'queue' | 'config'>,
  caller: Caller,
  input: NewProject,
): Promise<Project> {
  requireUnrestricted(caller)
  const models = await readSpeechModels({ ...deps, db }, caller, input.settings)
  return db.transaction(async (tx) => {
    const request = { before: noSettings, requested: input.settings ?? {} }
    const settings = { ...noSettings, ...(await requireSettings(tx, caller, request, models)) }
    return toProject(await addProject(deps, tx, caller.organizationId, { ...input, settings }))
  })
}

async function addProject(
  deps: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  organizationId: string,
  { settings, ...input }: Omit<NewProject, 'settings'> & { settings: SettingsRow },
): Promise<ProjectRow> {
  const now = deps.clock.now()
  const id = newId('proj')
  await insertProject(tx, {
    id,
    organization_id: organizationId,
    name: input.name,
    slug: await freeSlug(tx, organizationId, input),
    description: input.description ?? null,
    ...settings,
    vocabulary: JSON.stringify(settings.vocabulary),
    created_at: now,
    updated_at: now,
  })
  const row = await selectProject(tx, organizationId, id)
  if (!row) throw new Error('A project row was not stored.')
  await announceCreation(deps, tx, row)
  return row
}

/** The project of this id or, where that is gone, the one of this name, made where there is none. */
export async function findOrAddProject(
  deps: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  organizationId: string,
  { id, name }: { id: string | undefined; name: string },
): Promise<ProjectRow> {
  const found =
    (id !== undefined && (await selectProject(tx, organizationId, id))) ||
    (await selectProjectByName(tx, organizationId, name))
  return found || addProject(deps, tx, organizationId, { name, settings: noSettings })
}

/** The requested slug, or one made from the name with a number where it is taken. */
async function freeSlug(tx: Tx, organizationId: string, { name, slug }: NewProject) {
  if (slug) {
    if (await hasSlug(tx, organizationId, slug)) {
      throw new ApiError('slug_taken', 'Another project has this slug.', {
        details: [{ field: 'slug', code: 'taken', message: 'is taken' }],
      })
    }
    return slug
  }
  const base = toSlug(name) || 'project'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`
    if (!(await hasSlug(tx, organizationId, candidate))) return candidate
  }
}

/** Choice: what changes nothing is no update; the time and the event of one stay away. */
export async function changeProject(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'queue' | 'config'>,
  caller: Caller,
  id: string,
  change: ProjectChange,
): Promise<Project> {
  const models = await readSpeechModels({ ...deps, db }, caller, change.settings)
  return db.transaction(async (tx) => {
    const before = await requireProject(tx, caller, id)
    const { settings: requested = {}, ...named } = change
    const settings = await requireSettings(tx, caller, { before, requested }, models)
    const fields = changedFields(before, named, settings)
    if (fields.length === 0) return toProject(before)
    await updateProject(tx, id, {
      ...named,
      ...toColumns(settings),
      updated_at: deps.clock.now(),
    })
    // Who no longer wants voices remembered wants them gone.
    if (settings.voice_memory === false) await forgetVoices(tx, id)
    await noteChanges(deps, tx, before, fields)
    return toProject(await requireProject(tx, caller, id))
  })
}

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  settings: toSettings(row),
  content_count: row.content_count,
  latest_content_at: toIsoOrNull(row.latest_content_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
