import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { LiveTranscription, LiveChunk } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { liveTranscription, scriptedTranscriber, untilAborted } from '../../../support/engine.ts'
import { liveWav } from '../../../support/sound.ts'

let app: TestApp
let transcribe: (chunk: LiveChunk, signal: AbortSignal) => Promise<LiveTranscription>
let chunks: LiveChunk[]

beforeEach(() => {
  chunks = []
  transcribe = async () => liveTranscription()
})
beforeAll(async () => {
  const transcriber = scriptedTranscriber(undefined, {
    transcribeLive: (chunk, signal) => {
      chunks.push(chunk)
      return transcribe(chunk, signal)
    },
  })
  app = await startTestApp({ transcriber })
})
afterAll(() => app.stop())

type Sent = {
  recorder?: string
  query?: string
  body?: BodyInit
  type?: string
  signal?: AbortSignal
}

async function send({ recorder = 'one', query = '', body = liveWav(2), type, signal }: Sent = {}) {
  const response = await fetch(`${app.baseUrl}/v1/live-words/${recorder}${query}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${app.sessionToken}`,
      'content-type': type ?? 'audio/wav',
    },
    body,
    ...(signal && { signal }),
  })
  return { status: response.status, body: await response.json() }
}

/** Holds the engine back: each chunk is heard when its number is let go. */
function holdBack() {
  const gates: (() => void)[] = []
  const begun: (() => void)[] = []
  transcribe = (_chunk, signal) => {
    const held = new Promise<void>((resolve) => gates.push(resolve))
    begun.shift()?.()
    return Promise.race([held.then(() => liveTranscription()), untilAborted(signal)])
  }
  return {
    begins: () => new Promise<void>((resolve) => begun.push(resolve)),
    letGo: () => gates.shift()?.(),
  }
}

/** The first of these that is answered, and the others. */
async function firstOf(sent: readonly ReturnType<typeof send>[]) {
  const place = await Promise.race(sent.map((answer, at) => answer.then(() => at)))
  return { answer: await sent[place], others: sent.filter((_, at) => at !== place) }
}

test('a chunk of sound is answered with its words, and nothing of it is kept', async () => {
  const { status, body } = await send({ query: '?language=en' })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    segments: [
      {
        start: 0.2,
        end: 1,
        text: 'Ask not.',
        words: [
          { text: 'Ask', start: 0.2, end: 0.6, is_joined: false },
          { text: 'not.', start: 0.6, end: 1, is_joined: false },
        ],
      },
    ],
    language: 'en',
    model_used: 'scripted-transcriber',
  })
  expect(chunks.map(({ language, samples }) => [language, samples.length])).toEqual([
    ['en', 32_000],
  ])
  const { body: content } = await app.call('GET', '/v1/content')
  expect(content.data).toEqual([])
})

test('the language is left to the engine where none is named', async () => {
  await send()
  expect(chunks[0]).not.toHaveProperty('language')
})

test('what its project has set holds: its vocabulary, and its language unless one is named', async () => {
  await app.call('PATCH', '/v1/org', {
    body: { settings: { vocabulary: [{ term: 'Kubernetes' }] } },
  })
  const settings = { language: 'de', vocabulary: [{ term: 'Ødegård' }] }
  const { body } = await app.call('POST', '/v1/projects', {
    body: { name: 'Calls', settings },
  })
  await send({ query: `?project_id=${body.data.id}` })
  await send({ query: `?project_id=${body.data.id}&language=en` })
  expect(chunks.map(({ language, vocabulary }) => [language, vocabulary])).toEqual([
    ['de', ['Ødegård', 'Kubernetes']],
    ['en', ['Ødegård', 'Kubernetes']],
  ])
  const unknown = await send({ query: '?project_id=proj_01kayr3c9nfq4tq4h6zr6yv0b2' })
  expect(unknown.status).toBe(404)
  expect(chunks).toHaveLength(2)
})

test('where nobody speaks there are no words', async () => {
  transcribe = async () => ({ segments: [], language: null, modelUsed: 'base' })
  const { body } = await send()
  expect(body.data).toEqual({ segments: [], language: null, model_used: 'base' })
})

test('a chunk whose header tells no sizes is heard to its end', async () => {
  const body = liveWav(2)
  body.writeUInt32LE(0, 4)
  body.writeUInt32LE(0, 40)
  const { status } = await send({ body })
  expect(status).toBe(200)
  expect(chunks[0]?.samples).toHaveLength(2 * 16_000)
})

test.each([
  ['no WAV file', 'text', 'Send a WAV file.'],
  ['nothing', '', 'Send a WAV file.'],
  ['more than 30 s', liveWav(31), 'A piece is at most 30 s long.'],
  ['no sound', liveWav(0), 'The WAV file holds no sound.'],
  ['another rate', withField(24, 48_000), 'The sound must be 16 kHz, mono, 16-bit PCM.'],
])('%s is refused before the engine is asked', async (_what, body, message) => {
  const answer = await send({ body })
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ code: 'validation_error', details: [{ message }] })
  expect(chunks).toEqual([])
})

function withField(at: number, value: number): Buffer<ArrayBuffer> {
  const wav = Buffer.from(liveWav(1))
  wav.writeUInt32LE(value, at)
  return wav
}

test('other kinds of bodies and larger ones are refused', async () => {
  expect((await send({ type: 'application/json', body: '{}' })).status).toBe(415)
  expect((await send({ body: liveWav(60) })).status).toBe(413)
})

test('one chunk is heard at a time; a newer one of the same recorder replaces one that waits', async () => {
  const engine = holdBack()
  const begun = engine.begins()
  const first = send()
  await begun
  // Whichever of the two arrives first gives way to the other.
  const { answer, others } = await firstOf([send(), send()])
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'live_words_replaced' } } })
  expect(chunks.length).toBe(1)
  const next = engine.begins()
  engine.letGo()
  expect((await first).status).toBe(200)
  await next
  engine.letGo()
  expect((await others[0])?.status).toBe(200)
  expect(chunks.length).toBe(2)
})

test('four recorders may wait; a fifth is told to try again', async () => {
  const engine = holdBack()
  const begun = engine.begins()
  const first = send()
  await begun
  const further = ['a', 'b', 'c', 'd', 'e'].map((recorder) => send({ recorder }))
  const { answer, others } = await firstOf(further)
  expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
  for (let turn = 0; turn < others.length; turn += 1) {
    const next = engine.begins()
    engine.letGo()
    await next
  }
  engine.letGo()
  const answers = await Promise.all([first, ...others])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('a client that goes ends its chunk, and the next one is heard', async () => {
  const engine = holdBack()
  const begun = engine.begins()
  const gone = new AbortController()
  const first = send({ signal: gone.signal })
  await begun
  const second = send({ recorder: 'two' })
  const next = engine.begins()
  gone.abort()
  await expect(first).rejects.toThrow()
  await next
  expect(chunks.length).toBe(2)
  engine.letGo() // the first, which nobody waits for any more
  engine.letGo()
  expect((await second).status).toBe(200)
})

test('what the engine cannot do is told as what it is', async () => {
  transcribe = async () => {
    throw new JobError('model_missing', 'The model "whisper-base-q5_1" is not installed.')
  }
  expect(await send()).toMatchObject({
    status: 503,
    body: { error: { code: 'model_unavailable' } },
  })
  transcribe = async () => {
    throw new JobError('language_unsupported', 'No speech model knows the language "xx".')
  }
  expect(await send({ query: '?language=xx' })).toMatchObject({
    status: 400,
    body: { error: { code: 'validation_error', details: [{ field: 'language' }] } },
  })
})
