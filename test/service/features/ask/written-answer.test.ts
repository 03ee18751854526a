import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnected } from '../../../../service/engine/connected.ts'
import type { Writer } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenAsked, type NextTranscription } from '../../../support/asking.ts'
import {
  scriptedTranscriber,
  scriptedWriter,
  spoken,
  untilAborted,
  written,
} from '../../../support/engine.ts'
import { ollama, startModelServer } from '../../../support/model-server.ts'

const recording = {
  name: 'Visit.wav',
  language: 'en',
  speakers: ['Ruth', 'Abel'],
  lines: [
    '0 When do we visit the factory?',
    '1 On the third of June, in the morning.',
    '0 Good, I will tell the driver.',
  ],
}
const question = 'When do we visit the {{factory}}?'
const said = 'On the third of June, in the morning.'

const next: NextTranscription = { transcription: spoken() }
let app: TestApp
let write: Writer['write']
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter((...call) => write(...call)),
  })
})
afterAll(() => app.stop())

/** A project with the visit; the model then writes so. */
async function givenWriter(how: Writer['write']) {
  write = how
  const { projectId } = await givenAsked(app, next, [recording])
  return `/v1/projects/${projectId}/ask`
}
const weekday = (at: Date) =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(at)
const answerOf = async (path: string) =>
  (await app.call('POST', path, { body: { question: 'When do we visit the factory?' } })).body.data

test('a language model answers from what was said, and what it says is quoted', async () => {
  const path = await givenWriter(async ({ segments, instructions }) => {
    expect(instructions).not.toContain('{{')
    expect(instructions).toContain('Question: When do we visit the')
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toContain(`Abel: ${said}`)
    const [, first, second] = segments.map(({ id }) => id)
    const evidence = { '/answer': [first ?? '', second ?? ''] }
    return { ...written({ answer: 'You visit on the third of June.' }), evidence }
  })
  const { data } = (await app.call('POST', path, { body: { question } })).body
  expect(data).toMatchObject({
    answer: 'You visit on the third of June.',
    is_found: true,
    model_used: 'scripted-writer',
  })
  expect(data.quotes.map(({ text }: { text: string }) => text)).toEqual([
    said,
    'When do we visit the factory?',
  ])
})

test('what the quotes do not carry is not answered; the quotes are', async () => {
  const path = await givenWriter(async () => written({ answer: 'In December, by boat.' }))
  expect(await answerOf(path)).toMatchObject({ answer: said, model_used: 'earshot-ask-1' })
})

/** What Ask answers to a question where a model quotes and answers so. */
async function answered(asked: string, result: { quotes: string[]; answer: string | null }) {
  const path = await givenWriter(async () => written(result))
  return (await app.call('POST', path, { body: { question: asked } })).body.data
}

test('the model decides, with all that is around: where the words were said nowhere, and where they were', async () => {
  let read: string[] = []
  const path = await givenWriter(async ({ segments }) => {
    read = segments.map(({ speaker, text }) => `${speaker}: ${text}`)
    return written({ quotes: ['I will tell the driver'], answer: 'Ruth lets the driver know.' })
  })
  const body = { question: 'Whom does she inform?' }
  const { data } = (await app.call('POST', path, { body })).body
  expect(read).toEqual([
    `#: Visit, ${weekday(app.clock.now())}, ${app.clock.now().toISOString().slice(0, 10)}`,
    'Ruth: When do we visit the factory?',
    `Abel: ${said}`,
    'Ruth: Good, I will tell the driver.',
  ])
  expect(data).toMatchObject({ answer: 'Ruth lets the driver know.', is_found: true })
  expect(data.quotes[0]).toMatchObject({ text: 'Good, I will tell the driver.', speaker: 'Ruth' })

  const unsaid = await answered('When do we visit the factory?', { quotes: [], answer: null })
  expect(unsaid).toMatchObject({ answer: null, is_found: false, model_used: 'scripted-writer' })
  expect(unsaid.quotes[0].text, 'what comes closest').toBe(said)
})

