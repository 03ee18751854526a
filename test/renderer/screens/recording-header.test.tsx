// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, type OpenedPage } from '../../support/page/open-page.tsx'
import {
  contentId,
  giveRecording,
  projectId,
  recordingPlace,
} from '../../support/page/recordings.ts'

// A recording is renamed, moved, deleted and put right with the calendar at its head.

const openRecording = (): OpenedPage =>
  openPage(recordingPlace, (service) => giveRecording(service))
const title = () => screen.findByRole('heading', { level: 1 })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Title' })
const pressTitle = async ({ user }: OpenedPage) =>
  user.click(await screen.findByRole('button', { name: 'Budget with Mary' }))

test('Escape takes back what was typed into the title', async () => {
  const page = openRecording()
  await pressTitle(page)
  await page.user.paste('Not this')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull())
  expect((await title()).textContent).toBe('Budget with Mary')
  expect(page.service.requestsFor('updateContent')).toEqual([])
})

test('Enter saves the title, and the keyboard goes on where it was', async () => {
  const page = openRecording()
  await pressTitle(page)
  giveRecording(page.service, { title: 'Renewal' })
  page.service.answer('updateContent', { title: 'Renewal' })
  await page.user.paste('Renewal')
  await page.user.keyboard('{Enter}')
  const button = await screen.findByRole('button', { name: 'Renewal' })
  expect(page.service.requestsFor('updateContent').map(({ body }) => body)).toEqual([
    { title: 'Renewal' },
  ])
  expect(document.activeElement).toBe(button)
  expect(document.title).toContain('Renewal')
})

test('a title that cannot be saved stays in its field, and says why', async () => {
  const page = openRecording()
  await pressTitle(page)
  page.service.refuse('updateContent', 'rate_limited', 'Too many requests.')
  await page.user.paste('Renewal')
  await page.user.keyboard('{Enter}')
  await screen.findByText('Too many requests.')
  expect((await field()).value).toBe('Renewal')
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  giveRecording(page.service, { title: 'Renewal' })
  page.service.answer('updateContent', { title: 'Renewal' })
  await page.user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Renewal' })
})

test('title and project are changed in one dialog', async () => {
  const { service, user } = openPage(recordingPlace, (answers) => {
    giveRecording(answers)
    answers.answer('listProjects', [{}, { id: 'proj_support', name: 'Support' }])
  })
  await user.click(await screen.findByRole('button', { name: 'Edit details…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Details' }))
  await user.clear(dialog.getByLabelText('Title'))
  await user.click(dialog.getByLabelText('Title'))
  await user.paste('Renewal')
  await dialog.findByRole('option', { name: 'Support' })
  await user.selectOptions(dialog.getByLabelText('Project'), 'Support')
  service.refuse('updateContent', 'rate_limited', 'Too many requests.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/Too many requests/)
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Renewal')
  expect(service.requestsFor('updateContent').at(-1)?.body).toMatchObject({
    title: 'Renewal',
    project_id: 'proj_support',
  })
})

test('a recording that is deleted can be taken back at once', async () => {
  const { service, user } = openRecording()
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { level: 1, name: 'Sales calls' })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(screen.getAllByText('“Budget with Mary” is in the bin').length).toBeGreaterThan(0)
  await user.click(undo)
  await waitFor(() =>
    expect(service.requestsFor('restoreContent').map(({ ids }) => ids)).toEqual([
      [projectId, contentId],
    ]),
  )
})

test('a deletion that is refused leaves the recording, and says why', async () => {
  const { user } = openPage(recordingPlace, (service) => {
    giveRecording(service)
    service.refuse('trashContent', 'insufficient_storage', 'The disk is full.')
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('The disk is full.')
  expect((await title()).textContent).toBe('Budget with Mary')
})

test('another event of the calendar is chosen, or none', async () => {
  const { service, user } = openPage(recordingPlace, (answers) => {
    giveRecording(answers, { title: 'Weekly sync' })
    const { event } = answers.example('getRecordingEvent')
    if (!event) throw new Error('The document has no event')
    answers.answer('getRecordingEvent', {
      event,
      others: [{ ...event, id: 'cev_other', title: 'Stand-up' }],
    })
  })
  const open = () => screen.findByRole('button', { name: 'From your calendar: Weekly sync' })
  await user.click(await open())
  await user.click(await screen.findByRole('menuitem', { name: /^Stand-up/ }))
  await waitFor(() =>
    expect(service.requestsFor('putRecordingEvent').at(-1)?.body).toEqual({
      event_id: 'cev_other',
    }),
  )
  await user.click(await open())
  await user.click(await screen.findByRole('menuitem', { name: 'Not this event' }))
  await waitFor(() =>
    expect(service.requestsFor('putRecordingEvent').at(-1)?.body).toEqual({ event_id: null }),
  )
})
