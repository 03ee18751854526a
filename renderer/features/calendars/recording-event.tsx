import { Menu } from '@mantine/core'
import type { CalendarEvent, ContentItem } from 'earshot/client'
import { CalendarDays, CalendarX, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import { shownName } from '../../ui/shown-name.ts'
import styles from './calendars.module.css'
import { useChooseEvent, useRecordingEvent } from './queries.ts'

type Props = { recording: ContentItem; mayChoose: boolean }

/** Which event of a calendar a recording is of, and others of that time; nothing where there is none. */
export function RecordingEvent({ recording, mayChoose }: Props) {
  const { t } = useTranslation('calendars')
  const contentRef = { projectId: recording.project_id, contentId: recording.id }
  const { data } = useRecordingEvent(contentRef)
  const choose = useChooseEvent(contentRef)
  if (!data || (data.event === null && data.others.length === 0)) return null
  const { event, others } = data
  const told = event ? t('event.of', { title: event.title }) : t('event.choose')
  // Its name stands above.
  const isNamedAfterIt = event?.title === shownName(recording)
  if (!mayChoose) return event && !isNamedAfterIt ? <span>{told}</span> : null
  return (
    <Menu position="bottom-start" shadow="md" width={320} {...menuManner}>
      <Menu.Target>
        <button type="button" className={styles['event']} aria-label={told}>
          <CalendarDays size={14} aria-hidden="true" />
          {isNamedAfterIt ? t('event.own') : told}
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length > 0 ? <Menu.Label>{t('event.others')}</Menu.Label> : null}
        {others.map((other) => (
          <Menu.Item
            key={other.id}
            leftSection={<CalendarDays size={15} />}
            onClick={() => choose.mutate(other.id)}
          >
            <EventWords event={other} />
          </Menu.Item>
        ))}
        {event ? (
          <Menu.Item leftSection={<CalendarX size={15} />} onClick={() => choose.mutate(null)}>
            {t('event.none')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const EventWords = ({ event }: { event: CalendarEvent }) => (
  <>
    {event.title}
    <span className={styles['when']}>{formatDateTime(event.starts_at)}</span>
  </>
)
