import { readdir } from 'node:fs/promises'
import path from 'node:path'
import OpenAI, { APIError, toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { PartialLines, SpeechRequest, Transcriber } from '../../../../service/engine/engine.ts'
import { turnJob } from '../../../../service/features/audio/turn.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, spokenBy, untilAborted } from '../../../support/engine.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'

// OpenAI's own client, unchanged but for the address and the key.

let app: TestApp
let client: OpenAI
let transcribe: Transcriber['transcribe']
let requests: SpeechRequest[]

beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber((request, options) => {
      requests.push(request)
      return transcribe(request, options)
    }),
  })
  client = await clientWith({ scopes: ['read'] })
})
afterAll(() => app.stop())
beforeEach(() => {
  requests = []
  transcribe = async () => twoPeople()
})

const clientWith = async (input: object): Promise<OpenAI> =>
  openAiOf(await givenKey(app, { ...input }))
const openAiOf = (apiKey: string): OpenAI =>
  new OpenAI({ baseURL: `${app.baseUrl}/v1`, apiKey, maxRetries: 0 })

const twoPeople = () =>
  spokenBy([
    [0, 'We will send the contract on Friday.'],
    [1, 'That is far too late.'],
  ])
const wholeText = 'We will send the contract on Friday. That is far too late.'
const file = () => toFile(Buffer.from('some recorded bytes'), 'call.mp3', { type: 'audio/mp3' })
const given = async () => ({ file: await file(), model: 'whisper-1' })

/** Nothing lies where uploads arrive. */
const expectNothingLeft = () =>
  expect.poll(() => readdir(path.join(app.dataDir, 'incoming'))).toEqual([])

test('json is the text, its length, and the model of this machine', async () => {
  const sent = client.audio.transcriptions.create(await given())
  const { data, request_id: requestId } = await sent.withResponse()
  expect(data).toEqual({
    text: wholeText,
    usage: { type: 'duration', seconds: 10 },
    model_used: 'scripted-transcriber',
  })
  expect(requestId).toMatch(/^req_/)
})

