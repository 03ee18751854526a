import { escapeHtml } from '../../core/escape-html.ts'
import { sha256Hex, unseal } from '../../core/secrets.ts'
import { toDay } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { MailLanguage } from '../../notify/mail-language.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import { recordNotice, type NoticeDeps } from '../notices/notices.ts'
import { selectByToken, type NamedInvitation } from './store.ts'

type Payload = { invitation_id: string; sealed_url: string; language?: MailLanguage }
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
    const words = wordsOf[payload.language ?? 'en']
    await deps.mailer.send(toMail(open.row, open.url, words), signal)
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

type Words = {
  somebody: string
  subject: (inviter: string, organization: string) => string
  invites: (inviter: string, organization: string, role: NamedInvitation['role']) => string
  accept: string
  lasts: (day: string) => string
  here: string
  ignore: string
}

const wordsOf: Readonly<Record<NonNullable<MailLanguage>, Words>> = {
  en: {
    somebody: 'Somebody',
    subject: (inviter, organization) => `${inviter} invites you to ${organization} in Earshot`,
    invites: (inviter, organization, role) =>
      `${inviter} invites you to join “${organization}” in Earshot, as ${role}.`,
    accept: 'Accept the invitation',
    lasts: (day) => `The link works once, until ${day} (UTC).`,
    here: 'It opens on the computer that runs Earshot.',
    ignore: 'If you did not expect this, do nothing: without the link nothing happens.',
  },
  de: {
    somebody: 'Jemand',
    subject: (inviter, organization) => `${inviter} lädt Sie zu ${organization} in Earshot ein`,
    invites: (inviter, organization, role) =>
      `${inviter} lädt Sie als ${role === 'admin' ? 'Admin' : 'Mitglied'} zu „${organization}“ in Earshot ein.`,
    accept: 'Einladung annehmen',
    lasts: (day) => `Der Link gilt einmal, bis ${day} (UTC).`,
    here: 'Er öffnet sich auf dem Computer, auf dem Earshot läuft.',
    ignore:
      'Haben Sie das nicht erwartet, brauchen Sie nichts zu tun: Ohne den Link geschieht nichts.',
  },
}

function toMail(row: NamedInvitation, url: string, words: Words): Mail {
  const inviter = row.inviter_name ?? row.inviter_email ?? words.somebody
  const invites = words.invites(inviter, row.organization_name, row.role)
  const lasts = words.lasts(toDay(row.expires_at))
  const notes = [lasts, ...(isLoopback(url) ? [words.here] : []), words.ignore].join(' ')
  return {
    to: row.email,
    subject: words.subject(inviter, row.organization_name),
    text: `${invites}\n\n${words.accept}:\n${url}\n\n${notes}\n`,
    html: [
      `<p>${escapeHtml(invites)}</p>`,
      `<p><a href="${escapeHtml(url)}">${words.accept}</a></p>`,
      `<p>${escapeHtml(notes)}</p>`,
    ].join('\n'),
  }
}

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)
