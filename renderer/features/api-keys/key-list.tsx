import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from 'earshot/client'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import styles from './key-list.module.css'

type Props = {
  keys: readonly ApiKey[]
  projectName: (projectId: string) => string
  onRevoke: (key: ApiKey) => void
}

export function KeyList({ keys, projectName, onRevoke }: Props) {
  const { t } = useTranslation('apiKeys')
  const columns = [
    { label: t('columns.name') },
    { label: t('columns.key') },
    { label: t('columns.may') },
    { label: t('columns.projects') },
    { label: t('columns.used') },
    { label: t('columns.created') },
    { label: t('columns.ends') },
    { label: t('columns.revoke'), isHidden: true },
  ]
  return (
    <DataTable label={t('title')} columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td className={styles['name']}>{key.name}</td>
          <td>
            <code className={styles['key']}>{key.key_prefix}…</code>
          </td>
          <td>
            <Badge tone={key.scopes.includes('write') ? 'warn' : 'quiet'}>
              {t(`may.${mayOf(key)}`)}
            </Badge>
            {key.allowed_origins.map((origin) => (
              <div key={origin} className={styles['origin']}>
                {t('from', { origin })}
              </div>
            ))}
          </td>
          <td>{key.project_ids?.map(projectName).join(', ') ?? t('all')}</td>
          <td className={styles['date']}>
            {key.last_used_at ? formatDateTime(key.last_used_at) : t('never')}
          </td>
          <td className={styles['date']}>{formatDate(key.created_at)}</td>
          <td className={styles['date']}>
            <End at={key.expires_at} />
          </td>
          <td data-number>
            <Button
              size="xs"
              variant="default"
              aria-label={t('revokeOf', { name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {t('columns.revoke')}
            </Button>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** When the key expires. */
function End({ at }: { at: string | null }) {
  const { t } = useTranslation('apiKeys')
  const [now] = useState(() => Date.now())
  if (at === null) return t('never')
  if (Date.parse(at) > now) return formatDate(at)
  return <Badge tone="bad">{t('ended', { date: formatDate(at) })}</Badge>
}

function mayOf({ key_type: type, scopes }: ApiKey): 'read' | 'write' | 'upload' {
  if (type === 'publishable') return 'upload'
  return scopes.includes('write') ? 'write' : 'read'
}
