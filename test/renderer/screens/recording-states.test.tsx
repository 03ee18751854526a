// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import {
  contentId,
  giveRecording,
  recordingPlace,
  transcriptOf,
} from '../../support/page/recordings.ts'

// What a recording's screen says while there is no transcript, or no sound.

const openRecording = (given: (service: DocumentedService) => void) =>
  openPage(recordingPlace, (service) => {
    service.answer('getNotes', { text: '', markers: [], line_times: [] })
    service.answer('listChapters', [])
    given(service)
  })
const player = () => screen.queryByRole('region', { name: 'Player' })
const failedBecauseOf = (code: string, message: string) => ({
  status: 'failed' as const,
  error: { code, message },
  has_transcript: false,
  transcript: null,
  analyses: [],
  last_completed_analyses: [],
})

test('a recording that does not load says why, and is asked for again', async () => {
  const { service, user } = openRecording((answers) =>
    answers.refuse('getContent', 'database_unavailable', 'The database does not answer.'),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.')
  giveRecording(service)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { level: 1, name: 'Budget with Mary' })
})

test('a failure of the file is told once, and nothing is offered that cannot help', async () => {
  openRecording((service) =>
    giveRecording(service, failedBecauseOf('decode_failed', 'The file is damaged.')),
  )
  await screen.findByRole('heading', { name: 'This recording could not be transcribed' })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(player()).toBeNull()
  expect(screen.queryByRole('region', { name: 'Analysis' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transcribe again…' })).toBeNull()
})

test('after a failure of the machine it can be played and transcribed again', async () => {
  const { service, user } = openRecording((answers) =>
    giveRecording(answers, failedBecauseOf('out_of_memory', 'This machine ran out of memory.')),
  )
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('This machine ran out of memory.')
  expect(player()).not.toBeNull()
  await user.click(alert.getByRole('button', { name: 'Transcribe again…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Transcribe again' }))
  await waitFor(() => expect(service.requestsFor('reprocessContent')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a request to transcribe again that is refused keeps the dialog, and says why', async () => {
  const { service, user } = openRecording((answers) =>
    giveRecording(answers, failedBecauseOf('out_of_memory', 'This machine ran out of memory.')),
  )
  service.refuse('reprocessContent', 'rate_limited', 'Too many requests.')
  const alert = within(await screen.findByRole('alert'))
  await user.click(alert.getByRole('button', { name: 'Transcribe again…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Transcribe again' }))
  await dialog.findByText(/Too many requests/)
})

test('a cancelled transcription says so, and keeps the previous transcript', async () => {
  openRecording((service) =>
    giveRecording(service, {
      status: 'failed',
      error: { code: 'cancelled', message: 'Somebody cancelled it.' },
      transcript: transcriptOf(service, ['Good morning.']),
    }),
  )
  await screen.findByRole('heading', { name: 'The transcription was cancelled' })
  await screen.findByText('Good morning.')
  expect(player()).not.toBeNull()
})

test('work is paused and resumed; the previous transcript is said to be that', async () => {
  const work = { status: 'processing', progress: 0.4, remaining_seconds: 120 } as const
  const { service, user } = openRecording((answers) =>
    giveRecording(answers, {
      ...work,
      stage: 'transcribing',
      transcript: transcriptOf(answers, ['Good morning.']),
    }),
  )
  await screen.findByText(/the transcript below is the previous one/)
  screen.getByText('40 %, about 2 minutes left')
  expect(screen.queryByRole('button', { name: /^Edit the line/ })).toBeNull()
  giveRecording(service, { ...work, stage: 'paused', transcript: null })
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await screen.findByText(/Finished parts are kept/)
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(service.requestsFor('resumeContent')).toHaveLength(1))
})

test('a transcription is cancelled after a question that says what stays', async () => {
  const { service, user } = openRecording((answers) =>
    giveRecording(answers, { status: 'processing', stage: 'transcribing', progress: 0.4 }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/The previous transcript stays\./)
  await user.click(dialog.getByRole('button', { name: 'Cancel transcription' }))
  await waitFor(() => expect(service.requestsFor('cancelContent')).toHaveLength(1))
})

test('a recording that waits says that everything is paused', async () => {
  openRecording((service) => {
    giveRecording(service, { status: 'processing', stage: 'queued', progress: 0, transcript: null })
    service.answer('getQueue', { paused_at: '2026-11-21T09:30:00.000Z' })
  })
  await screen.findByText('Everything is paused. Resume it in the queue.')
})

test('lines that have come so far are read, and cannot be edited', async () => {
  openRecording((service) => {
    giveRecording(service, {
      status: 'processing',
      stage: 'transcribing',
      progress: 0.4,
      transcript: null,
    })
    service.answer('getTranscript', {
      ...transcriptOf(service, ['Good morning.', 'Shall we begin?']),
      is_partial: true,
    })
    service.answer('listEvents', [{ data: { content_id: contentId } }])
  })
  const lines = within(await screen.findByRole('region', { name: 'What was said until 0:09' }))
  lines.getByText('Shall we begin?')
  lines.getByText(/Spellings and speakers can still change/)
  expect(lines.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('an imported transcript has no player, and nothing on its screen plays', async () => {
  openRecording((service) =>
    giveRecording(service, {
      source: 'import',
      media: null,
      transcript: transcriptOf(service, ['We decided to keep the price.', 'Good.']),
    }),
  )
  await screen.findByText(/This transcript was imported; there is no sound to play\./)
  await screen.findByText('We decided to keep the price.')
  await screen.findByRole('heading', { name: 'Talk' })
  expect(player()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transcribe again…' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^play/i })).toBeNull()
})

test('a file that is no transcript is read again, or replaced by another', async () => {
  const { service, user } = openRecording((answers) =>
    giveRecording(answers, {
      ...failedBecauseOf('transcript_unreadable', 'No line says when or by whom.'),
      source: 'import',
      title: 'letter',
    }),
  )
  await screen.findByRole('heading', { name: 'This file could not be read as a transcript' })
  screen.getByText('No line says when or by whom.')
  await user.click(screen.getByRole('button', { name: 'Read again: letter' }))
  await waitFor(() => expect(service.requestsFor('reprocessContent')).toHaveLength(1))
  service.refuse('createUpload', 'insufficient_storage', 'The disk is full.')
  const file = new File(['Ann: Here we are.'], 'talk.txt', { type: 'text/plain' })
  const [input] = screen
    .getAllByLabelText('Choose another file for letter')
    .filter((field) => field instanceof HTMLInputElement)
  if (!input) throw new Error('There is no field for a file')
  await user.upload(input, file)
  await screen.findByText('The disk is full.')
  expect(service.requestsFor('deleteContent')).toEqual([])
})
