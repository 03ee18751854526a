import { Button } from '@mantine/core'
import type { Session } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { browserOf } from './browser-name.ts'
import styles from './session-list.module.css'

type Props = {
  sessions: readonly Session[]
  busyId: string | null
  onEnd: (session: Session) => void
}

export function SessionList({ sessions, busyId, onEnd }: Props) {
  const { t } = useTranslation('signIn')
  const nameOf = useBrowserName()
  return (
    <ul aria-label={t('account.sessions')} className={styles['list']}>
      {sessions.map((session) => (
        <li key={session.id} className={styles['session']}>
          <div>
            <strong>{nameOf(session)}</strong>
            <p className={styles['facts']}>
              {t(`account.methods.${session.method}`)} ·{' '}
              {t('account.used', { time: formatDateTime(session.last_used_at) })}
            </p>
          </div>
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
        </li>
      ))}
    </ul>
  )
}

function useBrowserName(): (session: Session) => string {
  const { t } = useTranslation('signIn')
  return ({ user_agent: userAgent }) => {
    const { browser = t('account.unknownBrowser'), system } = browserOf(userAgent ?? '')
    return system === undefined ? browser : t('account.on', { browser, system })
  }
}
