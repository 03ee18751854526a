import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CalendarList } from '../features/calendars/calendar-list.tsx'
import { NewCalendar } from '../features/calendars/new-calendar.tsx'
import { useCalendarActions, useCalendars } from '../features/calendars/queries.ts'
import { Loaded } from './settings-loaded.tsx'

/** Calendars that give names and people to recordings. */
export function CalendarsSection() {
  const { t } = useTranslation('calendars')
  const calendars = useCalendars()
  const actions = useCalendarActions()
  return (
    <Loaded query={calendars}>
      {(all) => (
        <Stack gap="lg" maw={680}>
          <p>{t('lead')}</p>
          {all.length > 0 ? <CalendarList calendars={all} {...actions} /> : <p>{t('none')}</p>}
          <section>
            <h2>{t('new')}</h2>
            <NewCalendar add={actions.add} />
          </section>
        </Stack>
      )}
    </Loaded>
  )
}