test('an answer in other words stands on a quote that was said; its names and numbers were said there', async () => {
  const quotes = ['On the third of June, in the morning.']
  for (const [answer, isKept] of [
    ['The group goes there on 3 June, early in the day.', true],
    ['The group goes there on 3.5 June, early in the day.', false],
    ['The group goes there on 4 June, early in the day.', false],
    ['The group goes there with Martin, early in the day.', false],
  ] as const) {
    const { answer: shown } = await answered('When do we visit the factory?', { quotes, answer })
    expect(shown, answer).toBe(isKept ? answer : said)
  }
  const invented = { quotes: ['We fly there in December.'], answer: 'Early in the day.' }
  expect(await answered('When do we visit the factory?', invented)).toMatchObject({ answer: said })
})

test('a served model answers under the schema, without a second reading of what it is given', async () => {
  const answers = () =>
    JSON.stringify({ quotes: ['I will tell the driver'], answer: 'Ruth lets the driver know.' })
  const server = await startModelServer(ollama(answers))
  const served = createConnected()
  const model = {
    id: 'msv_1/llama3.2:3b',
    name: 'llama3.2:3b',
    server: { baseUrl: server.baseUrl, apiKey: null, allowRemote: false },
  }
  const path = await givenWriter((wanted, work) => served.write(model, wanted, work))
  const body = { question: 'Whom does she inform?' }
  const { data } = (await app.call('POST', path, { body })).body
  await server.stop()
  expect(data).toMatchObject({
    answer: 'Ruth lets the driver know.',
    model_used: `llama3.2:3b@${new URL(server.baseUrl).host}`,
  })
  expect(server.chats).toHaveLength(1)
  expect(server.chats[0]?.messages.at(-1)?.content).toContain('\nAbel: On the third of June')
})

test('a model that reads the whole cites lines, judges them itself, and its null is an answer', async () => {
  const cited = (text: string) => [{ text, lines: [4] }]
  let answer = cited('Ruth lets the driver know.')
  const server = await startModelServer(
    ollama(({ messages }) =>
      JSON.stringify(
        messages.at(-1)?.content.includes('verdict and a correction')
          ? { '1': { verdict: 'yes', correction: null }, '2': { verdict: 'yes', correction: null } }
          : { quotes: cited('I will tell the driver.'), answer },
      ),
    ),
  )
  const served = createConnected()
  const model = {
    id: 'msv_1/llama3.2:3b',
    name: 'llama3.2:3b',
    server: { baseUrl: server.baseUrl, apiKey: null, allowRemote: false },
  }
  const path = await givenWriter((wanted, work) =>
    served.write(model, { ...wanted, isReadWhole: true }, work),
  )
  const ask = async () =>
    (await app.call('POST', path, { body: { question: 'Whom does she inform?' } })).body.data
  const data = await ask()
  expect(data.answer).toBe('Ruth lets the driver know.')
  expect(data.quotes[0].text).toBe('Good, I will tell the driver.')
  answer = []
  expect(await ask()).toMatchObject({
    answer: null,
    is_found: false,
    model_used: `llama3.2:3b@${new URL(server.baseUrl).host}`,
  })
  await server.stop()
})

test('a model that takes too long is not waited for', async () => {
  const path = await givenWriter(async (_request, { signal }) => {
    // The request waits for nothing but this: time may move on.
    app.clock.advance(120_000)
    return untilAborted(signal)
  })
  expect(await answerOf(path)).toMatchObject({ answer: said, model_used: 'earshot-ask-1' })
})

test('who goes away ends the writing', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const path = await givenWriter(async (_request, { signal }) => {
    begun.resolve()
    return untilAborted(signal).finally(() => ended.resolve())
  })
  const sent = request(new URL(path, app.baseUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.sessionToken}`,
      'content-type': 'application/json',
    },
  })
  const closed = new Promise<void>((resolve) => void sent.on('close', resolve))
  sent.on('error', () => undefined)
  sent.end(JSON.stringify({ question: 'When do we visit the factory?' }))
  await begun.promise
  sent.destroy()
  await closed
  await ended.promise
})

test('what is removed while the model writes is not quoted', async () => {
  let contentPath = ''
  const path = await givenWriter(async () => {
    await app.call('DELETE', contentPath)
    return { ...written({ answer: 'On the third of June.' }), evidence: { '/answer': ['seg_1'] } }
  })
  const [item] = (await app.call('GET', path.replace('/ask', '/content'))).body.data
  contentPath = path.replace('/ask', `/content/${item.id}`)
  expect(await answerOf(path)).toMatchObject({ answer: null, is_found: false, quotes: [] })
})
