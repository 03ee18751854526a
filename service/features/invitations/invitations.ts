import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { randomToken, seal, sha256Hex } from '../../core/secrets.ts'
import { day, minute, plusMs, second, toIso, toIsoOrNull } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { mailAttempts, mailRetryAfterMs } from '../../notify/mailer.ts'
import { MailLanguage } from '../../notify/mail-language.ts'
import { defineJob } from '../../queue/job.ts'
import { hasMember, requirePeopleManager } from '../members/members.ts'
import { recordInvitationEvent, revoke } from './ending.ts'
import type { Invitation, NewInvitation, SentInvitation } from './schema.ts'
import {
  expirePending,
  insertInvitation,
  selectInvitation,
  selectPending,
  updateInvitation,
  type InvitationRow,
} from './store.ts'

const lifetimeMs = 7 * day // api-choices.md 3
const resendAfterMs = minute // api-choices.md 3

/** Mails one invitation. The link is sealed: whoever reads the table cannot use it. */
export const sendInvitationJob = defineJob({
  name: 'invitation.send',
  payload: Type.Object({
    invitation_id: Type.String(),
    sealed_url: Type.String(),
    language: MailLanguage,
  }),
  lane: 'light',
  attempts: mailAttempts,
  retryAfterMs: mailRetryAfterMs,
})

export type InvitationDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'keys' | 'mailer'>

/** Spec: GET /v1/invitations lists pending ones; those whose time is over are not. */
export async function listInvitations(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  await expirePending(db.sql, clock.now())
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectPending(db.sql, caller.organizationId, request)
  return { items: items.map(toInvitation), nextCursor }
}

/** `origin` is where the page that accepts it is found, for the link; the language is of the mail. */
type Sending = { origin: string; language: MailLanguage }

export async function createInvitation(
  deps: InvitationDeps,
  caller: Caller,
  { email, role = 'member' }: NewInvitation,
  sending: Sending,
): Promise<SentInvitation> {
  requirePeopleManager(caller)
  return deps.db.transaction(async (tx) => {
    const { organizationId } = caller
    const now = deps.clock.now()
    await expirePending(tx, now)
    if (await hasMember(tx, organizationId, email)) {
      throw new ApiError('already_member', 'A member has this e-mail address already.')
    }
    const link = makeLink(deps, sending.origin)
    const row = await insertInvitation(tx, {
      id: newId('inv'),
      organization_id: organizationId,
      email,
      role,
      status: 'pending',
      invited_by: caller.memberId,
      send_count: 1,
      accepted_at: null,
      created_at: now,
      ...link.columns,
    })
    if (!row) {
      throw new ApiError(
        'invitation_exists',
        'An invitation to this address is pending; resend or revoke it.',
      )
    }
    await queueMail(deps, tx, row, { ...sending, url: link.url })
    await recordInvitationEvent(deps, tx, 'invitation.created', row)
    return { ...toInvitation(row), accept_url: link.url }
  })
}

/** Makes a new link; the old one is dead with the commit (api-choices.md 3). */
export async function resendInvitation(
  deps: InvitationDeps,
  caller: Caller,
  id: string,
  sending: Sending,
): Promise<SentInvitation> {
  requirePeopleManager(caller)
  return deps.db.transaction(async (tx) => {
    const found = await requirePending(deps, tx, caller, id)
    refuseHaste(found, deps.clock.now())
    const link = makeLink(deps, sending.origin)
    const set = { ...link.columns, send_count: found.send_count + 1 }
    const row = await updateInvitation(tx, id, set)
    await queueMail(deps, tx, row, { ...sending, url: link.url })
    return { ...toInvitation(row), accept_url: link.url }
  })
}

function refuseHaste({ last_sent_at: last }: InvitationRow, now: Date): void {
  const waitMs = last.getTime() + resendAfterMs - now.getTime()
  if (waitMs <= 0) return
  throw new ApiError('rate_limited', 'An invitation can be resent once a minute.', {
    headers: { 'retry-after': String(Math.ceil(waitMs / second)) },
  })
}

export async function revokeInvitation(deps: InvitationDeps, caller: Caller, id: string) {
  requirePeopleManager(caller)
  return deps.db.transaction(async (tx) => {
    await requirePending(deps, tx, caller, id)
    await revoke(deps, tx, id)
    return { id, deleted: true as const }
  })
}

async function requirePending(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<InvitationRow> {
  const row = await selectInvitation(tx, caller.organizationId, id)
  if (!row) throw errors.notFound('invitation')
  refuseEnded(row, clock.now())
  return row
}

/** Throws where the invitation is not pending any more, and says why. */
export function refuseEnded(row: InvitationRow, now: Date): void {
  const isOver = row.status === 'pending' && row.expires_at <= now
  const status = isOver ? 'expired' : row.status
  if (status === 'pending') return
  const what = {
    accepted: 'was accepted already',
    revoked: 'was revoked',
    expired: 'has expired; ask for a new one',
  }
  throw new ApiError('invitation_not_pending', `This invitation ${what[status]}.`)
}

/** Ends invitations whose time is over. Called hourly by start.ts. */
export const expireInvitations = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  expirePending(db.sql, clock.now())

/** A new link, and what is stored of it: its hash, so that no backup can accept anything. */
function makeLink({ clock, mailer }: Pick<Deps, 'clock' | 'mailer'>, origin: string) {
  const token = randomToken()
  const now = clock.now()
  return {
    // Behind the #: browsers send it to no server, so it is in no log.
    url: `${origin}/app/#/accept/${token}`,
    columns: {
      token_hash: sha256Hex(token),
      delivery: mailer ? ('email' as const) : ('link' as const),
      last_sent_at: now,
      expires_at: plusMs(now, lifetimeMs),
      updated_at: now,
    },
  }
}

async function queueMail(
  deps: InvitationDeps,
  tx: Tx,
  row: InvitationRow,
  { url, language }: Sending & { url: string },
) {
  const { id, organization_id: organizationId } = row
  await deps.queue.cancel(tx, id) // a mail still waiting would bring a dead link
  if (!deps.mailer) return
  const sealed_url = seal(deps.keys.invitation, url)
  const payload = { invitation_id: id, sealed_url, language }
  await deps.queue.enqueue(tx, sendInvitationJob.of(payload, id, { organizationId }))
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.status,
  invited_by: row.invited_by,
  expires_at: toIso(row.expires_at),
  last_sent_at: toIso(row.last_sent_at),
  send_count: row.send_count,
  delivery: row.delivery,
  accepted_at: toIsoOrNull(row.accepted_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
