import { escapeHtml } from '../../core/escape-html.ts'
import { sha256Hex, unseal } from '../../core/secrets.ts'
import type { Deps } from '../../deps.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import type { MailLanguage } from '../../notify/mail-language.ts'
import { isInvited } from '../invitations/accept.ts'
import { findMembersByEmail } from '../members/members.ts'
import { linkMinutes } from './sign-in.ts'
import { selectOpenLink } from './store.ts'

type LinkMailDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'mailer' | 'log'>

/** Mails the link to a member, or to somebody who is invited; to nobody else. */
export async function sendLink(
  deps: LinkMailDeps,
  { sealed_url: sealed, language = 'en' }: { sealed_url: string; language?: MailLanguage },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, keys, mailer, log } = deps
  const url = unseal(keys.signIn, sealed)
  const link = await selectOpenLink(db.sql, sha256Hex(url.split('/').at(-1) ?? ''), clock.now())
  if (!link || !mailer) return
  const members = await findMembersByEmail(db.sql, link.email)
  if (members.length === 0 && !(await isInvited(deps, link.email))) return
  try {
    await mailer.send(toMail(link.email, url, words[language]), signal)
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    log.error({ err: error }, 'a link for signing in was refused by the mail server')
  }
}

type Words = { subject: string; notes: string }

const words: Readonly<Record<NonNullable<MailLanguage>, Words>> = {
  en: {
    subject: 'Sign in to Earshot',
    notes: `The link works once, for ${linkMinutes} minutes, in the browser in which it was asked for. If you did not ask for it, do nothing.`,
  },
  de: {
    subject: 'Bei Earshot anmelden',
    notes: `Der Link gilt einmal, ${linkMinutes} Minuten lang, in dem Browser, in dem er angefordert wurde. Haben Sie ihn nicht angefordert, brauchen Sie nichts zu tun.`,
  },
}

const toMail = (to: string, url: string, { subject, notes }: Words): Mail => ({
  to,
  subject,
  text: `${subject}:\n${url}\n\n${notes}\n`,
  html: [
    `<p><a href="${escapeHtml(url)}">${escapeHtml(subject)}</a></p>`,
    `<p>${escapeHtml(notes)}</p>`,
  ].join('\n'),
})
