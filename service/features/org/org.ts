import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { periodOf, readUsage } from '../usage/usage.ts'
import type { Organization } from './schema.ts'
import { insertOrganization, selectOrganization, updateDefaultPrompt } from './store.ts'

// Choice: limits protect the disk of one machine; they are generous and the owner's to change.
const defaultLimits = { transcription_minutes_limit: 100_000, storage_gb_limit: 1_000 }

export const findOrganization = (sql: Sql) => selectOrganization(sql)

export async function requireOrganization(sql: Sql) {
  const row = await selectOrganization(sql)
  if (!row) throw errors.notFound('organization')
  return row
}

/** Makes the machine's one organization at the first start; later starts find it. */
export async function ensureOrganization(tx: Tx, now: Date) {
  const found = await selectOrganization(tx)
  if (found) return found
  const row = {
    id: newId('org'),
    name: 'My organization',
    slug: 'my-organization',
    default_prompt_id: null,
    ...defaultLimits,
    created_at: now,
  }
  await insertOrganization(tx, row)
  return row
}

export const setDefaultPrompt = (tx: Tx, organizationId: string, promptId: string) =>
  updateDefaultPrompt(tx, organizationId, promptId)

export async function readOrganization({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<Organization> {
  const row = await requireOrganization(db.sql)
  const now = clock.now()
  const usage = await readUsage(db.sql, row.id, now)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    settings: { default_prompt_id: row.default_prompt_id ?? '' },
    // Choice: nothing is sold here, so the subscription is always active (choices.md 9).
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
