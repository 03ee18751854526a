import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import { joinByAddress } from '../invitations/accept.ts'
import { findMembersByEmail, findMembersById, isProven } from '../members/members.ts'
import { startSession, type StartedSession } from '../sessions/sessions.ts'
import type { SignInDeps } from './sign-in.ts'
import { insertIdentity, selectIdentityOf, selectMemberIdsOf } from './store.ts'

type Identified = {
  /** Who it is to the provider, for ever. */
  issuer: string
  subject: string
  /** As the provider has verified it; null where it has none. */
  email: string | null
  name: string | null
  userAgent: string | null
}

/**
 * Begins a session of the member that this identity is bound to; null for a stranger. Members with the address that the
 * provider has verified are bound to it, but for those who are another identity already. So a changed address locks
 * nobody out, and who is given the address of somebody else is not that person.
 */
export async function enterByIdentity(
  deps: SignInDeps,
  tx: Tx,
  person: Identified,
): Promise<StartedSession | null> {
  const sessionId = newId('ses')
  await bindByAddress(deps, tx, { ...person, sessionId })
  const [member] = await findMembersById(tx, await selectMemberIdsOf(tx, person))
  if (!member) return null
  return startSession(deps, tx, {
    id: sessionId,
    organization_id: member.organization_id,
    member_id: member.id,
    method: 'openid',
    proven_email: person.email?.toLowerCase() ?? null,
    user_agent: person.userAgent,
  })
}

type Entering = Identified & { sessionId: string }

async function bindByAddress(deps: SignInDeps, tx: Tx, person: Entering): Promise<void> {
  const { issuer, subject, email, name, sessionId } = person
  if (email === null) return
  const free = async () => {
    const members = await findMembersByEmail(tx, email)
    const taken = await Promise.all(members.map(({ id }) => selectIdentityOf(tx, id, issuer)))
    return members.filter((_, at) => taken[at] === undefined)
  }
  const bound = await findMembersById(tx, await selectMemberIdsOf(tx, person))
  if (![...bound, ...(await free())].some(isProven)) {
    await joinByAddress(deps, tx, { email, name, sessionId })
  }
  for (const { id } of await free()) {
    await insertIdentity(tx, { issuer, subject, member_id: id, created_at: deps.clock.now() })
  }
}
