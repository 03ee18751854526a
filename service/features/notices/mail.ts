import { escapeHtml } from '../../core/escape-html.ts'
import type { Deps } from '../../deps.ts'
import { shownAddress } from '../../http/origin.ts'
import { isFinalRefusal, type Mail } from '../../notify/mailer.ts'
import { findMailboxes } from './notices.ts'
import { selectNoticeById, type Addressee, type NoticeRow } from './store.ts'
import { wordsOf } from './words.ts'

type NoticeMailDeps = Pick<Deps, 'db' | 'config' | 'baseUrl' | 'mailer' | 'log'>

type Payload = { notice_id: string; member_id?: string }

/** Sends one notice to whom it is for, in the language of the page of that member. Throws where it should be tried again. */
export async function mailNotice(
  deps: NoticeMailDeps,
  { notice_id: id, member_id: memberId }: Payload,
  signal: AbortSignal,
): Promise<void> {
  const notice = await selectNoticeById(deps.db.sql, id)
  // Pruned meanwhile, or mail was switched off: the app still shows it.
  if (!notice || !deps.mailer) return
  const mailboxes = await findMailboxes(deps.db.sql, notice.organization_id)
  const base = shownAddress(deps)
  for (const mailbox of mailboxes) {
    if (memberId !== undefined && mailbox.id !== memberId) continue
    try {
      await deps.mailer.send(toMail(notice, mailbox, base), signal)
    } catch (error) {
      if (!isFinalRefusal(error)) throw error
      deps.log.error({ err: error, notice_id: id }, 'the mail server refused a notice for good')
    }
  }
}

function toMail(notice: NoticeRow, { email, language }: Addressee, base: string): Mail {
  const { title, body, show } = wordsOf(notice, language ?? 'en')
  const address = notice.link === null ? null : base + notice.link
  return {
    to: email,
    subject: `Earshot: ${title}`,
    text: [title, body, ...(address ? [address] : [])].join('\n\n') + '\n',
    html: [
      `<p><strong>${escapeHtml(title)}</strong></p>`,
      `<p>${escapeHtml(body)}</p>`,
      ...(address ? [`<p><a href="${escapeHtml(address)}">${show}</a></p>`] : []),
    ].join('\n'),
  }
}
