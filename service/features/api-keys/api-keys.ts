import { currentApiVersion } from '../../core/api-version.ts'
import type { Caller, Scope } from '../../core/caller.ts'
import { mayReach, requireUnrestricted } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { requireTime } from '../../core/iso-time.ts'
import { newApiKey, sha256Hex } from '../../core/secrets.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { PagingQuery } from '../../http/paging.ts'
import type { Deps } from '../../deps.ts'
import { requireNamedProjects } from '../projects/projects.ts'
import { requireOrigins } from './allowed-origins.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from './schema.ts'
import {
  deleteApiKey,
  giveKeysTo,
  insertApiKey,
  selectApiKey,
  selectApiKeys,
  updateSessionKey,
  type ApiKeyRow,
  type KeyOwner,
} from './store.ts'

export async function listApiKeys(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectApiKeys(db.sql, within(caller), request)
  return { items: items.map(toApiKey), nextCursor }
}

/**
 * Choice: a member who is no admin sees and revokes only keys that this member made; another's
 * answers 404. Admins, as the owner is, reach every key of the organization.
 */
const within = ({ organizationId, memberId, role }: Caller): KeyOwner => ({
  organizationId,
  memberId: role === 'admin' ? null : memberId,
})

export async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  input: NewApiKey,
): Promise<CreatedApiKey> {
  const type = input.key_type ?? 'secret'
  if (type === 'publishable' && !input.project_ids) {
    throw errors.invalid(
      'project_ids',
      'required',
      'project_ids is required for a publishable key.',
    )
  }
  if (type === 'publishable' && input.scopes?.length) {
    throw errors.invalid('scopes', 'invalid', 'A publishable key has no scopes; leave them out.')
  }
  if (type === 'secret' && input.scopes?.length === 0) {
    throw errors.invalid('scopes', 'required', 'scopes must name read, or read and write.')
  }
  const expiresAt = reachableExpiry(caller, input)
  if (expiresAt && expiresAt <= deps.clock.now()) {
    throw errors.invalid('expires_at', 'in_past', 'expires_at must be in the future.')
  }
  const allowedOrigins = requireOrigins(input)
  const key = newApiKey(type)
  return deps.db.transaction(async (tx) => {
    const row = await insertApiKey(tx, {
      id: newId('key'),
      organization_id: caller.organizationId,
      name: input.name,
      key_prefix: key.slice(0, 12),
      key_hash: sha256Hex(key),
      key_type: type,
      // Choice: write contains read, because the specification calls write full access.
      scopes: type === 'publishable' ? [] : withRead(input.scopes ?? ['read', 'write']),
      project_ids: await reachableProjects(tx, caller, input),
      allowed_origins: allowedOrigins,
      member_id: caller.memberId,
      // The version that the request spoke: the one chosen by header, else the maker's own.
      api_version: caller.apiVersion,
      last_used_at: null,
      expires_at: expiresAt,
      created_at: deps.clock.now(),
    })
    return { ...toApiKey(row), key }
  })
}

/** The projects a new key is restricted to: those requested, else the caller's own; null for all. */
async function reachableProjects(tx: Tx, caller: Caller, { project_ids: requested }: NewApiKey) {
  const own = caller.projectIds && [...caller.projectIds]
  const ids = requested === undefined ? own : requested
  if (ids === null) requireUnrestricted(caller)
  await requireNamedProjects(tx, caller, ids ?? [])
  return ids
}

/** When a new key expires: the time requested, else the caller's own; no later than that (api-choices.md 13). */
function reachableExpiry(
  { expiresAt: own }: Caller,
  { expires_at: requested }: NewApiKey,
): Date | null {
  if (requested === undefined) return own
  const expiresAt = requireTime('expires_at', requested ?? undefined) ?? null
  if (own === null || (expiresAt !== null && expiresAt <= own)) return expiresAt
  const text = `This API key expires at ${toIso(own)}, and makes none that works for longer.`
  throw new ApiError('insufficient_permissions', text)
}

const withRead = (scopes: readonly Scope[]): Scope[] =>
  scopes.includes('write') ? ['read', 'write'] : ['read']

/** Spec: Authentication 8, a key cannot revoke itself; Authentication 7, it stops working at once. */
export async function removeApiKey({ db }: Pick<Deps, 'db'>, caller: Caller, id: string) {
  if (id === caller.keyId) {
    throw new ApiError('cannot_revoke_current_key', 'A key cannot revoke itself; use another one.')
  }
  await requireWithin(db.sql, caller, id)
  // In a transaction, so that its entry in the audit log is written with it or neither is.
  return db.transaction(async (tx) => {
    if (!(await deleteApiKey(tx, within(caller), id))) throw errors.notFound('API key')
    return { id, deleted: true as const }
  })
}

/** Choice: a restricted key revokes no key that reaches further than itself (api-choices.md 13). */
async function requireWithin(sql: Sql, caller: Caller, id: string): Promise<void> {
  if (caller.projectIds === null) return
  const row = await selectApiKey(sql, within(caller), id)
  if (!row) throw errors.notFound('API key')
  if (row.project_ids?.every((projectId) => mayReach(caller, projectId))) return
  const text = 'This API key is restricted to projects, and the other one reaches further.'
  throw new ApiError('project_access_denied', text)
}

type FirstKey = { id: string; organizationId: string; memberId: string; now: Date }

/** The first key of somebody who accepted an invitation, as `createApiKey` answers one. */
export async function issueFirstKey(
  tx: Tx,
  { id, organizationId, memberId, now }: FirstKey,
): Promise<CreatedApiKey> {
  const key = newApiKey('secret')
  const row = await insertApiKey(tx, {
    id,
    organization_id: organizationId,
    name: 'First key, made when the invitation was accepted',
    key_prefix: key.slice(0, 12),
    key_hash: sha256Hex(key),
    key_type: 'secret',
    scopes: ['read', 'write'],
    project_ids: null,
    member_id: memberId,
    last_used_at: null,
    expires_at: null,
    created_at: now,
  })
  return { ...toApiKey(row), key }
}

type SessionKey = { organizationId: string; ownerId: string; now: Date; key: string }

/**
 * A full-access key for the app and the command line on this machine, new at each start. Its row
 * stays, so that a request sent again after a restart is still known by its Idempotency-Key.
 */
export async function renewSessionKey(
  tx: Tx,
  { organizationId, ownerId, now, key }: SessionKey,
): Promise<void> {
  await giveKeysTo(tx, ownerId)
  const secret = { key_prefix: key.slice(0, 12), key_hash: sha256Hex(key) }
  const renewed = { ...secret, api_version: currentApiVersion, last_used_at: null, created_at: now }
  if (await updateSessionKey(tx, renewed)) return
  await insertApiKey(tx, {
    id: newId('key'),
    organization_id: organizationId,
    name: 'This session',
    ...renewed,
    key_type: 'secret',
    scopes: ['read', 'write'],
    project_ids: null,
    is_session: true,
    member_id: ownerId,
    expires_at: null,
  })
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  key_prefix: row.key_prefix,
  key_type: row.key_type,
  scopes: row.scopes as Scope[], // checked by the schema when the row was stored
  project_ids: row.project_ids,
  allowed_origins: row.allowed_origins,
  last_used_at: toIsoOrNull(row.last_used_at),
  expires_at: toIsoOrNull(row.expires_at),
  created_at: toIso(row.created_at),
})

export { CreatedApiKey } from './schema.ts'
