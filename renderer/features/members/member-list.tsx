import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Member } from 'earshot/client'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import styles from './member-list.module.css'

type Props = {
  members: readonly Member[]
  /** Whether roles can be changed and members removed here. */
  isManaged: boolean
  /** The member whose role is being changed. */
  busyId: string | null
  onRole: (member: Member, role: Member['role']) => void
  onRemove: (member: Member) => void
}

export function MemberList({ members, isManaged, busyId, onRole, onRemove }: Props) {
  const { t } = useTranslation('members')
  const columns = [
    { label: t('columns.name') },
    { label: t('columns.role') },
    { label: t('columns.active') },
    { label: t('columns.since') },
    { label: t('columns.remove'), isHidden: true },
  ]
  const roles = [
    { value: 'member', label: t('roles.member') },
    { value: 'admin', label: t('roles.admin') },
  ]
  return (
    <DataTable label={t('title')} columns={columns}>
      {members.map((member) => (
        <tr key={member.id}>
          <td>
            <div className={styles['name']}>{member.name ?? member.email}</div>
            {member.name ? <div className={styles['email']}>{member.email}</div> : null}
          </td>
          <td>
            {member.is_owner ? (
              <Badge tone="ok">{t('roles.owner')}</Badge>
            ) : !isManaged ? (
              t(`roles.${member.role}`)
            ) : (
              <NativeSelect
                size="xs"
                aria-label={t('roleOf', { name: member.name ?? member.email })}
                className={styles['role'] ?? ''}
                data={roles}
                value={member.role}
                disabled={busyId === member.id}
                onChange={(event) =>
                  onRole(member, event.currentTarget.value === 'admin' ? 'admin' : 'member')
                }
              />
            )}
          </td>
          <td className={styles['date']}>
            {member.last_active_at ? formatDateTime(member.last_active_at) : t('never')}
          </td>
          <td className={styles['date']}>{formatDate(member.created_at)}</td>
          <td data-number>
            {member.is_owner || !isManaged ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={t('removeOf', { name: member.name ?? member.email })}
                onClick={() => onRemove(member)}
              >
                {t('removeOne')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