test('nothing is kept: no recording, no file, no job, no event; the minutes count', async () => {
  const used = async () => (await app.call('GET', '/v1/org')).body.data.usage.transcription_minutes
  const before = await used()
  await client.audio.transcriptions.create(await given())
  await app.idle()
  await expectNothingLeft()
  for (const table of ['content', 'jobs', 'transcripts', 'idempotency_keys'] as const) {
    expect(await app.deps.db.sql.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect((await app.call('GET', '/v1/events')).body.data).toEqual([])
  expect((await used()).used - before.used).toBeCloseTo(10 / 60)
})

test('text, srt and vtt are texts without speakers', async () => {
  const write = async (response_format: 'text' | 'srt' | 'vtt') =>
    client.audio.transcriptions.create({ ...(await given()), response_format })
  expect(await write('text')).toBe(`${wholeText}\n`)
  expect(await write('srt')).toBe(
    [
      '1\r\n00:00:00,000 --> 00:00:02,800\r\nWe will send the contract on Friday.\r\n',
      '2\r\n00:00:05,000 --> 00:00:07,000\r\nThat is far too late.\r\n',
    ].join('\r\n'),
  )
  expect(await write('vtt')).toBe(
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.800\nWe will send the contract on Friday.\n' +
      '\n2\n00:00:05.000 --> 00:00:07.000\nThat is far too late.\n',
  )
})

test('verbose_json has segments, words, or both, and the language by name', async () => {
  const response_format = 'verbose_json'
  const plain = await client.audio.transcriptions.create({ ...(await given()), response_format })
  expect(plain).toMatchObject({
    task: 'transcribe',
    language: 'english',
    duration: 10,
    text: wholeText,
  })
  expect(plain).not.toHaveProperty('words')
  expect(plain.segments?.[1]).toEqual({
    id: 1,
    seek: 0,
    start: 5,
    end: 7,
    text: ' That is far too late.',
    tokens: [],
    temperature: 0,
    avg_logprob: -0.105,
    compression_ratio: 0.724,
    no_speech_prob: 0,
  })
  const words = await client.audio.transcriptions.create({
    ...(await given()),
    response_format,
    timestamp_granularities: ['word'],
  })
  expect(words).not.toHaveProperty('segments')
  expect(words.words?.slice(0, 2)).toEqual([
    { word: 'We', start: 0, end: 0.4 },
    { word: 'will', start: 0.4, end: 0.8 },
  ])
  const both = await client.audio.transcriptions.create({
    ...(await given()),
    response_format,
    timestamp_granularities: ['word', 'segment'],
  })
  expect([both.words?.length, both.segments?.length]).toEqual([12, 2])
})

test('diarized_json tells who speaks by letters', async () => {
  const answer = await client.audio.transcriptions.create({
    ...(await given()),
    model: 'gpt-4o-transcribe-diarize',
    response_format: 'diarized_json',
    chunking_strategy: 'auto',
  })
  expect(answer).toMatchObject({
    task: 'transcribe',
    duration: 10,
    text: wholeText,
    segments: [
      { type: 'transcript.text.segment', speaker: 'A', start: 0, end: 2.8 },
      { type: 'transcript.text.segment', speaker: 'B', text: 'That is far too late.' },
    ],
  })
})

test('voices are told apart only where the answer says who speaks', async () => {
  for (const response_format of ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const) {
    await client.audio.transcriptions.create({ ...(await given()), response_format })
  }
  await client.audio.translations.create(await given())
  expect(requests.map(({ withSpeakers }) => withSpeakers)).toEqual(Array(6).fill(false))
  await client.audio.transcriptions.create({
    ...(await given()),
    response_format: 'diarized_json',
  })
  expect(requests.at(-1)).toMatchObject({ withSpeakers: true })
})

const lines = (position: number, isWhole: boolean, ...texts: string[]): PartialLines => ({
  ...spokenBy(texts.map((text) => [0, text] as const)),
  position,
  isWhole,
})

test('a stream sends text while it is recognized; together it is the whole text', async () => {
  transcribe = async (_request, { onLines }) => {
    await onLines?.(lines(0, false, 'We will', 'sent', 'the'))
    await onLines?.(lines(0, true, 'We will send the contract', 'on Friday.'))
    return twoPeople()
  }
  const stream = await client.audio.transcriptions.create({ ...(await given()), stream: true })
  const events = []
  for await (const event of stream) events.push(event)
  expect(events).toEqual([
    { type: 'transcript.text.delta', delta: 'We will' },
    { type: 'transcript.text.delta', delta: ' send the contract on Friday.' },
    { type: 'transcript.text.delta', delta: ' That is far too late.' },
    {
      type: 'transcript.text.done',
      text: wholeText,
      usage: { type: 'duration', seconds: 10 },
      model_used: 'scripted-transcriber',
    },
  ])
})

test('of two channels the text comes in its order, a block at a time', async () => {
  transcribe = async (_request, { onLines }) => {
    const found = { ...twoPeople(), position: 0 }
    const [first, second] = found.segments
    if (!first || !second) throw new Error('Two people speak.')
    await onLines?.({ ...found, segments: [second, second, second], isWhole: false })
    await onLines?.({ ...found, isWhole: true })
    return twoPeople()
  }
  const stream = await client.audio.transcriptions.create({ ...(await given()), stream: true })
  const events = []
  for await (const event of stream) events.push(event)
  expect(events).toMatchObject([{ delta: wholeText }, { type: 'transcript.text.done' }])
})

test('a stream whose text is worded differently at the end sends it from there on', async () => {
  transcribe = async (_request, { onLines }) => {
    await onLines?.(lines(0, true, 'We will send the contact'))
    return twoPeople()
  }
  const stream = await client.audio.transcriptions.create({
    ...(await given()),
    stream: true,
    response_format: 'diarized_json',
  })
  const events = []
  for await (const event of stream) events.push(event)
  expect(events).toMatchObject([
    { delta: 'We will send the contact' },
    { delta: ' contract on Friday. That is far too late.' },
    { type: 'transcript.text.segment', speaker: 'A' },
    { type: 'transcript.text.segment', speaker: 'B' },
    { type: 'transcript.text.done', text: wholeText },
  ])
})

test('what fails in the middle of a stream is thrown by the client', async () => {
  transcribe = async (_request, { onLines }) => {
    await onLines?.(lines(0, true, 'We will'))
    throw new JobError('engine_crashed', 'The speech engine crashed.')
  }
  const stream = await client.audio.transcriptions.create({ ...(await given()), stream: true })
  const read = async () => {
    for await (const event of stream) expect(event).toMatchObject({ delta: 'We will' })
  }
  await expect(read()).rejects.toMatchObject({
    message: 'The speech engine crashed.',
    code: 'internal_error',
    type: 'server_error',
  })
  await expectNothingLeft()
})

test('a translation is asked of the engine, and told as one', async () => {
  transcribe = async () => ({ ...spoken(), language: 'de', translatedTo: 'en' })
  const answer = await client.audio.translations.create({
    ...(await given()),
    response_format: 'verbose_json',
  })
  expect(answer).toMatchObject({ language: 'english', task: 'translate', duration: 12.5 })
  expect(requests).toMatchObject([{ translateToEnglish: true }])
})

test('language, prompt and the vocabulary of the organization reach the engine', async () => {
  const vocabulary = [{ term: 'Kubernetes' }]
  await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary } } })
  await client.audio.transcriptions.create({
    ...(await given()),
    language: 'de-AT',
    prompt: 'Frau Ødegård ruft an.',
    temperature: 0.2,
  })
  const { audioPath, ...request } = requests[0] ?? {}
  expect(audioPath).toContain(app.dataDir)
  expect(request).toEqual({
    language: 'de',
    prompt: 'Frau Ødegård ruft an.',
    withSpeakers: false,
    translateToEnglish: false,
    vocabulary: ['Kubernetes'],
  })
  await app.call('PATCH', '/v1/org', { body: { settings: { vocabulary: [] } } })
})

