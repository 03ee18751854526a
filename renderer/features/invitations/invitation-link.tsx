import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SentInvitation } from 'earshot/client'
import { formatDateTime } from '../../ui/format.ts'
import { loopback } from '../../api/own-address.ts'
import { SecretField } from '../../ui/secret-field.tsx'
import styles from './invitation-list.module.css'

/** The link of an invitation, shown right after it was created or resent. */
export function InvitationLink({ sent, onDone }: { sent: SentInvitation; onDone: () => void }) {
  const { t } = useTranslation('invitations')
  const time = formatDateTime(sent.expires_at)
  return (
    <Stack>
      <p>{t(sent.delivery === 'email' ? 'link.mailed' : 'link.byHand', { time })}</p>
      <SecretField label={t('link.label')} value={sent.accept_url} />
      {loopback.test(new URL(sent.accept_url).hostname) ? (
        <p role="note" className={styles['onlyHere']}>
          {t('link.onlyHere')}
        </p>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('link.done')}</Button>
      </Group>
    </Stack>
  )
}
