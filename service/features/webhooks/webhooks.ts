import { requireReach, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { seal } from '../../core/secrets.ts'
import { day, plusMs, toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requireNamedProjects } from '../projects/projects.ts'
import { cancelDeliveries, returnInFlight, selectUnderWay } from './outbox-store.ts'
import { requireOpenTarget } from '../../core/open-target.ts'
import type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './schema.ts'
import { newWebhookSecret } from './sign.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

const maxWebhooks = 20 // api-choices.md 5
const oldSecretLifeMs = day // Spec: Delivery rules 7

export async function listWebhooks(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectWebhooks(db.sql, caller, request)
  return { items: items.map((row) => toWebhook(row, clock.now())), nextCursor }
}

/** The row; 404 where there is none, 403 where it reaches beyond the key's projects. */
export async function requireWebhook(sql: Sql, caller: Caller, id: string): Promise<WebhookRow> {
  const row = await selectWebhook(sql, caller.organizationId, id)
  if (!row) throw errors.notFound('webhook')
  requireProjectsWithin(caller, row.project_ids)
  return row
}

export async function readWebhook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Webhook> {
  return toWebhook(await requireWebhook(db.sql, caller, id), clock.now())
}

export async function createWebhook(
  { db, clock, keys, config }: Pick<Deps, 'db' | 'clock' | 'keys' | 'config'>,
  caller: Caller,
  input: NewWebhook,
): Promise<WebhookWithSecret> {
  await requireOpenTarget(config, input.url)
  const secret = newWebhookSecret()
  const now = clock.now()
  return db.transaction(async (tx) => {
    if ((await countWebhooks(tx, caller.organizationId)) >= maxWebhooks) throw tooMany()
    // Left out by a restricted key: its own projects, as with new API keys.
    const own = caller.projectIds ? [...caller.projectIds] : null
    const projectIds = input.project_ids === undefined ? own : input.project_ids
    await requireProjects(tx, caller, projectIds)
    const row = await insertWebhook(tx, {
      id: newId('wh'),
      organization_id: caller.organizationId,
      url: input.url,
      events: input.events,
      description: input.description ?? null,
      project_ids: projectIds,
      include_result: input.include_result ?? false,
      created_by: caller.memberId,
      ...sealed(keys.webhook, secret),
      // Pinned to what the request spoke (api-choices.md 16).
      api_version: caller.apiVersion,
      created_at: now,
      updated_at: now,
    })
    return { ...toWebhook(row, now), secret }
  })
}

// Choice: a validation error, as with every other limit on what may be stored.
const tooMany = () =>
  errors.invalid('webhooks', 'too_many', `There may be at most ${maxWebhooks} webhooks.`)

const sealed = (key: Buffer, secret: string) => ({
  secret_sealed: seal(key, secret),
  secret_hint: secret.slice(-4),
})

export async function changeWebhook(
  { db, signals, clock, config }: Pick<Deps, 'db' | 'signals' | 'clock' | 'config'>,
  caller: Caller,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  await requireWebhook(db.sql, caller, id)
  if (change.url !== undefined) await requireOpenTarget(config, change.url)
  const now = clock.now()
  let cancelled = new Set<string>()
  let broken = new Set<string>()
  const webhook = await db.transaction(async (tx) => {
    const before = await requireWebhook(tx, caller, id)
    await requireProjects(tx, caller, change.project_ids)
    const takesResultsOut = before.include_result && change.include_result === false
    cancelled = change.is_active === false ? await cancelDeliveries(tx, id) : new Set()
    broken =
      takesResultsOut && change.is_active !== false ? await selectUnderWay(tx, id) : new Set()
    const row = await updateWebhook(tx, id, {
      ...(change.url !== undefined && { url: change.url }),
      ...(change.events !== undefined && { events: change.events }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.project_ids !== undefined && { project_ids: change.project_ids }),
      ...(change.include_result !== undefined && { include_result: change.include_result }),
      ...(change.is_active === true && switchedOn),
      ...(change.is_active === false && before.is_active && switchedOff),
      updated_at: now,
    })
    return toWebhook(row, now)
  })
  // Once this has answered, no request of a switched-off endpoint follows (reliability.md W-9). By
  // id: a test, which may go to one that is off, can have begun since.
  if (cancelled.size > 0) {
    await signals.emit('deliveries.cancelled', { ids: [...cancelled] })
  }
  if (broken.size > 0) await beginAgain({ db, signals }, broken, now)
  return webhook
}

/**
 * Breaks off attempts that may hold a result, and makes them again without one: as with an endpoint
 * that is switched off, nothing that was said follows the answer. A crash in between leaves them to the next start.
 */
async function beginAgain(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  ids: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  await signals.emit('deliveries.cancelled', { ids: [...ids] })
  // Only now: one that is due while its attempt runs would be sent twice at once.
  for (const id of ids) await returnInFlight(db.sql, { id }, now)
  await signals.emit('deliveries.due')
}

const switchedOff = { is_active: false, disabled_reason: 'user' } as const
const switchedOn = {
  is_active: true,
  disabled_reason: null,
  consecutive_failures: 0,
  failing_since: null,
} as const

export async function removeWebhook(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  caller: Caller,
  id: string,
) {
  await db.transaction(async (tx) => {
    await requireWebhook(tx, caller, id)
    await deleteWebhook(tx, id)
  })
  await signals.emit('deliveries.cancelled', { webhookId: id })
  return { id, deleted: true as const }
}

/** Spec: Delivery rules 7. A second rotation within 24 hours drops the oldest secret. */
export async function rotateSecret(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Caller,
  id: string,
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret()
  const now = clock.now()
  return db.transaction(async (tx) => {
    const before = await requireWebhook(tx, caller, id)
    const row = await updateWebhook(tx, id, {
      ...sealed(keys.webhook, secret),
      previous_secret_sealed: before.secret_sealed,
      previous_secret_expires_at: plusMs(now, oldSecretLifeMs),
      updated_at: now,
    })
    return { ...toWebhook(row, now), secret }
  })
}

async function requireProjects(
  sql: Sql,
  caller: Caller,
  ids: readonly string[] | null | undefined,
): Promise<void> {
  if (ids === undefined) return
  requireProjectsWithin(caller, ids)
  await requireNamedProjects(sql, caller, ids ?? [])
}

/** A restricted key may not reach beyond its projects, so neither may its webhooks. */
function requireProjectsWithin(caller: Caller, ids: readonly string[] | null): void {
  if (caller.projectIds === null) return
  if (ids === null) {
    throw new ApiError(
      'project_access_denied',
      'This webhook reaches beyond the projects of this key.',
    )
  }
  for (const id of ids) requireReach(caller, id)
}

const toWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  project_ids: row.project_ids,
  include_result: row.include_result,
  is_active: row.is_active,
  disabled_reason: row.disabled_reason,
  api_version: row.api_version,
  secret_hint: row.secret_hint,
  previous_secret_expires_at: toIsoOrNull(
    // Past its time it signs nothing any more, so there is none to show.
    row.previous_secret_expires_at && row.previous_secret_expires_at >= now
      ? row.previous_secret_expires_at
      : null,
  ),
  consecutive_failures: row.consecutive_failures,
  last_delivery_at: toIsoOrNull(row.last_delivery_at),
  last_success_at: toIsoOrNull(row.last_success_at),
  created_by: row.created_by,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
