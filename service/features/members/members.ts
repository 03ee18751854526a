import { requireAdmin, requireUnrestricted, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { recordEvent } from '../events/events.ts'
import { revokeInvitationsOf } from '../invitations/ending.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import { endSessionsOf } from '../sessions/ending.ts'
import { tellOfWebhooksLeft } from '../webhooks/left-behind.ts'
import type { Member, MemberChange } from './schema.ts'
import {
  countAdmins,
  deleteMember,
  insertMember,
  lockMember,
  selectMember,
  selectMemberByEmail,
  selectMembersByEmail,
  selectMembersById,
  selectMembers,
  updateMember,
  type MemberRow,
} from './store.ts'

type MembersDeps = Pick<Deps, 'db' | 'clock' | 'queue'>

/**
 * Choice: people are managed with an admin's key that is not restricted to projects, because a
 * member reaches them all. Reading stays open, as organization-level endpoints do (spec:
 * Authentication 5).
 */
export function requirePeopleManager(caller: Caller): void {
  requireAdmin(caller)
  requireUnrestricted(caller)
}

export async function listMembers(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectMembers(db.sql, caller.organizationId, request)
  return { items: items.map(toMember), nextCursor }
}

export async function readMember({ db }: Pick<Deps, 'db'>, caller: Caller, id: string) {
  return toMember(await requireMember(db.sql, caller, id))
}

/** Choice: the same role again is no change, so it is no event and leaves `updated_at`. */
export async function changeMember(
  deps: MembersDeps,
  caller: Caller,
  id: string,
  { role }: MemberChange,
): Promise<Member> {
  requirePeopleManager(caller)
  return deps.db.transaction(async (tx) => {
    const member = await requireMember(tx, caller, id)
    if (member.role === role) return toMember(member)
    if (role === 'member') {
      await refuseDemotion(tx, member)
      await revokeInvitationsOf(deps, tx, id)
    }
    const changed = await updateMember(tx, id, { role, updated_at: deps.clock.now() })
    await endSessionsOf(tx, id)
    await recordMemberEvent(deps, tx, 'member.updated', changed)
    return toMember(changed)
  })
}

async function refuseDemotion(tx: Tx, member: MemberRow): Promise<void> {
  if ((await countAdmins(tx, member.organization_id)) === 1) {
    throw new ApiError('last_admin', 'This is the last admin; make another member admin first.')
  }
  // Choice: the app's own key is the owner's, and must stay able to do everything.
  if (member.is_owner) {
    throw new ApiError('resource_protected', 'The owner of this installation stays an admin.')
  }
}

/**
 * The member's keys and sessions end with the commit (api-choices.md 2), and so do invitations, whose links the member has;
 * webhooks stay, and the owner is told of them.
 */
export async function removeMember(deps: MembersDeps & NoticeDeps, caller: Caller, id: string) {
  requirePeopleManager(caller)
  return deps.db.transaction(async (tx) => {
    const member = await requireMember(tx, caller, id)
    // The owner is always an admin, so the last admin cannot be removed either.
    if (member.is_owner) {
      throw new ApiError('resource_protected', 'The owner of this installation cannot be removed.')
    }
    // Spec: Authentication 8. The key would go with the member.
    if (id === caller.memberId) {
      const text = 'This key belongs to the member and cannot revoke itself; use another admin’s.'
      throw new ApiError('cannot_revoke_current_key', text)
    }
    await lockMember(tx, id)
    await revokeInvitationsOf(deps, tx, id)
    await tellOfWebhooksLeft(deps, tx, member)
    await deleteMember(tx, id)
    await recordMemberEvent(deps, tx, 'member.removed', member)
    return { id, deleted: true as const }
  })
}

async function requireMember(sql: Sql, caller: Caller, id: string): Promise<MemberRow> {
  const row = await selectMember(sql, caller.organizationId, id)
  if (!row) throw errors.notFound('member')
  return row
}

export type NewMember = Pick<
  MemberRow,
  'organization_id' | 'email' | 'name' | 'role' | 'invitation_id'
>

/** Makes a member of who accepted an invitation. */
export async function addMember(deps: MembersDeps, tx: Tx, input: NewMember): Promise<MemberRow> {
  const now = deps.clock.now()
  const row = await insertMember(tx, {
    ...input,
    id: newId('mem'),
    last_active_at: null,
    created_at: now,
    updated_at: now,
  })
  if (!row) throw new ApiError('already_member', 'This person is a member already.')
  await recordMemberEvent(deps, tx, 'member.added', row)
  return row
}

/** Whoever has this address, or these ids, in every organization; the first is to be signed in. */
export const findMembersByEmail = selectMembersByEmail
export const findMembersById = selectMembersById

/** Whether somebody has shown to be the member: whoever invited has the link, too, and may have come in by it. */
export const isProven = ({ proven_at: provenAt }: MemberRow): boolean => provenAt !== null

/** Somebody who begins a session has shown to be the member. */
export const noteProven = async (tx: Tx, id: string, now: Date): Promise<void> =>
  void (await updateMember(tx, id, { proven_at: now }))

export const hasMember = async (sql: Sql, organizationId: string, email: string) =>
  (await selectMemberByEmail(sql, organizationId, email)) !== undefined

async function recordMemberEvent(
  deps: MembersDeps,
  tx: Tx,
  event: 'member.added' | 'member.updated' | 'member.removed',
  { id, email, role, organization_id: organizationId }: MemberRow,
): Promise<void> {
  await recordEvent(deps, tx, {
    event,
    organizationId,
    projectId: null,
    data: { member_id: id, email, role },
    link: event === 'member.removed' ? '/v1/members' : `/v1/members/${id}`,
  })
}

export const toMember = (row: MemberRow): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  is_owner: row.is_owner,
  status: 'active',
  invitation_id: row.invitation_id,
  last_active_at: toIsoOrNull(row.last_active_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export { ensureOwner } from './owner.ts'
export { Member, MemberRole } from './schema.ts'
export type { MemberRow } from './store.ts'
