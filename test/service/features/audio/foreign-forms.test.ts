// Forms as programs send them that were written for other services with OpenAI's API.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SpeechRequest } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spokenBy } from '../../../support/engine.ts'
import { givenProject } from '../../../support/factory.ts'

let app: TestApp
let requests: SpeechRequest[] = []

beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async (request) => {
      requests.push(request)
      return spokenBy([[0, 'We agree.']])
    }),
  })
})
afterAll(() => app.stop())
beforeEach(() => {
  requests = []
})

type Field = [name: string, text: string]
const ending = '; filename="call.mp3"\r\ncontent-type: audio/mpeg'

/** @param file what follows on the name of the part with the recording */
async function post(fields: readonly Field[], file = ending, endpoint = 'transcriptions') {
  const part = (name: string, more: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
  const texts = fields.map(([name, text]) => part(name, '', text))
  const answer = await fetch(`${app.baseUrl}/v1/audio/${endpoint}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.sessionToken}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: `${texts.join('')}${part('file', file, 'some recorded bytes')}--b--\r\n`,
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const verbose: Field = ['response_format', 'verbose_json']
test.each<[string, Field[]]>([
  ['without brackets', [['timestamp_granularities', 'word']]],
  ['with numbers', [['timestamp_granularities[0]', 'word']]],
  ['as JSON', [['timestamp_granularities[]', '["word"]']]],
  [
    'in both ways',
    [
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities', 'word'],
    ],
  ],
])('a list is read %s', async (_way, list) => {
  const { body } = await post([verbose, ...list])
  expect([body.words?.length, body.segments]).toEqual([2, undefined])
})

test('a list without brackets may have several values, one after another or in one field', async () => {
  const names: Field[] = ['word', 'segment'].map((text) => ['timestamp_granularities', text])
  for (const list of [names, [['timestamp_granularities', 'word, segment'] as const]]) {
    const { body } = await post([verbose, ...(list as Field[])])
    expect([body.words?.length, body.segments?.length]).toEqual([2, 1])
  }
})

test.each<Field[][]>([
  [[['vad_filter', 'true']]],
  [
    [
      ['beam_size', '5'],
      ['temperature_inc', '0.2'],
      ['vad_parameters[threshold]', '0.5'],
    ],
  ],
  [
    [
      ['user', 'mary'],
      ['seed', '7'],
      ['condition_on_previous_text', 'False'],
    ],
  ],
  [
    [
      ['task', 'transcribe'],
      ['hotwords', ''],
    ],
  ],
  [
    [
      ['diarize', 'False'],
      ['translate', '0'],
      ['word_timestamps', 'false'],
    ],
  ],
  [
    [
      ['model', 'whisper-1'],
      ['model', 'whisper-1'],
    ],
  ],
  [
    [
      ['stream', '0'],
      ['language', 'None'],
    ],
  ],
  [[['language', 'null']]],
  [[['timestamp_granularities', 'segment']]],
])('what changes nothing of the answer is passed over: %j', async (fields) => {
  const { status, body } = await post(fields)
  expect([status, body.text]).toEqual([200, 'We agree.'])
  expect(requests).toMatchObject([{ translateToEnglish: false }])
  expect(requests[0]).not.toHaveProperty('language')
})

test.each<[string, Field[], string]>([
  ['diarize', [['diarize', 'true']], 'diarized_json'],
  ['translate', [['translate', 'True']], '/v1/audio/translations'],
  ['word_timestamps', [['word_timestamps', '1']], 'timestamp_granularities[]'],
  ['duration', [['duration', '10']], 'is not known'],
  ['langauge', [['langauge', 'de']], 'is not known'],
  [
    'model',
    [
      ['model', 'whisper-1'],
      ['model', 'whisper-base'],
    ],
    'sent twice',
  ],
  ['include[]', [['include[]', 'logprobs'], verbose], 'the response_format json'],
])('what would change the answer is refused by its name: %s', async (param, fields, message) => {
  const { status, body } = await post(fields)
  expect([status, body.error]).toMatchObject([400, { code: 'validation_error', param }])
  expect(body.error.message).toContain(message)
  expect(requests).toEqual([])
})

test('a task is done as it is named', async () => {
  await post([['task', 'translate']])
  await post([['task', 'translate']], ending, 'translations')
  expect(requests.map(({ translateToEnglish }) => translateToEnglish)).toEqual([true, true])
  const { body } = await post([['task', 'transcribe']], ending, 'translations')
  expect(body.error).toMatchObject({ param: 'task' })
})

test('hotwords reach the engine with the prompt', async () => {
  await post([
    ['hotwords', 'Kubernetes'],
    ['prompt', 'Ms Ødegård calls.'],
  ])
  await post([['hotwords', 'Kubernetes']])
  expect(requests.map(({ prompt }) => prompt)).toEqual([
    'Kubernetes Ms Ødegård calls.',
    'Kubernetes',
  ])
  const { id } = await givenProject(app)
  const { body } = await post([
    ['hotwords', 'Kubernetes'],
    ['project_id', id],
  ])
  expect(body.error).toMatchObject({ code: 'validation_error', param: 'hotwords' })
})

test('with include the confidence of each word is told, in a stream at its end', async () => {
  const logprobs = [
    { token: 'We', logprob: -0.105, bytes: [87, 101] },
    { token: ' agree.', logprob: -0.105, bytes: [32, 97, 103, 114, 101, 101, 46] },
  ]
  const { body } = await post([['include', 'logprobs']])
  expect(body).toMatchObject({ text: 'We agree.', logprobs })
  const streamed = await post([
    ['include[]', 'logprobs'],
    ['stream', 'True'],
  ])
  const last = streamed.body.trim().split('\n\n').at(-1).replace('data: ', '')
  expect(JSON.parse(last)).toMatchObject({ type: 'transcript.text.done', logprobs })
})

test.each([
  ['a name without an ending, and no type', '; filename="blob"'],
  ['an empty name', '; filename=""\r\ncontent-type: audio/wav'],
  ['no name but a type', '\r\ncontent-type: audio/wav'],
  ['no name, of unknown bytes', '\r\ncontent-type: application/octet-stream'],
])('a file with %s is taken, and kept where a project is named', async (_kind, file) => {
  const { body } = await post([], file)
  expect(body.text).toBe('We agree.')
  const { id } = await givenProject(app)
  const { status, body: whole } = await post([['project_id', id]], file)
  expect([status, whole.text, whole.content_id]).toEqual([200, 'We agree.', expect.any(String)])
})
