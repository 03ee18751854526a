// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import {
  analysisOf,
  giveRecording,
  recordingPlace,
  transcriptOf,
} from '../../support/page/recordings.ts'

const said = [
  'Shall we begin with the renewal?',
  'We would like a longer term of twenty-four months.',
  'The price stays as it is then.',
  'I will ask Paul about single sign-on.',
]
const openRecording = (given: (service: DocumentedService) => void) =>
  openPage(recordingPlace, (service) => {
    const analysis = analysisOf(service, {
      model_used: 'own-writer',
      result: {
        decisions: ['Twenty-four months'],
        action_items: ['Ask Paul about single sign-on'],
      },
      evidence: { '/decisions/0': ['seg_1'], '/action_items/0': ['seg_3'] },
    })
    giveRecording(service, {
      duration_seconds: 160,
      transcript: transcriptOf(service, said, 40),
      analyses: [analysis],
      last_completed_analyses: [],
    })
    service.answer('listChapters', [])
    given(service)
  })
const notes = async () => within(await screen.findByRole('region', { name: 'Notes' }))

test('each line of the notes has what was said then, and what they leave out is told', async () => {
  openRecording((service) =>
    service.answer('getNotes', { text: 'longer term', markers: [], line_times: [46] }),
  )
  await screen.findByText('What your notes leave out')
  const region = await notes()
  region.getByText(/We would like a longer term/)
  region.getByText(/^Task:/)
  expect(region.queryByText(/^Decision:/)).toBeNull()
})

test('notes that do not load are asked for again', async () => {
  const { service, user } = openRecording((answers) =>
    answers.refuse('getNotes', 'database_unavailable', 'The database does not answer.'),
  )
  const region = await notes()
  await region.findByText('The database does not answer.')
  service.answer('getNotes', { text: 'longer term', markers: [], line_times: [null] })
  await user.click(region.getByRole('button', { name: 'Try again' }))
  await (await notes()).findByText('longer term')
})

test('notes that are not saved say why, stay, and are saved again', async () => {
  const { service, user } = openRecording((answers) => {
    answers.answer('getNotes', { text: 'longer term', markers: [], line_times: [6] })
    answers.refuse('putNotes', 'insufficient_storage', 'The disk is full.')
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const region = await notes()
  await user.keyboard('{Control>}{End}{/Control}{Enter}')
  await user.paste('thank Mary')
  const alert = await region.findByRole('alert')
  expect(alert.textContent).toContain('The disk is full.')
  service.answer('putNotes', {})
  await user.click(within(alert).getByRole('button'))
  await region.findByText('Saved')
  // A line that is written afterwards has no moment; the others keep theirs.
  expect(service.requestsFor('putNotes').at(-1)?.body).toMatchObject({
    text: 'longer term\nthank Mary',
    line_times: [6, null],
  })
})

test('shares of the talk follow the speakers, who are called by their names', async () => {
  openRecording((service) => {
    service.answer('getNotes', { text: '', markers: [], line_times: [] })
    const talk = service.example('getTalkStatistics')
    const [speaker] = talk.speakers
    if (!speaker) throw new Error('The document has no speaker')
    service.answer('getTalkStatistics', {
      speakers: [
        { ...speaker, speaker: 'Mary', share: 0.63, seconds: 5 },
        { ...speaker, speaker_id: 'speaker_2', speaker: 'Speaker 2', share: 0.37, seconds: 3 },
      ],
    })
  })
  const talk = within(await screen.findByRole('region', { name: 'Talk' }))
  const list = within(await talk.findByRole('list', { name: 'Speakers' }))
  expect(list.getAllByText(/%/).map(({ textContent }) => textContent)).toEqual([
    '63 % · 5 s',
    '37 % · 3 s',
  ])
  list.getByText('Mary')
})

test('talk that does not load is asked for again; without speech it says so', async () => {
  const { service, user } = openRecording((answers) =>
    answers.refuse('getTalkStatistics', 'database_unavailable', 'The database does not answer.'),
  )
  const talk = within(await screen.findByRole('region', { name: 'Talk' }))
  await talk.findByText('The database does not answer.')
  service.answer('getTalkStatistics', { speakers: [] })
  await user.click(talk.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(talk.queryByText('The database does not answer.')).toBeNull())
})
