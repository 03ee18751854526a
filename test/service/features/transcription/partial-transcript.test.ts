import { afterAll, beforeAll, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import type { PartialLines, Transcriber } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let transcribe: Transcriber['transcribe'] = async () => spoken()
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber((...input) => transcribe(...input)) })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const at = (id: string, rest = '') => `/v1/projects/${projectId}/content/${id}${rest}`
const read = (id: string, query = '') => app.call('GET', at(id, `/transcript${query}`))

const lines = (position: number, text: string, isWhole = true): PartialLines => ({
  ...spoken(text),
  position,
  isWhole,
})

/** An engine that hears these blocks, then works on until it is told to stop. */
function givenPartial(...blocks: PartialLines[]): Promise<void> {
  return new Promise((resolve) => {
    transcribe = async (_request, { signal, onLines }) => {
      for (const each of blocks) await onLines?.(each)
      resolve()
      return untilAborted(signal)
    }
  })
}

test('what is heard so far is read with partial=true, over a pause, and only while it is transcribed', async () => {
  const id = await givenUpload(app, projectId)
  const begun = givenPartial(lines(0, 'We will send the contract.'), lines(1, 'On Friday.'))
  expect((await read(id, '?partial=true')).status).toBe(409)
  await app.call('POST', at(id, '/upload-complete'))
  await begun
  const { status, body } = await read(id, '?partial=true')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    content_id: id,
    is_partial: true,
    text: 'We will send the contract. On Friday.',
    word_count: 7,
    version: 1,
    speakers: [{ id: 'speaker_1', label: 'Speaker 1', seconds: 7 }],
    segments: [{ start: 0.5, end: 4 }, { text: 'On Friday.' }],
  })
  expect((await read(id)).body.error.code).toBe('transcript_not_ready')
  expect((await read(id, '?partial=true&format=txt')).status).toBe(409)

  await app.call('POST', at(id, '/pause'))
  await app.idle()
  expect((await read(id, '?partial=true')).body.data.text).toBe(body.data.text)

  transcribe = async () => spoken('We will send it.')
  await app.call('POST', at(id, '/resume'))
  await app.idle()
  const whole = (await read(id)).body.data
  expect(whole).not.toHaveProperty('is_partial')
  expect((await read(id, '?partial=true')).body.data).toEqual({ ...whole, is_partial: false })
})

test('a transcript that is being replaced is read until something of the new one is heard', async () => {
  transcribe = async () => spoken('The old text.')
  const id = await givenRecording(app, projectId)
  await app.idle()
  const silent = givenPartial()
  await app.call('POST', at(id, '/reprocess'))
  await silent
  const old = { is_partial: false, text: 'The old text.' }
  expect((await read(id, '?partial=true')).body.data).toMatchObject(old)
  await app.call('POST', at(id, '/cancel'))
  await app.idle()
  const begun = givenPartial(lines(0, 'The new text.'))
  await app.call('POST', at(id, '/reprocess'))
  await begun
  const fresh = { is_partial: true, text: 'The new text.', version: 2 }
  expect((await read(id, '?partial=true')).body.data).toMatchObject(fresh)
  expect((await read(id)).body.data.text).toBe('The old text.')
  await app.call('POST', at(id, '/cancel'))
  await app.idle()
  expect((await read(id, '?partial=true')).body.data).toMatchObject(old)
})

test('transcription.progress tells of lines at most once in two seconds', async () => {
  const until = (position: number, end: number): PartialLines => {
    const { segments, ...rest } = lines(position, 'We will send it.')
    return { ...rest, segments: segments.map((segment) => ({ ...segment, end })) }
  }
  transcribe = async (_request, { onLines }) => {
    await onLines?.(until(0, 30))
    app.clock.advance(1.9 * second)
    await onLines?.(until(1, 60))
    app.clock.advance(0.1 * second)
    await onLines?.({ ...until(2, 90), segments: [] })
    await onLines?.(until(3, 120))
    app.clock.advance(1.9 * second)
    await onLines?.(until(4, 150))
    return spoken()
  }
  const id = await givenUpload(app, projectId)
  await app.call('POST', at(id, '/upload-complete'))
  await app.idle()
  const { body } = await app.call('GET', '/v1/events?event=transcription.progress&limit=2')
  expect(body.data.map((event: { data: object }) => event.data)).toEqual([
    { content_id: id, filename: 'call.wav', transcribed_seconds: 60 },
    { content_id: id, filename: 'call.wav', transcribed_seconds: 30 },
  ])
})

/** A line for each text, ten seconds apart. */
const linesOf = (position: number, texts: readonly string[], isWhole = false): PartialLines => ({
  ...spoken(),
  position,
  isWhole,
  segments: texts.flatMap((text, turn) =>
    spoken(text).segments.map((line) => ({ ...line, start: turn * 10, end: turn * 10 + 5 })),
  ),
})

test('lines of a block are read while it is transcribed, and keep their ids when more are heard', async () => {
  const id = await givenUpload(app, projectId)
  const texts = ['We will send it', 'On Friday.', 'To whom?', 'To you.']
  const begun = Promise.withResolvers<void>()
  transcribe = async (_request, { signal, onLines }) => {
    await onLines?.(linesOf(0, texts.slice(0, 1)))
    for (const count of [2, 3]) await onLines?.(linesOf(0, texts.slice(0, count)))
    begun.resolve()
    return untilAborted(signal)
  }
  await app.call('POST', at(id, '/upload-complete'))
  await begun.promise
  const segments = async () => (await read(id, '?partial=true')).body.data.segments
  const [first] = await segments()
  expect(first.text).toBe('We will send it')
  expect(await segments()).toHaveLength(1)

  // Nothing more is heard: what came meanwhile is told of when the two seconds are over.
  app.clock.advance(2 * second)
  await expect.poll(segments).toHaveLength(3)
  expect((await segments())[0].id).toBe(first.id)
  const { body } = await app.call('GET', '/v1/events?event=transcription.progress&limit=2')
  expect(body.data[0].data).toMatchObject({ content_id: id, transcribed_seconds: 25 })

  await app.call('POST', at(id, '/pause'))
  await app.idle()
  const known = (await segments()).map(({ id: line }: { id: string }) => line)
  const again = Promise.withResolvers<void>()
  transcribe = async (_request, { signal, onLines }) => {
    await onLines?.(linesOf(0, ['We will send it.']))
    again.resolve()
    return untilAborted(signal)
  }
  app.clock.advance(2 * second)
  await app.call('POST', at(id, '/resume'))
  await again.promise
  // The rest of an earlier run stays until this one has come so far.
  const lineTexts = ['We will send it.', 'On Friday.', 'To whom?']
  expect(await segments()).toMatchObject(lineTexts.map((text, n) => ({ id: known[n], text })))
  await app.call('POST', at(id, '/cancel'))
  await app.idle()
})

test('a whole block replaces all that was heard of it on the way', async () => {
  const begun = givenPartial(
    linesOf(0, ['One.', 'Tow.', 'Three.']),
    linesOf(0, ['One.', 'Two.'], true),
  )
  const id = await givenUpload(app, projectId)
  await app.call('POST', at(id, '/upload-complete'))
  await begun
  expect((await read(id, '?partial=true')).body.data.text).toBe('One. Two.')
  await app.call('POST', at(id, '/cancel'))
  await app.idle()
})