test.each([
  'whisper-1',
  'gpt-4o-mini-transcribe',
  'whisper-large-v3-turbo',
  'Systran/faster-whisper-base',
])('%s stands for the model that is set up here', async (model) => {
  await client.audio.transcriptions.create({ ...(await given()), model })
  expect(requests[0]).not.toHaveProperty('model')
})

test('a model of this machine is taken by its id', async () => {
  const { data } = await client.models.list()
  const [model] = data
  expect(model).toMatchObject({ id: 'whisper-base-q5_1', object: 'model', owned_by: 'earshot' })
  await client.audio.transcriptions.create({ ...(await given()), model: model?.id ?? '' })
  expect(requests[0]).toMatchObject({ model: 'whisper-base-q5_1' })
})

test('a model is retrieved by its id, beside our own form of it', async () => {
  const id = 'whisper-base-q5_1'
  const model = await client.models.retrieve(id)
  expect(model).toMatchObject({ id, object: 'model', created: 0, owned_by: 'earshot' })
  expect(model).toMatchObject({ data: { id, kind: 'speech-to-text', is_installed: true } })
  await expect(client.models.retrieve('whisper-of-nobody')).rejects.toMatchObject({
    ...{ status: 404, code: 'not_found', type: 'invalid_request_error' },
  })
})

test('a named project keeps the recording and its transcript, for a key that may write', async () => {
  const { id: project_id } = await givenProject(app)
  const keep = async (own: OpenAI) =>
    // Programs pass what is no field of OpenAI's in the same place.
    own.audio.transcriptions.create({ ...(await given()), project_id } as never)
  await expect(keep(client)).rejects.toMatchObject({
    status: 403,
    code: 'insufficient_permissions',
    type: 'permission_error',
  })
  const writer = await clientWith({ scopes: ['read', 'write'] })
  const { text, content_id: id } = (await keep(writer)) as unknown as Record<string, string>
  expect(text).toBe(wholeText)
  const { body } = await app.call('GET', `/v1/projects/${project_id}/content/${id}`)
  expect(body.data).toMatchObject({
    filename: 'call.mp3',
    content_type: 'audio/mpeg',
    status: 'completed',
    transcript: { text: wholeText },
  })
  await app.call('DELETE', `/v1/projects/${project_id}`)
  await expectNothingLeft()
})

const broken = [
  ['unsupported_media', 'This is no recording.'],
  ['no_audio_stream', 'The file holds no sound.'],
  ['decode_failed', 'The recording could not be decoded.'],
] as const
test.each(broken)('a file that fails with %s is refused by its field', async (code, message) => {
  transcribe = async () => {
    throw new JobError(code, message)
  }
  await expect(client.audio.transcriptions.create(await given())).rejects.toMatchObject({
    status: 400,
    code: 'validation_error',
    type: 'invalid_request_error',
    param: 'file',
    message: `400 ${message}`,
    error: { details: [{ field: 'file', code, message }] },
  })
  await expectNothingLeft()
})

test.each([
  { stream: 'False', language: 'English' },
  { stream: 'false', language: 'en_US' },
  { language: 'eng' },
])('what other programs write is read as it was meant: %j', async (fields) => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ model: 'whisper-1', ...fields })) {
    form.append(name, text ?? '')
  }
  form.append('file', (await given()).file as File)
  const answer = await post(form)
  expect([answer.status, await answer.json()]).toMatchObject([200, { text: wholeText }])
})

