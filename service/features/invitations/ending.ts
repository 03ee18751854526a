/** How invitations end, for what ends with them; knows nothing of members, who import this. */
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent } from '../events/events.ts'
import { selectPendingBy, updateInvitation, type InvitationRow } from './store.ts'

type EndingDeps = Pick<Deps, 'clock' | 'queue'>

/** The link is dead with the commit, and a mail that waits is not sent. */
export async function revoke(deps: EndingDeps, tx: Tx, id: string): Promise<void> {
  await deps.queue.cancel(tx, id)
  const row = await updateInvitation(tx, id, { status: 'revoked', updated_at: deps.clock.now() })
  await recordInvitationEvent(deps, tx, 'invitation.revoked', row)
}

/** Those that a member has made: who may invite nobody any more must not come in by a link of before, either. */
export async function revokeInvitationsOf(
  deps: EndingDeps,
  tx: Tx,
  memberId: string,
): Promise<void> {
  for (const { id } of await selectPendingBy(tx, memberId)) await revoke(deps, tx, id)
}

export async function recordInvitationEvent(
  deps: EndingDeps,
  tx: Tx,
  event: 'invitation.created' | 'invitation.accepted' | 'invitation.revoked',
  { id, email, role, organization_id: organizationId }: InvitationRow,
): Promise<void> {
  await recordEvent(deps, tx, {
    event,
    organizationId,
    projectId: null,
    data: { invitation_id: id, email, role },
    // One that is not pending cannot be read any more.
    link: '/v1/invitations',
  })
}
