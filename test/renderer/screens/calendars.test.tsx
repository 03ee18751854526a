// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'

const place = '/settings?section=calendars'

test('a calendar is added from a file', async () => {
  const { service, user } = openPage(place, (answers) => answers.answer('listCalendars', []))
  await screen.findByRole('button', { name: 'Choose an .ics file' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file')
  const file = new File(['BEGIN:VCALENDAR'], 'work.ics', { type: 'text/calendar' })
  service.answer('listCalendars', [{ source: 'file', host: null, error: null, event_count: 3 }])
  await user.upload(input, file)
  await screen.findByText(/^from a file · 3 events/)
  expect(service.requestsFor('addCalendar').map(({ body }) => body)).toEqual([
    { ics: 'BEGIN:VCALENDAR' },
  ])
})

test('an address that is refused stays in its field, and says why', async () => {
  const { service, user } = openPage(place, (answers) => {
    answers.answer('listCalendars', [])
    answers.refuseField('addCalendar', 'url', 'must be the address of a calendar')
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Address of the calendar')
  await user.click(field)
  await user.paste('https://example.org/no.ics')
  await user.keyboard('{Enter}')
  await screen.findByText('must be the address of a calendar')
  expect(field.value).toBe('https://example.org/no.ics')
  service.answer('addCalendar', {})
  service.answer('listCalendars', [{ error: null }])
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText(/^calendar\.google\.com · 42 events/)
  await waitFor(() => expect(field.value).toBe(''))
})

test('a calendar says what is wrong with it, and is removed after a question', async () => {
  const error = { code: 'calendar_unreadable', message: 'This is no calendar.' }
  const { service, user } = openPage(place, (answers) =>
    answers.answer('listCalendars', [{ error }]),
  )
  await screen.findByText('This is no calendar.')
  await user.click(screen.getByRole('button', { name: /^Remove.* Work/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(service.requestsFor('removeCalendar')).toEqual([])
  service.answer('listCalendars', [])
  const buttons = dialog.getAllByRole('button', { name: /Remove/ })
  await user.click(buttons.at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByText('This is no calendar.')).toBeNull())
})
