import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { CalendarEvent } from 'earshot/client'
import { CalendarDays } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../../bridge.ts'
import { announce } from '../../ui/announcer.ts'
import { formatTime } from '../../ui/format.ts'
import styles from './calendars.module.css'
import { useReminders } from './queries.ts'

type Props = {
  /** Opens the recorder, with the meeting's title as the name. */
  onRecord: (title: string) => void
}

/** Tells of meetings that begin now, each until it is recorded, dismissed, or long under way. */
export function Reminders({ onRecord }: Props) {
  const { t } = useTranslation('calendars')
  const [dismissed, dismiss] = useDismissed()
  const all = useReminders()
  const events = all.filter(({ id }) => !dismissed.includes(id))
  useTold(events)
  if (events.length === 0) return null
  return (
    <section aria-label={t('reminder.region')} className={styles['reminders']}>
      <ul className={styles['list']}>
        {events.map((event) => (
          <li key={event.id} className={styles['reminder']}>
            <CalendarDays size={16} aria-hidden="true" />
            <p>
              <strong>{event.title}</strong>{' '}
              <span className={styles['about']}>
                {t('reminder.at', { time: formatTime(event.starts_at) })}
              </span>
            </p>
            <div className={styles['actions']}>
              <Button
                size="compact-sm"
                aria-label={t('reminder.recordFor', { title: event.title })}
                onClick={() => {
                  dismiss(event.id)
                  onRecord(event.title)
                }}
              >
                {t('reminder.record')}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={t('reminder.dismissFor', { title: event.title })}
                onClick={() => dismiss(event.id)}
              >
                {t('reminder.dismiss')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says each once, also by the system where the app can. */
function useTold(events: readonly CalendarEvent[]): void {
  const { t } = useTranslation('calendars')
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, title } of events) {
      if (told.current.has(id)) continue
      told.current.add(id)
      announce(t('reminder.begins', { title }))
      const notice = {
        title: t('reminder.begins', { title }).slice(0, 200),
        body: t('reminder.ask'),
      }
      void bridge().notify?.({ ...notice, path: '/record' })
    }
  }, [events, t])
}

const kept = 200

/** The events that were dismissed in this browser, and a function to dismiss one. */
function useDismissed(): [dismissed: readonly string[], dismiss: (id: string) => void] {
  const [all, setAll] = useLocalStorage<string[]>({
    key: 'earshot.dismissed-reminders',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return [all, (id) => setAll((before) => [...before.slice(1 - kept), id])]
}
