// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import { finishedRecording, workingRecording } from '../../support/page/recordings.ts'

const task = { text: 'Ada sends the contract', is_done: false, done_at: null } as const

const openHome = (given: (service: DocumentedService) => void) =>
  openPage('/', (service) => {
    service.answer('listAllActions', [])
    given(service)
  })
const recent = async () => within(await screen.findByRole('region', { name: 'Recent recordings' }))

test('without a recording, home says how to begin, with the sample call beside it', async () => {
  openHome((service) => service.answer('listProjects', []))
  await screen.findByRole('heading', { name: 'Your first recording' })
  screen.getByRole('button', { name: 'Open the sample call' })
  expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull()
})

test('a recording says what it is about, who spoke, and what is open', async () => {
  openHome((service) => {
    service.answer('listAllContent', [finishedRecording(service)])
    service.answer('listOverviews', {
      overviews: [
        {
          content_id: finishedRecording(service).id,
          gist: 'A contract.',
          speakers: [
            { id: 'speaker_1', label: 'Speaker 1', name: 'Mary' },
            { id: 'speaker_2', label: 'Speaker 2', name: null },
          ],
          open_actions: 1,
        },
      ],
    })
  })
  const row = within(await (await recent()).findByRole('listitem'))
  await row.findByText('A contract.')
  row.getByText('1 open task')
  row.getByText('Mary and 1 more')
  await row.findByRole('link', { name: 'Sales calls' })
})

test('recordings that do not load are asked for again', async () => {
  const { service, user } = openHome((answers) =>
    answers.refuse('listAllContent', 'database_unavailable', 'The database does not answer.'),
  )
  await screen.findByRole('heading', { name: 'The recordings did not load' })
  screen.getByText('The database does not answer.')
  service.answer('listAllContent', [finishedRecording(service)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await (await recent()).findByRole('link', { name: /^Budget with Mary/ })
})

test('what is being transcribed has its progress, and what waits is counted', async () => {
  openHome((service) => {
    const waiting = ['a', 'b', 'c', 'd'].map((id) => workingRecording(service, { id, title: id }))
    const atWork = workingRecording(service, { stage: 'transcribing', progress: 0.4 })
    service.answer('getQueue', { recordings: [atWork, ...waiting], recording_count: 5 })
  })
  const work = within(await screen.findByRole('region', { name: 'Being transcribed' }))
  work.getByText('Transcribing, 40 %')
  work.getByText('2 more wait')
  expect(work.getByRole('link', { name: 'Queue' }).getAttribute('href')).toContain('/queue')
})

test('a task is ticked off where it stands, and stays ticked', async () => {
  const { service, user } = openHome((answers) => {
    answers.answer('listAllContent', [finishedRecording(answers)])
    answers.answer('listAllActions', [task])
  })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Done: Ada sends the contract',
  })
  service.answer('updateAction', { ...task, is_done: true })
  await user.click(box)
  await waitFor(() =>
    expect(service.requestsFor('updateAction').map(({ body }) => body)).toEqual([
      { is_done: true },
    ]),
  )
  expect(box.checked).toBe(true)
})

test('a tick that is not saved is taken back, and says why', async () => {
  const { user } = openHome((service) => {
    service.answer('listAllContent', [finishedRecording(service)])
    service.answer('listAllActions', [task])
    service.refuse('updateAction', 'rate_limited', 'Too many requests.')
  })
  const name = 'Done: Ada sends the contract'
  await user.click(await screen.findByRole('checkbox', { name }))
  await screen.findByText(/Too many requests/)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(false)
})

test('a meeting that begins is told of until it is recorded', async () => {
  const { user } = openHome((service) => service.answer('listReminders', [{ title: 'Interview' }]))
  await user.click(await screen.findByRole('button', { name: 'Record Interview…' }))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('Interview')
  expect(screen.queryByRole('region', { name: 'Meetings that begin now' })).toBeNull()
})