const wrong: [string, object, string][] = [
  ['model', { model: 'whisper-smal-q5_1' }, 'There is no speech model "whisper-smal-q5_1"'],
  ['language', { language: 'klingon' }, '"klingon" is no ISO 639-1 code'],
  ['response_format', { response_format: 'xml' }, 'response_format'],
  ['temperature', { temperature: 3 }, 'temperature'],
  ['temperature', { temperature: 'hot' }, 'temperature'],
  ['stream', { stream: 'perhaps' }, 'stream'],
  ['response_format', { stream: true, response_format: 'srt' }, 'A stream has no srt'],
  ['timestamp_granularities[]', { timestamp_granularities: ['word'] }, 'verbose_json'],
  ['prompt', { prompt: 'a\0b' }, 'cannot be stored'],
  ['known_speaker_names[]', { known_speaker_names: ['Mary'] }, 'known_speaker_names[]'],
  ['file', { file: 'no file' }, 'as a file'],
]
test.each(wrong)('a wrong %s is named: %j', async (param, change, message) => {
  const refusal = client.audio.transcriptions.create({ ...(await given()), ...change } as never)
  const error = await refusal.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(APIError)
  expect(error).toMatchObject({ status: 400, code: 'validation_error', param })
  expect(String(error)).toContain(message)
  expect(requests).toEqual([])
  await expectNothingLeft()
})

test('an empty file, and one too many, are refused', async () => {
  const empty = await toFile(Buffer.alloc(0), 'call.mp3')
  const send = client.audio.transcriptions.create({ file: empty, model: 'whisper-1' })
  await expect(send).rejects.toMatchObject({ status: 400, param: 'file' })
  const form = new FormData()
  for (const name of ['one.wav', 'two.wav']) form.append('file', new Blob(['bytes']), name)
  const answer = await post(form)
  expect(answer.status).toBe(400)
  await expectNothingLeft()
})

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${app.baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.sessionToken}`, ...headers },
    body,
  })

test('what is no form is refused, and a form that is cut short as well', async () => {
  const json = await post('{}', { 'content-type': 'application/json' })
  expect(json.status).toBe(415)
  expect((await json.json()).error.message).toContain('multipart/form-data')
  const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nsome'
  const answer = await post(cut, { 'content-type': 'multipart/form-data; boundary=b' })
  expect(answer.status).toBe(400)
  expect((await answer.json()).error).toMatchObject({ code: 'validation_error', param: 'body' })
  await expectNothingLeft()
})

test('fields that are sent empty count as left out', async () => {
  const answer = await client.audio.transcriptions.create({
    ...(await given()),
    language: '',
    prompt: '',
  })
  expect(answer.text).toBe(wholeText)
})

test('a wrong key is told as OpenAI tells it', async () => {
  const stranger = openAiOf('sk_live_of_somebody_else')
  await expect(stranger.audio.transcriptions.create(await given())).rejects.toMatchObject({
    status: 401,
    code: 'authentication_required',
    type: 'authentication_error',
    param: null,
  })
  await expect(stranger.models.list()).rejects.toMatchObject({ status: 401 })
})

test('when the client goes, the work ends and its file goes', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  transcribe = (_request, { signal }) => {
    begun.resolve(signal)
    return untilAborted(signal)
  }
  const gone = new AbortController()
  const sent = client.audio.transcriptions.create(await given(), { signal: gone.signal })
  const signal = await begun.promise
  gone.abort()
  await expect(sent).rejects.toThrow('aborted')
  await expect.poll(() => signal.aborted).toBe(true)
  await app.idle()
  await expectNothingLeft()
  expect(await app.deps.db.sql.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('a paused queue holds it until it goes on', async () => {
  const begun = Promise.withResolvers<void>()
  transcribe = (_request, { signal }) => {
    begun.resolve()
    return untilAborted(signal)
  }
  const sent = client.audio.transcriptions.create(await given())
  await begun.promise
  await app.call('POST', '/v1/queue/pause')
  await app.idle()
  transcribe = async () => twoPeople()
  await app.call('POST', '/v1/queue/resume')
  expect((await sent).text).toBe(wholeText)
})

test('without a model it is said at once', async () => {
  const { status } = app.deps.transcriber
  app.deps.transcriber.status = async () => ({ ready: false, reason: 'It is not installed.' })
  await expect(client.audio.transcriptions.create(await given())).rejects.toMatchObject({
    status: 503,
    code: 'model_unavailable',
    type: 'server_error',
  })
  app.deps.transcriber.status = status
})

test('the turn of a request that a kill left ends by itself', async () => {
  const turn = turnJob.of({ request_id: 'req_0' }, 'req_0', { isFirst: true })
  await app.deps.db.transaction((tx) => app.deps.queue.enqueue(tx, turn))
  await app.idle()
  expect(await app.deps.db.sql.selectFrom('jobs').selectAll().execute()).toEqual([])
  expect(requests).toEqual([])
})
