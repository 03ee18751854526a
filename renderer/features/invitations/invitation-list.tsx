import { Button, Group } from '@mantine/core'
import type { Invitation } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import styles from './invitation-list.module.css'

const columns = [
  { label: 'Address' },
  { label: 'Role' },
  { label: 'Sent' },
  { label: 'Valid until' },
  { label: 'Resend or revoke', isHidden: true },
]

type Props = {
  invitations: readonly Invitation[]
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

/** Invitations that nobody has accepted yet. */
export function InvitationList({ invitations, onResend, onRevoke }: Props) {
  return (
    <DataTable label="Pending invitations" columns={columns}>
      {invitations.map((invitation) => (
        <tr key={invitation.id}>
          <td className={styles['email']}>{invitation.email}</td>
          <td>
            <Badge tone={invitation.role === 'admin' ? 'warn' : 'quiet'}>
              {invitation.role === 'admin' ? 'Admin' : 'Member'}
            </Badge>
          </td>
          <td className={styles['date']}>{sentText(invitation)}</td>
          <td className={styles['date']}>{formatDateTime(invitation.expires_at)}</td>
          <td data-number>
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                aria-label={`Resend the invitation to ${invitation.email}`}
                onClick={() => onResend(invitation)}
              >
                Resend
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`Revoke the invitation to ${invitation.email}`}
                onClick={() => onRevoke(invitation)}
              >
                Revoke
              </Button>
            </Group>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

const sentText = ({ delivery, last_sent_at: at, send_count: count }: Invitation): string =>
  [
    formatDateTime(at),
    delivery === 'email' ? 'by mail' : 'as a link',
    ...(count > 1 ? [`${count} times`] : []),
  ].join(', ')
