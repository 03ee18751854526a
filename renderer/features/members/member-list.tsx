import { Button, NativeSelect } from '@mantine/core'
import type { Member } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import styles from './member-list.module.css'

const columns = [
  { label: 'Name' },
  { label: 'Role' },
  { label: 'Last active' },
  { label: 'Since' },
  { label: 'Remove', isHidden: true },
]

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Admin' },
]

type Props = {
  members: readonly Member[]
  /** The member whose role is being changed. */
  busyId: string | null
  onRole: (member: Member, role: Member['role']) => void
  onRemove: (member: Member) => void
}

export function MemberList({ members, busyId, onRole, onRemove }: Props) {
  return (
    <DataTable label="Members" columns={columns}>
      {members.map((member) => (
        <tr key={member.id}>
          <td>
            <div className={styles['name']}>{member.name ?? member.email}</div>
            {member.name ? <div className={styles['email']}>{member.email}</div> : null}
          </td>
          <td>
            {member.is_owner ? (
              <Badge tone="ok">Owner</Badge>
            ) : (
              <NativeSelect
                size="xs"
                aria-label={`Role of ${member.name ?? member.email}`}
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
            {member.last_active_at ? formatDateTime(member.last_active_at) : 'Never'}
          </td>
          <td className={styles['date']}>{formatDate(member.created_at)}</td>
          <td data-number>
            {member.is_owner ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={`Remove ${member.name ?? member.email}`}
                onClick={() => onRemove(member)}
              >
                Remove
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
