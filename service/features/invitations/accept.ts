import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { sha256Hex } from '../../core/secrets.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { addEntry } from '../audit-log/audit-log.ts'
import { issueFirstKey } from '../api-keys/api-keys.ts'
import { addMember, hasMember, toMember, type MemberRow } from '../members/members.ts'
import { startSession, type StartedSession } from '../sessions/sessions.ts'
import { recordInvitationEvent } from './ending.ts'
import { refuseEnded } from './invitations.ts'
import type { Acceptance, Accepted, OpenInvitation } from './schema.ts'
import {
  claimInvitation,
  selectByToken,
  selectPendingFor,
  type InvitationRow,
  type NamedInvitation,
} from './store.ts'

/** What a link invites to, for who opened it. */
export async function lookUpInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<OpenInvitation> {
  const row = await requireOpen(db.sql, token, clock.now())
  return {
    email: row.email,
    role: row.role,
    organization_name: row.organization_name,
    invited_by_name: row.inviter_name ?? row.inviter_email,
    expires_at: toIso(row.expires_at),
  }
}

type JoinDeps = Pick<Deps, 'db' | 'clock' | 'queue'>

/** The key or the session that who joins is given: nobody else stands in the audit log for it. */
type Entrance = { apiKeyId: string | null; sessionId: string | null }

const ownerOf = ({ id, organization_id }: MemberRow) => ({
  organizationId: organization_id,
  memberId: id,
})

/** Makes the member, once, and gives the first key: the token in the link is the authority. */
export async function acceptInvitation(deps: JoinDeps, acceptance: Acceptance): Promise<Accepted> {
  return deps.db.transaction(async (tx) => {
    const apiKeyId = newId('key')
    const member = await joinByToken(deps, tx, acceptance, { apiKeyId, sessionId: null })
    const now = deps.clock.now()
    const actor = { ...ownerOf(member), apiKeyId, sessionId: null }
    const issued = { action: 'api_key.created', objectId: apiKeyId, projectId: null }
    await addEntry(tx, actor, issued, now)
    const key = await issueFirstKey(tx, { id: apiKeyId, ...ownerOf(member), now })
    return { member: toMember(member), key }
  })
}

/**
 * The same in a browser that reaches the service from elsewhere: it gets a session in place of a key. Whoever
 * invited has the link as well, so it proves no address, and the session leads into no other organization.
 */
export async function acceptInBrowser(
  deps: JoinDeps,
  acceptance: Acceptance,
  userAgent: string | null,
): Promise<{ accepted: Accepted; started: StartedSession }> {
  return deps.db.transaction(async (tx) => {
    const sessionId = newId('ses')
    const member = await joinByToken(deps, tx, acceptance, { apiKeyId: null, sessionId })
    const started = await startSession(deps, tx, {
      id: sessionId,
      organization_id: member.organization_id,
      member_id: member.id,
      method: 'invitation',
      proven_email: null,
      user_agent: userAgent,
    })
    return { accepted: { member: toMember(member), key: null }, started }
  })
}

/**
 * Makes a member of somebody who has shown to own the address, by every invitation that waits: one alone might be of an
 * organization that the person knows nothing of.
 */
export async function joinByAddress(
  deps: JoinDeps,
  tx: Tx,
  { email, name, sessionId }: { email: string; name: string | null; sessionId: string },
): Promise<void> {
  for (const found of await selectPendingFor(tx, email, deps.clock.now())) {
    if (await hasMember(tx, found.organization_id, email)) continue
    await join(deps, tx, found, { name, by: { apiKeyId: null, sessionId } })
  }
}

async function joinByToken(
  deps: JoinDeps,
  tx: Tx,
  { token, name = null }: Acceptance,
  by: Entrance,
): Promise<MemberRow> {
  const found = await requireOpen(tx, token, deps.clock.now())
  const member = await join(deps, tx, found, { name, by })
  if (member) return member
  throw new ApiError('invitation_not_pending', 'This invitation was accepted already.')
}

/** Undefined where somebody else accepted it at the same moment. */
async function join(
  deps: JoinDeps,
  tx: Tx,
  found: InvitationRow,
  { name, by }: { name: string | null; by: Entrance },
): Promise<MemberRow | undefined> {
  const accepted = await claimInvitation(tx, found.id, deps.clock.now())
  if (!accepted) return undefined
  const member = await addMember(deps, tx, {
    organization_id: accepted.organization_id,
    email: accepted.email,
    name: name?.trim() ?? null,
    role: accepted.role,
    invitation_id: accepted.id,
  })
  const added = { action: 'member.added', objectId: member.id, projectId: null }
  await addEntry(tx, { ...ownerOf(member), ...by }, added, deps.clock.now())
  await recordInvitationEvent(deps, tx, 'invitation.accepted', accepted)
  return member
}

/**
 * The pending invitation with this token. The look-up is by the token's hash, so its time tells
 * nothing about how much of a guess was right.
 */
async function requireOpen(sql: Sql, token: string, now: Date): Promise<NamedInvitation> {
  const row = await selectByToken(sql, sha256Hex(token))
  if (!row) throw errors.notFound('invitation: the link is wrong, or a newer one was sent')
  refuseEnded(row, now)
  return row
}

/** Whether somebody with this address may accept an invitation. */
export const isInvited = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
): Promise<boolean> => (await selectPendingFor(db.sql, email, clock.now())).length > 0
