import { useTranslation } from 'react-i18next'
import type { Notice } from '../../api/types.ts'

type Words = { title: string; body: string }

/**
 * A notice in the language of the page. The service keeps it in English; what it names is taken from
 * there. One of a form that is not known stays as it is.
 */
export function useNoticeWords({ kind, title, body }: Notice): Words {
  const { t, i18n } = useTranslation('notices')
  const own = { title, body }
  if (i18n.language.startsWith('en')) return own
  if (kind === 'invitation_not_sent') {
    const email = /^The invitation to (\S+) was not mailed$/.exec(title)?.[1]
    return email
      ? { title: t('kinds.invitationTitle', { email }), body: t('kinds.invitationBody') }
      : own
  }
  const host = /^Webhook (?:delivery )?to (\S+) (?:failed|switched off)$/.exec(title)?.[1]
  if (!host) return own
  if (kind === 'webhook_disabled') {
    const why = body.includes('410') ? 'kinds.disabledGone' : 'kinds.disabledFailing'
    return { title: t('kinds.disabledTitle', { host }), body: t(why) }
  }
  const event = body.split(' ')[0] ?? ''
  return { title: t('kinds.deliveryTitle', { host }), body: t('kinds.deliveryBody', { event }) }
}
