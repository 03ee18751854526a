import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Invitation } from 'earshot/client'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import styles from './invitation-list.module.css'

type Props = {
  invitations: readonly Invitation[]
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

/** Invitations that nobody has accepted yet. */
export function InvitationList({ invitations, onResend, onRevoke }: Props) {
  const { t } = useTranslation('invitations')
  const columns = [
    { label: t('columns.address') },
    { label: t('columns.role') },
    { label: t('columns.sent') },
    { label: t('columns.until') },
    { label: t('columns.actions'), isHidden: true },
  ]
  return (
    <DataTable label={t('title')} columns={columns}>
      {invitations.map((invitation) => (
        <tr key={invitation.id}>
          <td className={styles['email']}>{invitation.email}</td>
          <td>
            <Badge tone={invitation.role === 'admin' ? 'warn' : 'quiet'}>
              {t(`roles.${invitation.role}`)}
            </Badge>
          </td>
          <td className={styles['date']}>
            {t(`sent.${howSent(invitation)}`, sentValues(invitation))}
          </td>
          <td className={styles['date']}>{formatDateTime(invitation.expires_at)}</td>
          <td data-number>
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                aria-label={t('resendTo', { email: invitation.email })}
                onClick={() => onResend(invitation)}
              >
                {t('resend')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t('revokeTo', { email: invitation.email })}
                onClick={() => onRevoke(invitation)}
              >
                {t('revokeOne')}
              </Button>
            </Group>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function howSent({ delivery, send_count: count }: Invitation) {
  if (count > 1) return delivery === 'email' ? 'emailAgain' : 'linkAgain'
  return delivery
}

const sentValues = ({ last_sent_at: at, send_count: times }: Invitation) => ({
  time: formatDateTime(at),
  times,
})
