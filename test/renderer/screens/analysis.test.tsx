// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import type { Analysis } from 'earshot/client'
import { expect, test } from 'vitest'
import type { DocumentedService } from '../../support/page/documented-service.ts'
import { openPage } from '../../support/page/open-page.tsx'
import {
  analysisOf,
  giveRecording,
  recordingPlace,
  transcriptOf,
} from '../../support/page/recordings.ts'

// An analysis beside its recording: where its claims come from, what it lacks, and each of its states.

const install = 'Install or connect a language model'
const said = ['Shall we begin?', 'The contract goes out on Friday.']
const languageModel = { kind: 'language-model', is_installed: false, is_default: false } as const

type Given = { newest: Partial<Analysis>; before?: Partial<Analysis> }

function giveAnalyses(service: DocumentedService, { newest, before }: Given): void {
  giveRecording(service, {
    transcript: transcriptOf(service, said),
    analyses: [analysisOf(service, newest)],
    last_completed_analyses: before ? [analysisOf(service, before)] : [],
  })
}

const openWith = (given: Given) =>
  openPage(recordingPlace, (service) => {
    giveAnalyses(service, given)
    service.answer('getNotes', { text: '', markers: [], line_times: [] })
    service.answer('listChapters', [])
    service.answer('listModels', [languageModel])
    service.answer('listActions', [])
  })
const panel = async () => within(await screen.findByRole('region', { name: 'Analysis' }))

test('a claim names its moment, and what nobody said is marked', async () => {
  openWith({
    newest: {
      result: { summary: 'They agreed.', key_points: ['A balloon was ordered'] },
      evidence: { '/summary': ['seg_1'] },
      coverage: { tokens_total: 200, tokens_used: 124, chunks: 2 },
      confidence_score: 50,
    },
  })
  const shown = await panel()
  await shown.findByRole('button', { name: 'Play this moment: 0:05, Speaker 2' })
  shown.getByText('not found in the recording')
  shown.getByText(/Listen before you rely on it\./)
  shown.getByText(/62 % of the transcript\. Smaller matters may be missing/)
  shown.getByText('50 % of the answer')
})

test('a task shows who does it and by when; what is not certain and what was left out is said', async () => {
  openWith({
    newest: {
      result: { action_items: ['Send the contract', 'Ben asks about the price'] },
      evidence: { '/action_items/0': ['seg_1'], '/action_items/1': ['seg_0'] },
      claims: {
        '/action_items/0': { owner: 'Ana', due: 'on Friday', condition: null },
        '/action_items/1': { owner: 'Ben', due: null, condition: null, is_doubtful: true },
      },
      coverage: { tokens_total: 200, tokens_used: 200, chunks: 1, left_out: 2 },
    },
  })
  const shown = await panel()
  const [contract, price] = await shown.findAllByRole('listitem')
  expect(contract?.textContent).toContain('Send the contract Ana · on Friday')
  expect(price?.textContent).toContain('Ben asks about the price not certain: listen')
  shown.getByText('2 statements were left out, because the recording does not carry them.')
})

test('what was discussed stands under its topics, each point with its moment', async () => {
  openWith({
    newest: {
      result: {
        discussion: [
          { topic: 'Price', point: 'Ben finds it high.' },
          { topic: 'Price', point: 'Ana offers five percent less.' },
        ],
      },
      evidence: {
        '/discussion/0/topic': ['seg_0'],
        '/discussion/0/point': ['seg_0'],
        '/discussion/1/topic': ['seg_1'],
        '/discussion/1/point': ['seg_1'],
      },
    },
  })
  const shown = await panel()
  await shown.findByRole('heading', { name: 'Price' })
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ben finds it high.'),
    expect.stringContaining('Ana offers five percent less.'),
  ])
  shown.getByRole('button', { name: 'Play this moment: 0:05, Speaker 2' })
})

