import { requireAdmin, requireUnrestricted, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { forAllOrganizations } from '../../core/organization-context.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { ensureSystemPrompts, requireDefaultPrompt } from '../prompts/prompts.ts'
import { requireDefaultModels } from '../models/models.ts'
import { periodOf, readUsage } from '../usage/usage.ts'
import { requireVocabulary } from '../vocabulary/vocabulary.ts'
import type { Organization, OrganizationChange } from './schema.ts'
import {
  insertOrganization,
  selectAll,
  selectFirst,
  selectOrganization,
  updateOrganization,
  type OrganizationRow,
} from './store.ts'

// Choice: limits protect the disk of one machine; they are generous and the owner's to change.
const defaultLimits = { transcription_minutes_limit: 100_000, storage_gb_limit: 1_000 }

async function requireOrganization(sql: Sql, id: string): Promise<OrganizationRow> {
  const row = await selectOrganization(sql, id)
  if (!row) throw errors.notFound('organization')
  return row
}

/**
 * The organization that operates the installation, for work that nobody's key asks for: the one that the first
 * start made, and on most machines the only one.
 */
export async function findOrganizationId(sql: Sql): Promise<string> {
  const row = await selectFirst(sql)
  if (!row) throw errors.notFound('organization')
  return row.id
}

/** False before the first start has made one. */
export const hasOrganization = async (sql: Sql): Promise<boolean> =>
  (await selectFirst(sql)) !== undefined

/** Whether this is somebody of the organization that operates the installation; each sees only itself. */
export const isOperator = async (
  { db }: Pick<Deps, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<boolean> =>
  (await forAllOrganizations(() => findOrganizationId(db.sql))) === organizationId

/** At a start: the organization that operates the installation, and the built-in prompts of all. */
export async function prepareOrganizations(tx: Tx, now: Date): Promise<string> {
  const all = await selectAll(tx)
  for (const { id } of all) await givePrompts(tx, id, now)
  return (
    all[0]?.id ?? addOrganization(tx, { name: 'My organization', slug: 'my-organization' }, now)
  )
}

/** Adds an organization with the built-in prompts; nobody is a member of it yet. */
export async function addOrganization(
  tx: Tx,
  { id = newId('org'), name, slug }: Pick<OrganizationRow, 'name' | 'slug'> & { id?: string },
  now: Date,
): Promise<string> {
  const row = { id, name, slug, default_prompt_id: null, ...defaultLimits }
  await insertOrganization(tx, { ...row, created_at: now })
  await givePrompts(tx, id, now)
  return id
}

async function givePrompts(tx: Tx, id: string, now: Date): Promise<void> {
  const promptId = await ensureSystemPrompts(tx, id, now)
  const { default_prompt_id: chosen } = await requireOrganization(tx, id)
  if (chosen === null) await updateOrganization(tx, id, { default_prompt_id: promptId })
}

export const readOrganization = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId }: Caller,
): Promise<Organization> => toOrganization(db.sql, organizationId, clock.now())

/** Whether assistants may change something in an organization, beside reading. */
export const readAssistantsMayWrite = async (
  { db }: Pick<Deps, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<boolean> => (await requireOrganization(db.sql, organizationId)).assistants_may_write

/** Name, default prompt, vocabulary and limits; only given fields change. */
export async function changeOrganization(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  { name, settings, usage }: OrganizationChange,
): Promise<Organization> {
  requireAdmin(caller)
  requireUnrestricted(caller)
  const { default_prompt_id: promptId, vocabulary, assistants_may_write: mayWrite } = settings ?? {}
  const models = await requireDefaultModels({ config, db }, caller, settings ?? {})
  return db.transaction(async (tx) => {
    if (promptId !== undefined) await requireDefaultPrompt(tx, caller, promptId)
    const set = {
      ...(name !== undefined && { name }),
      ...(promptId !== undefined && { default_prompt_id: promptId }),
      ...models,
      ...(mayWrite !== undefined && { assistants_may_write: mayWrite }),
      ...(vocabulary && {
        vocabulary: JSON.stringify(requireVocabulary(vocabulary, 'settings.vocabulary')),
      }),
      ...(usage?.transcription_minutes && {
        transcription_minutes_limit: usage.transcription_minutes.limit,
      }),
      ...(usage?.storage_gb && { storage_gb_limit: usage.storage_gb.limit }),
    }
    if (Object.keys(set).length > 0) await updateOrganization(tx, caller.organizationId, set)
    return toOrganization(tx, caller.organizationId, clock.now())
  })
}

async function toOrganization(sql: Sql, id: string, now: Date): Promise<Organization> {
  const row = await requireOrganization(sql, id)
  const usage = await readUsage(sql, row.id, now)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    settings: {
      default_prompt_id: row.default_prompt_id ?? '',
      vocabulary: row.vocabulary,
      speech_model: row.speech_model,
      language_model: row.language_model,
      assistants_may_write: row.assistants_may_write,
    },
    // Choice: nothing is sold here, so the subscription is always active (api-choices.md 9).
    subscription: { status: 'active', plan: 'local', current_period_end: toIso(periodOf(now).end) },
    usage: {
      transcription_minutes: {
        used: usage.minutes,
        limit: row.transcription_minutes_limit,
        resets_at: toIso(usage.resetsAt),
      },
      storage_gb: { used: usage.storageGb, limit: row.storage_gb_limit },
    },
    created_at: toIso(row.created_at),
  }
}
