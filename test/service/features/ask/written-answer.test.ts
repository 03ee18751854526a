import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const answerOf = async (path: string) =>
  (await app.call('POST', path, { body: { question: 'When do we visit the factory?' } })).body.data

test('a language model answers from the quotes, and what it says is quoted', async () => {
  const path = await givenWriter(async ({ segments, instructions }) => {
    expect(instructions).not.toContain('{{')
    expect(instructions).toContain('Question: When do we visit the')
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toContain(`Abel: ${said}`)
    const [first, second] = segments.map(({ id }) => id)
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

test('a model that takes too long is not waited for', async () => {
  const path = await givenWriter(async (_request, { signal }) => {
    // The request waits for nothing but this: time may move on.
    app.clock.advance(20_000)
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
