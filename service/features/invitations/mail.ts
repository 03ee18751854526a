import { escapeHtml } from '../../core/escape-html.ts'
import { sha256Hex, unseal } from '../../core/secrets.ts'
import { toDay } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import { recordNotice, type NoticeDeps } from '../notices/notices.ts'
import { selectByToken, type NamedInvitation } from './store.ts'

type Payload = { invitation_id: string; sealed_url: string }
type InvitationMailDeps = NoticeDeps & Pick<Deps, 'db' | 'keys' | 'log'>

/** Mails the link, unless it is dead by now. Throws where it should be tried again. */
export async function sendInvitation(
  deps: InvitationMailDeps,
  payload: Payload,
  signal: AbortSignal,
): Promise<void> {
  const open = await findOpen(deps, payload)
  if (!open) return
  // Without a server (it was taken out of the configuration) no later attempt would go better.
  if (!deps.mailer) return reportFailure(deps, payload, 'No mail server is configured any more.')
  try {
    await deps.mailer.send(toMail(open.row, open.url), signal)
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    deps.log.error({ err: error, invitation: payload.invitation_id }, 'an invitation was refused')
    await reportFailure(deps, payload, 'The mail server refused it.')
  }
}

/** The owner learns of it; the link in the answer still works (api-choices.md 3). */
export async function reportFailure(
  deps: InvitationMailDeps,
  payload: Payload,
  why: string,
): Promise<void> {
  const open = await findOpen(deps, payload)
  if (!open) return
  const { email, organization_id: organizationId } = open.row
  await deps.db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'invitation_not_sent',
      title: `The invitation to ${email} was not mailed`,
      body: `${why} Resend it under Members: that shows a link which you can hand on yourself.`,
      link: '/app/#/members',
    }),
  )
}

async function findOpen({ db, keys, clock }: InvitationMailDeps, { sealed_url: sealed }: Payload) {
  const url = unseal(keys.invitation, sealed)
  const row = await selectByToken(db.sql, sha256Hex(url.split('/').at(-1) ?? ''))
  const isOpen = row?.status === 'pending' && row.expires_at > clock.now()
  return isOpen ? { row, url } : null
}

function toMail(row: NamedInvitation, url: string): Mail {
  const inviter = row.inviter_name ?? row.inviter_email ?? 'Somebody'
  const until = toDay(row.expires_at)
  const invites = `${inviter} invites you to join “${row.organization_name}” in Earshot`
  const notes = [
    `The link works once, until ${until} (UTC).`,
    ...(isLoopback(url) ? ['It opens on the computer that runs Earshot.'] : []),
    'If you did not expect this, do nothing: without the link nothing happens.',
  ].join(' ')
  return {
    to: row.email,
    subject: `${inviter} invites you to ${row.organization_name} in Earshot`,
    text: `${invites}, as ${row.role}.\n\nAccept the invitation:\n${url}\n\n${notes}\n`,
    html: [
      `<p>${escapeHtml(invites)}, as ${row.role}.</p>`,
      `<p><a href="${escapeHtml(url)}">Accept the invitation</a></p>`,
      `<p>${escapeHtml(notes)}</p>`,
    ].join('\n'),
  }
}

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)
