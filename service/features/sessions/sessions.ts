import { currentApiVersion } from '../../core/api-version.ts'
import { requireUnrestricted, sessionIdOf, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId, type Id } from '../../core/ids.ts'
import { forAllOrganizations } from '../../core/organization-context.ts'
import { randomToken, sha256Hex } from '../../core/secrets.ts'
import { day, minute, plusMs, toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { noteUse } from '../../db/note-use.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { addEntry, toActor } from '../audit-log/audit-log.ts'
import { noteProven, readMember } from '../members/members.ts'
import { isOperator } from '../org/org.ts'
import type { Identity, Session, SessionInput } from './schema.ts'
import {
  deleteDeadSessions,
  deleteSession,
  insertSession,
  selectByToken,
  selectOrganizationName,
  selectOrganizationsOf,
  selectSession,
  selectSessionsOf,
  type SessionRow,
} from './store.ts'

// Choice: a week away ends it, a month in any case (api-choices.md 39).
const idleMs = 7 * day
const lifetimeMs = 30 * day

const alive = (now: Date) => ({ now, usedAfter: plusMs(now, -idleMs) })

/** Who signs in, and how the service knows that it is that person. */
export type SignedIn = Pick<
  SessionRow,
  'id' | 'organization_id' | 'member_id' | 'method' | 'proven_email' | 'user_agent'
>

/** What the cookie of a new session holds, and for how long. */
export type StartedSession = { token: string; lifetimeMs: number }

/** Begins a session; the token is for the cookie and is told this once. */
export async function startSession(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  signedIn: SignedIn,
): Promise<StartedSession> {
  const now = clock.now()
  const token = randomToken()
  await insertSession(tx, {
    ...signedIn,
    token_hash: sha256Hex(token),
    user_agent: signedIn.user_agent?.slice(0, 300) ?? null,
    last_used_at: now,
    expires_at: plusMs(now, lifetimeMs),
    created_at: now,
  })
  const { id, organization_id: organizationId, member_id: memberId } = signedIn
  if (signedIn.method !== 'invitation') await noteProven(tx, memberId, now)
  const actor = { organizationId, memberId, apiKeyId: null, sessionId: id }
  await addEntry(tx, actor, { action: 'session.started', objectId: id, projectId: null }, now)
  return { token, lifetimeMs }
}

/** Who holds the cookie with the token of this hash; null where the session is unknown, ended or over. */
export async function findSessionCaller(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tokenHash: string,
): Promise<Caller | null> {
  const now = clock.now()
  const row = await selectByToken(db.sql, tokenHash, alive(now))
  if (!row) return null
  if (now.getTime() - row.last_used_at.getTime() >= minute) {
    await noteUse(db.sql, { table: 'sessions', id: row.id }, now)
  }
  return {
    keyId: row.id as Id<'ses'>, // made by newId when the row was stored
    organizationId: row.organization_id as Id<'org'>, // likewise
    keyType: 'secret',
    scopes: ['read', 'write'],
    projectIds: null,
    memberId: row.member_id as Id<'mem'>, // likewise
    role: row.role,
    apiVersion: currentApiVersion,
    expiresAt: null,
    isSession: false,
  }
}

/** The member who makes the request and, with a browser, the session. `csrfToken` is that session's. */
export async function readIdentity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  csrfToken: string | null,
): Promise<Identity> {
  const { organizationId, memberId } = caller
  const member = await readMember({ db }, caller, memberId)
  const organization = await selectOrganizationName(db.sql, organizationId)
  if (!organization) throw errors.notFound('organization')
  const id = sessionIdOf(caller)
  const row = id && (await selectSession(db.sql, id, alive(clock.now())))
  const others =
    row && row.method !== 'invitation'
      ? await forAllOrganizations(() => selectOrganizationsOf(db.sql, row))
      : null
  return {
    member,
    organization,
    organizations: others?.map(({ id: one, name }) => ({ id: one, name })) ?? [organization],
    operates_installation: await isOperator({ db }, caller),
    has_own_library: !db.isShared,
    session: row ? toSession(row, caller) : null,
    csrf_token: csrfToken,
  }
}

/** Sessions of the member who asks, newest first. */
export async function listSessions(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { memberId } = caller
  const page = await selectSessionsOf(db.sql, memberId, alive(clock.now()), request)
  return { items: page.items.map((row) => toSession(row, caller)), nextCursor: page.nextCursor }
}

/** Ends one of the member's own, at once; also the one of the request. */
export async function endSession({ db }: Pick<Deps, 'db'>, caller: Caller, id: string) {
  requireUnrestricted(caller)
  return db.transaction(async (tx) => {
    if (!(await deleteSession(tx, id, caller.memberId))) throw errors.notFound('session')
    return { id, deleted: true as const }
  })
}

/**
 * Goes on in another organization in which the person is a member. The session is a new one, so that
 * nothing that was opened in the organization before, such as a stream of events, goes on with it.
 */
export async function changeOrganization(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { organization_id: organizationId }: SessionInput,
) {
  const id = sessionIdOf(caller)
  if (!id) {
    throw new ApiError('insufficient_permissions', 'This takes a session, and no API key.')
  }
  const change = async (tx: Tx): Promise<StartedSession> => {
    const row = await selectSession(tx, id, alive(deps.clock.now()))
    const others = row ? await selectOrganizationsOf(tx, row) : []
    const chosen = others.find((one) => one.id === organizationId)
    if (!row || !chosen) throw errors.notFound('organization of yours')
    // Of two at the same time the second finds no session any more.
    if (!(await deleteSession(tx, id, caller.memberId))) throw errors.notFound('session')
    const ended = { action: 'session.ended', objectId: id, projectId: null }
    await addEntry(tx, toActor(caller), ended, deps.clock.now())
    const { method, proven_email, user_agent } = row
    return startSession(deps, tx, {
      ...{ method, proven_email, user_agent },
      id: newId('ses'),
      organization_id: chosen.id,
      member_id: chosen.member_id,
    })
  }
  return forAllOrganizations(() => deps.db.transaction(change))
}

/** Called hourly. */
export const removeDeadSessions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteDeadSessions(db.sql, alive(clock.now()))

const toSession = (row: SessionRow, caller: Caller): Session => ({
  id: row.id,
  method: row.method,
  user_agent: row.user_agent,
  is_current: row.id === caller.keyId,
  last_used_at: toIso(row.last_used_at),
  expires_at: toIso(row.expires_at),
  created_at: toIso(row.created_at),
})
