import { escapeHtml } from '../../core/escape-html.ts'
import { sha256Hex, unseal } from '../../core/secrets.ts'
import type { Deps } from '../../deps.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import { isInvited } from '../invitations/accept.ts'
import { findMembersByEmail } from '../members/members.ts'
import { linkMinutes } from './sign-in.ts'
import { selectOpenLink } from './store.ts'

type LinkMailDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'mailer' | 'log'>

/** Mails the link to a member, or to somebody who is invited; to nobody else. */
export async function sendLink(
  deps: LinkMailDeps,
  { sealed_url: sealed }: { sealed_url: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, keys, mailer, log } = deps
  const url = unseal(keys.signIn, sealed)
  const link = await selectOpenLink(db.sql, sha256Hex(url.split('/').at(-1) ?? ''), clock.now())
  if (!link || !mailer) return
  const members = await findMembersByEmail(db.sql, link.email)
  if (members.length === 0 && !(await isInvited(deps, link.email))) return
  try {
    await mailer.send(toMail(link.email, url), signal)
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    log.error({ err: error }, 'a link for signing in was refused by the mail server')
  }
}

function toMail(to: string, url: string): Mail {
  const notes = `The link works once, for ${linkMinutes} minutes, in the browser in which it was asked for. If you did not ask for it, do nothing.`
  return {
    to,
    subject: 'Sign in to Earshot',
    text: `Sign in to Earshot:\n${url}\n\n${notes}\n`,
    html: [
      `<p><a href="${escapeHtml(url)}">Sign in to Earshot</a></p>`,
      `<p>${escapeHtml(notes)}</p>`,
    ].join('\n'),
  }
}
