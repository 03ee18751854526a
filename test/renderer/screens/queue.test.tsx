// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import type { ContentItem } from 'earshot/client'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import { finishedRecording, workingRecording } from '../../support/page/recordings.ts'

const work = () => screen.findByRole('region', { name: 'Recordings in progress' })
const namesOf = async () =>
  within(await work())
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)

function giveQueue(service: DocumentedService, names: readonly string[], paused = false): void {
  const recordings = names.map((title, at): ContentItem => {
    const atWork = { stage: 'transcribing', progress: 0.3, remaining_seconds: 42 }
    const id = `cont_${title}`
    return workingRecording(service, { id, title, ...(at === 0 && !paused && atWork) })
  })
  service.answer('getQueue', {
    paused_at: paused ? '2026-11-21T09:30:00.000Z' : null,
    recordings,
    recording_count: recordings.length,
    analysis_count: 0,
    remaining_seconds: 600,
  })
}

test('the queue says that it loads', async () => {
  openPage('/queue', (service) => service.hold('getQueue'))
  await screen.findByText('Loading the queue')
})

test('a queue that does not load says why, and is asked for again', async () => {
  const { service, user } = openPage('/queue', (answers) =>
    answers.refuse('getQueue', 'database_unavailable', 'The database does not answer.'),
  )
  await screen.findByRole('heading', { name: 'The queue did not load' })
  expect(screen.getByRole('alert').textContent).toContain('The database does not answer.')
  giveQueue(service, ['Planning'])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await namesOf()).toEqual(['Planning'])
})

test('an empty queue leads to the projects', async () => {
  openPage('/queue')
  await screen.findByRole('heading', { name: 'Nothing in progress' })
  screen.getByRole('link', { name: 'Go to the projects' })
  expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull()
})

test('recordings are listed in their order, and what a person says is done next', async () => {
  const { service, user } = openPage('/queue', (answers) =>
    giveQueue(answers, ['Planning', 'Interview', 'Review', 'Budget']),
  )
  expect(await namesOf()).toEqual(['Planning', 'Interview', 'Review', 'Budget'])
  const list = within(await work())
  list.getByText('Transcribing, 30 %')
  expect(screen.getByText(/^4 recordings · /).textContent).toBe(
    '4 recordings · about 10 minutes left',
  )
  // Neither what is at work nor what is next anyway.
  expect(
    list.getAllByRole('button', { name: /^Do next/ }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Do next: Review', 'Do next: Budget'])
  giveQueue(service, ['Planning', 'Budget', 'Interview', 'Review'])
  await user.click(list.getByRole('button', { name: 'Do next: Budget' }))
  await waitFor(async () =>
    expect(await namesOf()).toEqual(['Planning', 'Budget', 'Interview', 'Review']),
  )
  expect(service.requestsFor('prioritizeContent').map(({ ids }) => ids[1])).toEqual(['cont_Budget'])
})

test('a recording that cannot be done next says why beside it', async () => {
  const { service, user } = openPage('/queue', (answers) =>
    giveQueue(answers, ['Planning', 'Interview', 'Review']),
  )
  service.refuse('prioritizeContent', 'content_not_processing', 'It has ended.')
  await user.click(await screen.findByRole('button', { name: 'Do next: Review' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('It has ended.')
  expect(alert.closest('li')?.textContent).toContain('Review')
})

test('a transcription is cancelled only after a question', async () => {
  const { service, user } = openPage('/queue', (answers) => giveQueue(answers, ['Planning']))
  await user.click(
    await screen.findByRole('button', { name: 'Cancel the transcription of Planning' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(service.requestsFor('cancelContent')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel transcription' }))
  await waitFor(() => expect(service.requestsFor('cancelContent')).toHaveLength(1))
})

test('the queue is paused as a whole, and goes on', async () => {
  const { service, user } = openPage('/queue', (answers) =>
    giveQueue(answers, ['Planning', 'Interview']),
  )
  const pause = await screen.findByRole('button', { name: 'Pause all' })
  giveQueue(service, ['Planning', 'Interview'], true)
  await user.click(pause)
  const note = within(await screen.findByRole('region', { name: 'Everything is paused' }))
  note.getByText(/New recordings and analyses wait too/)
  expect(service.requestsFor('pauseQueue')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull()
  giveQueue(service, [])
  await user.click(note.getByRole('button', { name: 'Resume all' }))
  await screen.findByText('Nothing in progress')
  expect(service.requestsFor('resumeQueue')).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Everything is paused' })).toBeNull()
})

test('what failed says why and what helps, and is tried again', async () => {
  const error = { code: 'out_of_memory', message: 'This machine ran out of memory.' }
  const { service, user } = openPage('/queue', (answers) =>
    answers.answer('listAllContent', ({ query }) =>
      query['status'] === 'failed'
        ? [finishedRecording(answers, { status: 'failed', title: 'Planning', error })]
        : [],
    ),
  )
  const failed = within(await screen.findByRole('region', { name: 'Failed' }))
  failed.getByText('This machine ran out of memory.')
  failed.getByText(/Close other programs/)
  await user.click(failed.getByRole('button', { name: 'Retry Planning' }))
  await waitFor(() => expect(service.requestsFor('reprocessContent')).toHaveLength(1))
})

test('an analysis that is being written is cancelled', async () => {
  const analysis = { title: 'Call with Mary', prompt_name: 'Deal', progress: null } as const
  const { service, user } = openPage('/queue', (answers) =>
    answers.answer('listAllAnalyses', [
      { ...analysis, id: 'ana_2', status: 'queued' },
      { ...analysis, id: 'ana_1', status: 'processing', progress: 0.3 },
    ]),
  )
  const list = within(await screen.findByRole('region', { name: 'Being analysed' }))
  // What is at work comes first.
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('In progress, 30 %'),
    expect.stringContaining('Waiting'),
  ])
  const [, waiting] = list.getAllByRole('button', { name: 'Cancel Deal of Call with Mary' })
  if (!waiting) throw new Error('There is one button')
  service.answer('listAllAnalyses', [])
  await user.click(waiting)
  await screen.findByText('Nothing in progress')
  expect(service.requestsFor('cancelAnalysis').map(({ ids }) => ids)).toEqual([['ana_2']])
})

test('an analysis that ended before it was cancelled says so', async () => {
  const { service, user } = openPage('/queue', (answers) =>
    answers.answer('listAllAnalyses', [{ status: 'queued', prompt_name: 'Deal' }]),
  )
  service.refuse('cancelAnalysis', 'analysis_ended', 'The analysis has ended.')
  await user.click(await screen.findByRole('button', { name: /^Cancel Deal of/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('The analysis has ended.')
})
