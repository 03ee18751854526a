import { Button } from '@mantine/core'
import type { Session } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { browserOf } from './browser-name.ts'

type Props = {
  sessions: readonly Session[]
  busyId: string | null
  onEnd: (session: Session) => void
}

export function SessionList({ sessions, busyId, onEnd }: Props) {
  const { t } = useTranslation('signIn')
  const nameOf = useBrowserName()
  const columns = [
    { label: t('account.columns.browser') },
    { label: t('account.columns.method') },
    { label: t('account.columns.used') },
    { label: t('account.columns.end'), isHidden: true },
  ]
  return (
    <DataTable label={t('account.sessions')} columns={columns}>
      {sessions.map((session) => (
        <tr key={session.id}>
          <td>{nameOf(session)}</td>
          <td>{t(`account.methods.${session.method}`)}</td>
          <td>{formatDateTime(session.last_used_at)}</td>
          <td data-number>
            {session.is_current ? (
              <Badge tone="ok">{t('account.here')}</Badge>
            ) : (
              <Button
                size="xs"
                variant="default"
                loading={busyId === session.id}
                aria-label={t('account.endOf', { browser: nameOf(session) })}
                onClick={() => onEnd(session)}
              >
                {t('account.end')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function useBrowserName(): (session: Session) => string {
  const { t } = useTranslation('signIn')
  return ({ user_agent: userAgent }) => {
    const { browser = t('account.unknownBrowser'), system } = browserOf(userAgent ?? '')
    return system === undefined ? browser : t('account.on', { browser, system })
  }
}
