import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import { joinByAddress } from '../invitations/accept.ts'
import { findMembersByEmail } from '../members/members.ts'
import { startSession, type StartedSession } from '../sessions/sessions.ts'
import type { SignInDeps } from './sign-in.ts'
import { insertIdentity, selectIdentityOf, selectMembersByIdentity } from './store.ts'

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
 * Begins a session of the member that this identity is bound to. Where there is none, the verified address decides,
 * once: whoever comes in by it is bound. So a changed address locks nobody out, and who is given the address of
 * somebody else is not that person. Null for a stranger.
 */
export async function enterByIdentity(
  deps: SignInDeps,
  tx: Tx,
  person: Identified,
): Promise<StartedSession | null> {
  const [bound] = await selectMembersByIdentity(tx, person)
  const sessionId = newId('ses')
  const member = bound ?? (await bindByAddress(deps, tx, { ...person, sessionId }))
  if (!member) return null
  return startSession(deps, tx, {
    id: sessionId,
    organization_id: member.organization_id,
    member_id: member.id,
    method: 'openid',
    proven_email: member.email.toLowerCase(),
    user_agent: person.userAgent,
  })
}

type Entering = Identified & { sessionId: string }

async function bindByAddress(deps: SignInDeps, tx: Tx, person: Entering) {
  const { issuer, subject, email, name, sessionId } = person
  if (email === null) return undefined
  const free = async () => {
    const members = await findMembersByEmail(tx, email)
    const taken = await Promise.all(members.map(({ id }) => selectIdentityOf(tx, id, issuer)))
    return members.filter((_, at) => taken[at] === undefined)
  }
  if ((await free()).length === 0) await joinByAddress(deps, tx, { email, name, sessionId })
  const members = await free()
  for (const { id } of members) {
    await insertIdentity(tx, { issuer, subject, member_id: id, created_at: deps.clock.now() })
  }
  return members[0]
}