test('a result says what a language model would add, and leads to one', async () => {
  const { user } = openWith({
    newest: {
      model_used: 'built-in',
      result: { participants: ['Mary'] },
      needs_language_model: ['/status', '/reason'],
    },
  })
  const shown = await panel()
  await shown.findByText(/It would also answer: Status and Reason\./)
  await user.click(shown.getByRole('link', { name: install }))
  await screen.findByRole('heading', { level: 2, name: 'Language models' })
})

test('the banner that was put away stays away; what is missing is still named', async () => {
  const { user } = openWith({
    newest: { model_used: 'built-in', result: {}, needs_language_model: ['/status', '/reason'] },
  })
  const shown = await panel()
  await user.click(await shown.findByRole('button', { name: 'Do not show this again' }))
  await shown.findByText('Needs a language model: Status and Reason.')
  expect(shown.queryByRole('link', { name: install })).toBeNull()
  expect(localStorage.getItem('earshot.model-banner-dismissed')).toBe('true')
})

test('once there is a language model, the analysis is run again with it', async () => {
  const { service, user } = openPage(recordingPlace, (answers) => {
    giveAnalyses(answers, {
      newest: { model_used: 'built-in', result: {}, needs_language_model: ['/status'] },
    })
    answers.answer('listModels', [{ ...languageModel, is_installed: true, is_default: true }])
  })
  await user.click(await screen.findByRole('button', { name: 'Run again with the language model' }))
  await waitFor(() =>
    expect(service.requestsFor('analyzeContent').map(({ body }) => body)).toMatchObject([
      { force_new: true },
    ]),
  )
  expect(screen.queryByRole('link', { name: install })).toBeNull()
})

test('an analysis at work is cancelled, and says so', async () => {
  const { service, user } = openWith({
    newest: { id: 'ana_1', status: 'processing', progress: 0.3, result: null },
  })
  const cancel = await (await panel()).findByRole('button', { name: 'Cancel the analysis' })
  const error = { code: 'cancelled', message: 'Somebody cancelled it.' }
  giveAnalyses(service, { newest: { id: 'ana_1', status: 'failed', result: null, error } })
  await user.click(cancel)
  await screen.findByRole('heading', { name: 'The analysis was cancelled' })
  expect(service.requestsFor('cancelAnalysis').map(({ ids }) => ids)).toEqual([['ana_1']])
})

test('a result stays in sight while a later run is at work, and when that was cancelled', async () => {
  const before = { version: 4, result: { summary: 'Mary sends it on Friday.' }, evidence: null }
  const { service, user } = openWith({
    newest: { status: 'processing', progress: 0.3, version: 5, result: null },
    before,
  })
  const shown = await panel()
  await shown.findByText(/^You are seeing the last result: version 4 from /)
  shown.getByText('Mary sends it on Friday.')
  const error = { code: 'cancelled', message: 'Somebody cancelled it.' }
  giveAnalyses(service, { newest: { status: 'failed', version: 5, result: null, error }, before })
  await user.click(shown.getByRole('button', { name: 'Cancel the analysis' }))
  await shown.findByText('The last run was cancelled.')
  shown.getByText('Mary sends it on Friday.')
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(service.requestsFor('analyzeContent')).toHaveLength(1))
})

test('an analysis that failed says why, what helps, and is tried again', async () => {
  const error = { code: 'out_of_memory', message: 'This machine ran out of memory.' }
  const { service, user } = openWith({ newest: { status: 'failed', result: null, error } })
  const shown = await panel()
  await shown.findByText('This machine ran out of memory.')
  shown.getByText(/Close other programs/)
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(service.requestsFor('analyzeContent')).toHaveLength(1))
})

test('an analysis that cannot be started says why', async () => {
  const { service, user } = openWith({ newest: { result: { summary: 'They agreed.' } } })
  const shown = await panel()
  service.refuse('analyzeContent', 'rate_limited', 'Too many requests.')
  await user.click(await shown.findByRole('button', { name: 'Run again' }))
  expect((await shown.findByRole('alert')).textContent).toBe('Too many requests.')
})
