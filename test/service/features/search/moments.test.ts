import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { conversation } from '../../../support/conversation.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

const said = [
  'Good morning, this is about the contract.',
  'Who sends the contract on Friday?',
  'I am sending it.',
  'The contract, I mean <b>the contract</b>.',
  'On Friday we send all contracts and then the invoice.',
]

let app: TestApp
let projectId: string
beforeAll(async () => {
  const lines = said.map((text, index): [number, string] => [index % 2, text])
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => conversation(lines)) })
  projectId = (await givenProject(app, {})).id
  await givenRecording(app, projectId, { filename: 'call.wav' })
})
afterAll(() => app.stop())

async function momentsOf(q: string, include = 'moments') {
  const query = new URLSearchParams({ q, project_id: projectId, include }).toString()
  const { body } = await app.call('GET', `/v1/search/content?${query}`)
  expect(body.error).toBeUndefined()
  return body.data[0]?.moments
}
const highlightsOf = async (q: string) =>
  (await momentsOf(q)).map(({ highlight }: { highlight: string }) => highlight)

test('a hit tells the lines with most of the words, in their order, with time and speaker', async () => {
  const moments = await momentsOf('sends contract friday')
  expect(moments).toEqual([
    {
      segment_id: expect.stringMatching(/^seg_/),
      start: expect.any(Number),
      end: expect.any(Number),
      speaker: 'Speaker 1',
      highlight: 'Good morning, this is about the <mark>contract</mark>.',
    },
    expect.objectContaining({
      speaker: 'Speaker 2',
      highlight: 'Who <mark>sends</mark> the <mark>contract</mark> on <mark>Friday</mark>?',
    }),
    expect.objectContaining({ speaker: 'Speaker 1' }),
  ])
  const starts = moments.map(({ start }: { start: number }) => start)
  expect(starts).toEqual(starts.toSorted((a: number, b: number) => a - b))
})

test('a line is found by the beginning of a word, and not by one that is to be left out', async () => {
  expect(await highlightsOf('invoi')).toEqual([
    'On Friday we send all contracts and then the <mark>invoice</mark>.',
  ])
  expect(await highlightsOf('invoice -zebra')).toHaveLength(1)
})

test('what was said stays text', async () => {
  expect(await highlightsOf('mean')).toEqual([
    'The contract, I <mark>mean</mark> &lt;b&gt;the contract&lt;/b&gt;.',
  ])
})

test('a recording found by its name alone has no lines; without asking none are told', async () => {
  expect(await momentsOf('call.wav')).toEqual([])
  const query = new URLSearchParams({ q: 'invoice', project_id: projectId }).toString()
  const { body } = await app.call('GET', `/v1/search/content?${query}`)
  expect(body.data[0]).not.toHaveProperty('moments')
  const wrong = await app.call('GET', `/v1/search/content?${query}&include=other`)
  expect(wrong.status).toBe(400)
})
