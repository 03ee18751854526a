// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'
import { contentId } from '../../support/page/recordings.ts'

const putBackButton = () => screen.findByRole('button', { name: 'Put back Budget with Mary' })

test('an empty bin says so, and cannot be emptied', async () => {
  openPage('/bin', (service) => service.answer('listTrash', []))
  await screen.findByRole('heading', { name: 'The bin is empty' })
  expect(screen.queryByRole('button', { name: 'Empty the bin…' })).toBeNull()
})

test('a bin that does not load is asked for again', async () => {
  const { service, user } = openPage('/bin', (answers) =>
    answers.refuse('listTrash', 'database_unavailable', 'The database does not answer.'),
  )
  await screen.findByText('The database does not answer.')
  service.answer('listTrash', [{}])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await putBackButton()
})

test('a recording is put back from the bin', async () => {
  const { service, user } = openPage('/bin')
  await screen.findByText(/from Sales calls/)
  const putBack = await putBackButton()
  service.answer('listTrash', [])
  await user.click(putBack)
  await screen.findByRole('heading', { name: 'The bin is empty' })
  expect(service.requestsFor('restoreContent').map(({ ids }) => ids[1])).toEqual([contentId])
})

test('a recording that cannot be put back stays, and says why', async () => {
  const { user } = openPage('/bin', (service) =>
    service.refuse('restoreContent', 'rate_limited', 'Too many requests.'),
  )
  await user.click(await putBackButton())
  await screen.findByText('Too many requests.')
  await putBackButton()
})

test('the bin is emptied only after a question; a refusal is shown in it', async () => {
  const { service, user } = openPage('/bin')
  await user.click(await screen.findByRole('button', { name: 'Empty the bin…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(service.requestsFor('emptyTrash')).toEqual([])
  service.refuse('emptyTrash', 'rate_limited', 'Too many requests.')
  await user.click(dialog.getByRole('button', { name: 'Empty the bin' }))
  await dialog.findByText('Too many requests.')
  service.answer('emptyTrash', {})
  service.answer('listTrash', [])
  await user.click(dialog.getByRole('button', { name: 'Empty the bin' }))
  await screen.findByRole('heading', { name: 'The bin is empty' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
