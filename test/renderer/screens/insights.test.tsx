// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../support/page/open-page.tsx'
import { projectId, projectPlace } from '../../support/page/recordings.ts'

// What the recordings of a project have in common: nothing yet, on its way, failed, or figures that open.

const place = `${projectPlace}/insights`
const completed = { status: 'completed', error: null } as const

test('insights that load say so', async () => {
  openPage(place, (service) => service.hold('listInsights'))
  await screen.findByText('Loading the insights')
})

test('insights that do not load say why, and are asked for again', async () => {
  const { service, user } = openPage(place, (answers) =>
    answers.refuse('listInsights', 'database_unavailable', 'The database does not answer.'),
  )
  await screen.findByRole('heading', { name: 'The insights did not load' })
  screen.getByText('The database does not answer.')
  service.answer('listInsights', [])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'No insights yet' })
})

test('a project without insights says what they are, and makes them for a period', async () => {
  const { service, user } = openPage(place, (answers) => answers.answer('listInsights', []))
  await screen.findByRole('heading', { name: 'No insights yet' })
  await user.selectOptions(screen.getByLabelText('Period'), 'The last 7 days')
  service.answer('listInsights', [{ status: 'queued', error: null, result: null }])
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await screen.findByText('New insights are in progress.')
  expect(service.requestsFor('generateInsights').map(({ body }) => body)).toMatchObject([
    { lookback_days: 7 },
  ])
})

test('two periods of days are compared', async () => {
  const { service, user } = openPage(place, (answers) => answers.answer('listInsights', []))
  await screen.findByRole('heading', { name: 'No insights yet' })
  await user.selectOptions(screen.getByLabelText('Period'), 'Choose days…')
  const days = { From: '2026-11-10', To: '2026-11-20', 'Compare from': '2026-10-10' }
  for (const [label, day] of Object.entries(days)) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), day)
  }
  service.refuseField('generateInsights', 'compared_to', 'is required with compared_from')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await screen.findByText(/compared_to is required/)
  expect(service.requestsFor('generateInsights').map(({ body }) => body)).toMatchObject([
    { from: '2026-11-10', to: '2026-11-20', compared_from: '2026-10-10' },
  ])
  // What was chosen is still there.
  expect(screen.getByLabelText<HTMLInputElement>('Compare from').value).toBe('2026-10-10')
})

test('insights that failed say why above those from before', async () => {
  const error = { code: 'interrupted', message: 'The service was stopped.' }
  openPage(place, (service) =>
    service.answer('listInsights', [
      { id: 'ins_2', status: 'failed', error, result: null },
      { ...completed, id: 'ins_1' },
    ]),
  )
  await screen.findByText('The service was stopped.')
  await screen.findByText(/^24 recordings, /)
})

test('a figure opens the moments that it stands for', async () => {
  const { user } = openPage(place, (service) => service.answer('listInsights', [completed]))
  const tasks = await screen.findByRole('button', { name: '12 tasks' })
  await user.click(tasks)
  expect(tasks.getAttribute('aria-expanded')).toBe('true')
  const list = within(await screen.findByRole('list', { name: 'Where it comes from' }))
  const moment = list.getByRole('link', { name: 'Play Budget with Mary from 1:01' })
  expect(moment.getAttribute('href')).toMatch(/recordings\/cont_.*at=61.*play=true/)
  await user.click(tasks)
  expect(screen.queryByRole('list', { name: 'Where it comes from' })).toBeNull()
})

test('what came since is said, and what was deleted since', async () => {
  openPage(place, (service) => {
    service.answer('listInsights', [{ ...completed, removed_recordings: 1 }])
    service.answer('getInsights', { since: { new_recordings: 2, changed_recordings: 0 } })
  })
  await screen.findByText(/^2 new recordings since then\./)
  screen.getByText(/1 deleted since/)
})

test('a question is answered with quotes, or by saying that nothing was found', async () => {
  const { service, user } = openPage(place, (answers) => answers.answer('listInsights', []))
  const box = within(await screen.findByRole('region', { name: 'Ask these recordings' }))
  await user.type(box.getByLabelText('Question'), 'When is the contract sent?{Enter}')
  await box.findByRole('list', { name: 'Quotes' })
  const finish = service.stream('askLibrary', { answer: null, is_found: false, quotes: [] })
  await user.type(box.getByLabelText('Question'), 'Who paid for the elephants?{Enter}')
  await box.findByText('These passages come closest. The answer is being written.')
  finish()
  await box.findByRole('heading', { name: 'Not found in these recordings' })
  const { answer, filters } = service.example('askLibrary')
  expect(service.requestsFor('askLibrary').map(({ body }) => body)).toEqual([
    { question: 'When is the contract sent?', project_id: projectId, conversation: [] },
    {
      question: 'Who paid for the elephants?',
      project_id: projectId,
      conversation: [{ question: 'When is the contract sent?', answer }],
    },
  ])
  const speakers = filters.speakers.join(', ')
  expect(box.getAllByText(new RegExp(`Only recordings with ${speakers}`))).toHaveLength(2)
  await user.click(box.getByRole('button', { name: 'New conversation' }))
  expect(box.queryByRole('list', { name: 'Conversation' })).toBeNull()
})

test('all recordings are asked from the search screen, and with a question from the palette', async () => {
  const { service, user } = openPage('/search?ask=When+is+the+contract+sent%3F')
  const box = within(await screen.findByRole('region', { name: 'Ask all recordings' }))
  await box.findByRole('list', { name: 'Quotes' })
  expect(service.requestsFor('askLibrary').map(({ body }) => body)).toEqual([
    { question: 'When is the contract sent?', conversation: [] },
  ])
  await user.click(screen.getByRole('button', { name: 'Ask', expanded: true }))
  expect(screen.queryByRole('region', { name: 'Ask all recordings' })).toBeNull()
})
