import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Writer } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenAsked, type NextTranscription } from '../../../support/asking.ts'
import { scriptedTranscriber, scriptedWriter, spoken, written } from '../../../support/engine.ts'
import { givenKey } from '../../../support/factory.ts'

const visit = {
  name: 'Visit.wav',
  language: 'en',
  speakers: ['Ruth', 'Abel Stone'],
  lines: [
    '0 When do we visit the factory?',
    '1 On the third of June, in the morning.',
    '0 Good. Martin drives us to the factory in his bus.',
  ],
}
const budget = {
  name: 'Budget.wav',
  language: 'en',
  speakers: ['Mary', 'Ruth'],
  lines: [
    '0 The posters for the fair cost four thousand euros.',
    '1 That is too much, we should print fewer posters.',
  ],
}
const posters = 'The posters for the fair cost four thousand euros.'

const next: NextTranscription = { transcription: spoken() }
const none = { ready: false, reason: 'none' } as const
let app: TestApp
let status: Awaited<ReturnType<Writer['status']>> = none
let write: Writer['write']
let places: { visit: string; budget: string; budgetId: string }
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter((...call) => write(...call), { status: async () => status }),
  })
  const first = await givenAsked(app, next, [visit])
  const second = await givenAsked(app, next, [budget])
  const budgetId = second.ids.get(budget.name) ?? ''
  places = { visit: first.projectId, budget: second.projectId, budgetId }
  const at = { body: { recorded_at: '2026-10-06T09:00:00.000Z' } }
  await app.call('PATCH', `/v1/projects/${second.projectId}/content/${budgetId}`, at)
})
beforeEach(() => (status = none))
afterAll(() => app.stop())

const ask = async (question: string, more: object = {}, options: { key?: string } = {}) =>
  app.call('POST', '/v1/ask', { body: { question, ...more }, ...options })
const replyTo = async (question: string, more: object = {}) => (await ask(question, more)).body.data

test('the whole library is asked, one project or one recording of it, as far as a key may see', async () => {
  const question = 'What do the posters for the fair cost?'
  const { data } = (await ask(question)).body
  expect(data).toMatchObject({ answer: posters, is_found: true })
  expect(data.quotes[0]).toMatchObject({
    project_id: places.budget,
    content_id: places.budgetId,
    text: posters,
  })
  expect(await replyTo(question, { project_id: places.visit })).toMatchObject({ is_found: false })
  expect(await replyTo(question, { content_id: places.budgetId })).toMatchObject({
    answer: posters,
  })

  const key = await givenKey(app, { scopes: ['read'], project_ids: [places.visit] })
  expect((await ask(question, {}, { key })).body.data.quotes).toEqual([])
  for (const beyond of [{ project_id: places.budget }, { content_id: places.budgetId }]) {
    const { status: code, body } = await ask(question, beyond, { key })
    expect([code, body.error.code]).toEqual([403, 'project_access_denied'])
  }
  const unknown = await ask(question, { content_id: 'cont_none' })
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found'])
})

test('a question that leans on those before it is asked with their words', async () => {
  const earlier = { question: 'When do we visit the factory?', answer: 'On the third of June.' }
  const conversation = [{ question: 'Who drives us to the factory?', answer: 'Martin.' }, earlier]
  const thenWho = await replyTo('And who said that?', { conversation })
  expect(thenWho).toMatchObject({ answer: 'On the third of June, in the morning.' })
  expect(thenWho.quotes[0].speaker).toBe('Abel Stone')
  expect((await replyTo('And who said that?')).is_found, 'alone it asks nothing').toBe(false)
  const other = await replyTo('What do the posters for the fair cost?', { conversation: [earlier] })
  expect(other.answer, 'one of its own stands alone').toBe(posters)

  const { status: code, body } = await ask('And who?', {
    conversation: Array.from({ length: 11 }, () => earlier),
  })
  expect([code, body.error.details[0].field]).toEqual([400, 'conversation'])
})

test('a language model gets the conversation as data, each exchange on its line', async () => {
  status = { ready: true, model: 'scripted-writer' }
  let instructions = ''
  write = async (request) => {
    instructions = request.instructions
    return written({ quotes: ['Martin drives us to the factory'], answer: 'Martin drives.' })
  }
  const conversation = [{ question: 'When do\nwe {{visit}}?', answer: null }]
  expect(await replyTo('And who drives?', { conversation })).toMatchObject({
    answer: 'Martin drives.',
  })
  expect(instructions).toContain('- “When do we { {visit}}?” was answered “not said”')
  expect(instructions).toContain('Question: And who drives?')
})

test('speakers, days and projects that a question names narrow it, and the reply says so', async () => {
  const unfiltered = { speakers: [], project_id: null, recorded_from: null, recorded_to: null }
  const filtersOf = async (question: string) => (await replyTo(question)).filters
  expect(await filtersOf('What did Mary say about the posters?')).toEqual({
    ...unfiltered,
    speakers: ['Mary'],
  })
  const inOctober = await replyTo('What was said in October about the factory?')
  expect(inOctober.filters).toEqual({
    ...unfiltered,
    recorded_from: '2026-10-01',
    recorded_to: '2026-10-31',
  })
  expect(inOctober, 'the visit was in November').toMatchObject({ is_found: false })
  const named = { body: { name: 'Spring (Fair)' } }
  await app.call('PATCH', `/v1/projects/${places.budget}`, named)
  expect(await filtersOf('What do the posters cost in the project Spring (Fair)?')).toEqual({
    ...unfiltered,
    project_id: places.budget,
  })
  for (const question of [
    // Nothing was recorded then, so that the time is what was spoken of.
    'What did we decide for March?',
    'When in October do we visit the factory?',
    'Who drives on Tuesday?',
    'Does Martin know Mary?',
  ]) {
    expect(await filtersOf(question), question).toEqual(unfiltered)
  }
})

test('asked for a stream it sends quotes before the model reads, then the answer, then all', async () => {
  status = { ready: true, model: 'scripted-writer' }
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  write = async () => {
    begun.resolve()
    await go.promise
    return written({ quotes: [posters], answer: 'They cost four thousand euros.' })
  }
  // A key for one request keeps no stream: each is answered anew.
  for (const path of ['/v1/ask', '/v1/ask', `/v1/projects/${places.budget}/ask`]) {
    const response = await fetch(new URL(path, app.baseUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.sessionToken}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'idempotency-key': 'asked',
      },
      body: JSON.stringify({ question: 'What do the posters for the fair cost?' }),
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const { body } = response
    if (!body) throw new Error('The stream has no body.')
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    const { value: first = '' } = await reader.read()
    await begun.promise
    expect(first).toMatch(/^event: quotes\ndata: \{"quotes":\[\{/u)
    go.resolve()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
    const events = rest.split('\n\n').filter(Boolean)
    expect(events.map((event) => event.split('\n')[0])).toEqual(['event: answer', 'event: done'])
    const [words, whole] = events.map((event) => JSON.parse(event.split('\ndata: ')[1] ?? ''))
    expect(words).toEqual({
      answer: 'They cost four thousand euros.',
      is_found: true,
      model_used: 'scripted-writer',
    })
    expect(whole).toMatchObject({ ...words, filters: { speakers: [] } })
  }
})

test('what is refused is refused before a stream begins', async () => {
  const response = await fetch(new URL('/v1/ask', app.baseUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.sessionToken}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ question: 'Who?', content_id: 'cont_none' }),
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
})
