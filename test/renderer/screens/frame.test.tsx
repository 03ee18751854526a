// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'

// What frames each screen: the navigation, the bell, limits, and a service that is away.

const namesIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the navigation has what a person needs every day; the rest is inside Settings', async () => {
  const { user } = openPage('/tasks')
  const main = await screen.findByRole('navigation', { name: 'Main' })
  expect(namesIn(main)).toEqual(['Home', 'Projects', 'Tasks', 'Settings'])
  await user.click(within(main).getByRole('link', { name: 'Settings' }))
  const inside = await screen.findByRole('navigation', { name: 'Settings sections' })
  expect(namesIn(inside).length).toBeGreaterThan(12)
  await user.click(within(inside).getByRole('link', { name: 'Bin' }))
  await screen.findByRole('heading', { level: 1, name: 'Bin' })
  const current = [...document.querySelectorAll('nav [aria-current=page]')]
  expect(current.map(({ textContent }) => textContent)).toEqual(['Settings', 'Bin'])
  // Keyboards and screen readers go on at the top of the new screen.
  expect(document.activeElement?.id).toBe('main')
})

test('the menu of a small window closes by Escape, and gives the keyboard back', async () => {
  const { user } = openPage('/bin')
  const button = await screen.findByRole('button', { name: 'Menu' })
  await user.click(button)
  const menu = await screen.findByRole('dialog', { name: 'Earshot' })
  expect(namesIn(menu)).toEqual(['Home', 'Projects', 'Tasks', 'Settings'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Earshot' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a limit is told of only when it is nearly used up', async () => {
  openPage('/bin', (service) => {
    const { usage } = service.example('getOrganization')
    service.answer('getOrganization', {
      usage: { ...usage, storage_gb: { used: 9, limit: 10 } },
    })
  })
  const side = within(await screen.findByRole('complementary', { name: 'Side bar' }))
  await side.findByText('Storage')
  expect(side.queryByText('Minutes')).toBeNull()
})

test('the first steps stand alone, and are skipped for good', async () => {
  const { user } = openPage('/welcome', (service) => service.answer('listAllActions', []))
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Earshot' })
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
  localStorage.removeItem('earshot.first-run')
  await user.click(screen.getByRole('button', { name: 'Skip the first steps' }))
  await screen.findByRole('navigation', { name: 'Main' })
  expect(localStorage.getItem('earshot.first-run')).toBe('seen')
})

test('a notice leads to what it is about, and all are marked as read', async () => {
  const notice = {
    kind: 'recording_failed',
    title: '“cut-off” could not be transcribed',
    link: '/app/#/projects/proj_1/recordings/cont_1',
    is_read: false,
    read_at: null,
  } as const
  const { service, user } = openPage('/bin', (answers) => answers.answer('listNotices', [notice]))
  await user.click(await screen.findByRole('button', { name: /^Notices, 1 unread/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Notices' }))
  await drawer.findByRole('heading', { name: /“cut-off” could not be transcribed/ })
  service.answer('listNotices', ({ query }) =>
    query['unread'] === 'true' ? [] : [{ ...notice, is_read: true }],
  )
  await user.click(drawer.getByRole('button', { name: 'Mark all as read' }))
  await drawer.findByRole('button', { name: /as unread/ })
  await screen.findByRole('button', { name: 'Notices' })
  await user.click(drawer.getByRole('link', { name: 'Show the recording' }))
  await waitFor(() => expect(window.location.hash).toBe('#/projects/proj_1/recordings/cont_1'))
})

test('a key that may not read notices has no bell', async () => {
  openPage('/bin', (service) => service.refuse('listNotices', 'insufficient_permissions'))
  await screen.findByRole('heading', { level: 1, name: 'Bin' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Notices/ })).toBeNull())
})

test('while the service is away the page says that it may be out of date', async () => {
  const { service, user } = openPage('/bin')
  const putBack = await screen.findByRole('button', { name: /^Put back/ })
  service.setAway(true)
  await user.click(putBack)
  await screen.findByText(/What you see may be out of date/)
  // What was loaded is still there, and works once the service is back.
  service.setAway(false)
  await user.click(await screen.findByRole('button', { name: /^Put back/ }))
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull())
})
