import { Button } from '@mantine/core'
import type { ApiKey } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import styles from './key-list.module.css'

const columns = [
  { label: 'Name' },
  { label: 'Key' },
  { label: 'May' },
  { label: 'Projects' },
  { label: 'Last used' },
  { label: 'Created' },
  { label: 'Revoke', isHidden: true },
]

type Props = {
  keys: readonly ApiKey[]
  projectName: (projectId: string) => string
  onRevoke: (key: ApiKey) => void
}

export function KeyList({ keys, projectName, onRevoke }: Props) {
  return (
    <DataTable label="API keys" columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td className={styles['name']}>{key.name}</td>
          <td>
            <code>{key.key_prefix}…</code>
          </td>
          <td>
            <Badge tone={key.scopes.includes('write') ? 'warn' : 'quiet'}>{mayText(key)}</Badge>
          </td>
          <td>{key.project_ids?.map(projectName).join(', ') ?? 'All'}</td>
          <td className={styles['date']}>
            {key.last_used_at ? formatDateTime(key.last_used_at) : 'Never'}
          </td>
          <td className={styles['date']}>{formatDate(key.created_at)}</td>
          <td data-number>
            <Button
              size="xs"
              variant="default"
              aria-label={`Revoke ${key.name}`}
              onClick={() => onRevoke(key)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function mayText({ key_type: type, scopes }: ApiKey): string {
  if (type === 'publishable') return 'Upload only'
  return scopes.includes('write') ? 'Read and write' : 'Read'
}
