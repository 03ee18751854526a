import { escapeHtml } from '../../core/escape-html.ts'
import type { Deps } from '../../deps.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import { findMailboxes } from './notices.ts'
import { selectNoticeById, type NoticeRow } from './store.ts'

type NoticeMailDeps = Pick<Deps, 'db' | 'config' | 'baseUrl' | 'mailer' | 'log'>

/** Sends one notice to the owner. Throws where it should be tried again. */
export async function mailNotice(
  deps: NoticeMailDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const notice = await selectNoticeById(deps.db.sql, id)
  // Pruned meanwhile, or mail was switched off: the app still shows it.
  if (!notice || !deps.mailer) return
  const mailboxes = await findMailboxes(deps.db.sql, notice.organization_id)
  if (mailboxes.length === 0) return
  const base = deps.config.publicBaseUrl ?? deps.baseUrl()
  try {
    await deps.mailer.send(toMail(notice, { to: mailboxes.join(', '), base }), signal)
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    deps.log.error({ err: error, notice_id: id }, 'the mail server refused a notice for good')
  }
}

function toMail(
  { title, body, link }: NoticeRow,
  { to, base }: { to: string; base: string },
): Mail {
  const address = link === null ? null : base + link
  return {
    to,
    subject: `Earshot: ${title}`,
    text: [title, body, ...(address ? [address] : [])].join('\n\n') + '\n',
    html: [
      `<p><strong>${escapeHtml(title)}</strong></p>`,
      `<p>${escapeHtml(body)}</p>`,
      ...(address ? [`<p><a href="${escapeHtml(address)}">Show it in Earshot</a></p>`] : []),
    ].join('\n'),
  }
}
