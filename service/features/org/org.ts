import { requireAdmin, requireUnrestricted, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireDefaultPrompt } from '../prompts/prompts.ts'
import { requireDefaultModels } from '../models/models.ts'
import { periodOf, readUsage } from '../usage/usage.ts'
import { requireVocabulary } from '../vocabulary/vocabulary.ts'
import type { Organization, OrganizationChange } from './schema.ts'
import { insertOrganization, selectOrganization, updateOrganization } from './store.ts'

// Choice: limits protect the disk of one machine; they are generous and the owner's to change.
export const defaultLimits = { transcription_minutes_limit: 100_000, storage_gb_limit: 1_000 }

async function requireOrganization(sql: Sql) {
  const row = await selectOrganization(sql)
  if (!row) throw errors.notFound('organization')
  return row
}

/** The machine's one organization, for work that nobody's key asks for. */
export const findOrganizationId = async (sql: Sql): Promise<string> =>
  (await requireOrganization(sql)).id

/** False before the first start has made it. */
export const hasOrganization = async (sql: Sql): Promise<boolean> =>
  (await selectOrganization(sql)) !== undefined

/** Makes the machine's one organization at the first start; later starts find it. */
export async function ensureOrganization(tx: Tx, now: Date) {
  const found = await selectOrganization(tx)
  if (found) return found
  return insertOrganization(tx, {
    id: newId('org'),
    name: 'My organization',
    slug: 'my-organization',
    default_prompt_id: null,
    ...defaultLimits,
    created_at: now,
  })
}

export const setDefaultPrompt = (tx: Tx, organizationId: string, promptId: string) =>
  updateOrganization(tx, organizationId, { default_prompt_id: promptId })

export const readOrganization = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  toOrganization(db.sql, clock.now())

/** Whether assistants may change something, beside reading. */
export const readAssistantsMayWrite = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await requireOrganization(db.sql)).assistants_may_write

/** Name, default prompt, vocabulary and limits; only given fields change. */
export async function changeOrganization(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  caller: Caller,
  { name, settings, usage }: OrganizationChange,
): Promise<Organization> {
  requireAdmin(caller)
  requireUnrestricted(caller)
  const { default_prompt_id: promptId, vocabulary, assistants_may_write: mayWrite } = settings ?? {}
  const models = await requireDefaultModels({ config, db }, settings ?? {})
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
    return toOrganization(tx, clock.now())
  })
}

async function toOrganization(sql: Sql, now: Date): Promise<Organization> {
  const row = await requireOrganization(sql)
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
