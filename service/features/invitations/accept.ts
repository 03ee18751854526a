import { errors } from '../../core/errors.ts'
import { sha256Hex } from '../../core/secrets.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { issueFirstKey } from '../api-keys/api-keys.ts'
import { addMember } from '../members/members.ts'
import { recordInvitationEvent, refuseEnded } from './invitations.ts'
import type { Acceptance, Accepted, OpenInvitation } from './schema.ts'
import { selectByToken, updateInvitation, type NamedInvitation } from './store.ts'

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

/** Makes the member, once, and gives the first key: the token in the link is the authority. */
export async function acceptInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  { token, name = null }: Acceptance,
): Promise<Accepted> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const found = await requireOpen(tx, token, now)
    const member = await addMember(deps, tx, {
      organization_id: found.organization_id,
      email: found.email,
      name: name?.trim() ?? null,
      role: found.role,
      invitation_id: found.id,
    })
    const set = { status: 'accepted', accepted_at: now, updated_at: now } as const
    const accepted = await updateInvitation(tx, found.id, set)
    await recordInvitationEvent(deps, tx, 'invitation.accepted', accepted)
    const ownership = { organizationId: found.organization_id, memberId: member.id, now }
    return { member, key: await issueFirstKey(tx, ownership) }
  })
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
