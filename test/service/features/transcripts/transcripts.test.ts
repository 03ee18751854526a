import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { MediaFacts, Transcriber } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
let projectId: string
let transcribe: Transcriber['transcribe']
let probe: (audioPath: string) => Promise<MediaFacts>
let isReady: boolean
const media: MediaFacts = {
  container: 'mp4',
  durationSeconds: 12.5,
  hasVideo: true,
  audioTracks: [
    { codec: 'aac', channels: 2, sampleRate: 48_000 },
    { codec: 'aac', channels: 1, sampleRate: 48_000 },
  ],
}
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber((...input) => transcribe(...input), {
      probe: (...input) => probe(...input),
      status: async () =>
        isReady ? { ready: true, model: 'm' } : { ready: false, reason: 'No weights.' },
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  transcribe = async () => spoken()
  probe = async () => media
  isReady = true
})

const call = (method: string, id: string, rest = '', options = {}) =>
  app.call(method, `/v1/projects/${projectId}/content/${id}${rest}`, options)
const read = async (id: string) => (await call('GET', id)).body.data
const eventsOf = async (id: string) =>
  (await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute())
    .filter(({ data, event }) => data['content_id'] === id && event.startsWith('transcription.'))
    .map(({ event, data }) => ({ event, data }))
const minutes = async (id: string) =>
  (
    await app.deps.db.sql
      .selectFrom('transcription_usage')
      .select('minutes')
      .where('content_id', '=', id)
      .execute()
  ).map((row) => row.minutes)

describe('a transcript', () => {
  test('is what the engine heard, with every field of the specification', async () => {
    const id = await givenRecording(app, projectId)
    const { status, body } = await call('GET', id, '/transcript')
    expect(status).toBe(200)
    expect(body.data).toEqual({
      content_id: id,
      text: 'We will send the contract on Friday.',
      word_count: 7,
      segments: [
        {
          id: expect.stringMatching(/^seg_/),
          start: 0.5,
          end: 4,
          text: 'We will send the contract on Friday.',
          speaker: 'Speaker 1',
          speaker_id: 'speaker_1',
          overlaps: [],
          language: 'en',
          words: expect.arrayContaining([
            { text: 'We', start: 0.5, end: 0.9, confidence: 0.9, is_uncertain: false },
          ]),
        },
      ],
      language: 'en',
      speakers: [
        { id: 'speaker_1', label: 'Speaker 1', name: null, suggested_name: null, seconds: 3.5 },
      ],
      model_used: 'scripted-transcriber',
      language_probability: 0.98,
      translated_to: null,
      has_estimated_times: false,
      version: 1,
      origin: 'machine',
      based_on: null,
      edited_by: null,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
    expect(await read(id)).toMatchObject({
      status: 'completed',
      duration_seconds: 12.5,
      has_transcript: true,
      has_video: true,
      media: { has_video: true, tracks: 2 },
    })
  })

  test('comes with its events, its minutes and its place in the search', async () => {
    transcribe = async () => spoken('The zeppelin lands at noon.')
    const id = await givenRecording(app, projectId, { filename: 'ship.wav' })
    const about = { content_id: id, filename: 'ship.wav' }
    expect(await eventsOf(id)).toEqual([
      { event: 'transcription.started', data: about },
      {
        event: 'transcription.completed',
        data: { ...about, duration_seconds: 12.5, word_count: 5 },
      },
    ])
    expect(await minutes(id)).toEqual([12.5 / 60])
    const found = await app.call('GET', '/v1/search/content?q=zeppelin')
    expect(found.body.data.map((hit: { id: string }) => hit.id)).toEqual([id])
  })

  test('marks the words that the engine was not sure of', async () => {
    const transcribed = spoken('Yes, Kowalczyk.')
    const segments = transcribed.segments.map(({ words, ...segment }) => ({
      ...segment,
      words: words.map((word, at) => ({ ...word, confidence: at === 0 ? 0.95 : 0.2 })),
    }))
    transcribe = async () => ({ ...transcribed, segments })
    const id = await givenRecording(app, projectId)
    const { data } = (await call('GET', id, '/transcript')).body
    expect(data.segments[0].words).toMatchObject([
      { text: 'Yes,', is_uncertain: false },
      { text: 'Kowalczyk.', is_uncertain: true },
    ])
  })

  test('of silence is empty, and the recording is completed', async () => {
    transcribe = async () => ({ ...spoken(), segments: [], language: 'en' })
    const id = await givenRecording(app, projectId)
    expect((await read(id)).status).toBe('completed')
    const { body } = await call('GET', id, '/transcript')
    expect(body.data).toMatchObject({ text: '', word_count: 0, segments: [], speakers: [] })
  })

  test('is 409 transcript_not_ready before it is there, 404 for unknown items', async () => {
    const id = await givenUpload(app, projectId)
    const { status, body } = await call('GET', id, '/transcript')
    expect([status, body.error.code]).toEqual([409, 'transcript_not_ready'])
    expect((await call('GET', 'cont_none', '/transcript')).status).toBe(404)
  })
})

describe('a transcription that fails', () => {
  test.each(['no_audio_stream', 'unsupported_media', 'decode_failed'] as const)(
    'to read the file ends as failed with %s, and never reports a start',
    async (code) => {
      probe = async () => {
        throw new JobError(code, 'Cannot be read.')
      }
      const id = await givenRecording(app, projectId)
      const error = { code, message: 'Cannot be read.' }
      expect(await read(id)).toMatchObject({ status: 'failed', error, stage: null, progress: null })
      expect(await eventsOf(id)).toEqual([
        { event: 'transcription.failed', data: { content_id: id, filename: 'call.wav', error } },
      ])
      expect((await call('GET', id, '/transcript')).status).toBe(404)
      expect(await minutes(id)).toEqual([])
    },
  )

  test('is media_too_long above 10 hours, and fine at 10 hours', async () => {
    probe = async () => ({ ...media, durationSeconds: 36_000 })
    expect((await read(await givenRecording(app, projectId))).status).toBe('completed')
    probe = async () => ({ ...media, durationSeconds: 36_000.1 })
    const long = await read(await givenRecording(app, projectId))
    expect([long.status, long.error.code]).toEqual(['failed', 'media_too_long'])
  })

  test('in the engine ends as failed with its code; the next one runs', async () => {
    transcribe = async () => {
      throw new JobError('engine_crashed', 'The engine ended.')
    }
    const id = await givenRecording(app, projectId)
    expect((await read(id)).error).toEqual({ code: 'engine_crashed', message: 'The engine ended.' })
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual([
      'transcription.started',
      'transcription.failed',
    ])
    transcribe = async () => spoken()
    expect((await read(await givenRecording(app, projectId))).status).toBe('completed')
  })

  test('is told to the owner, once; one that was cancelled is not', async () => {
    const told = async () =>
      (await app.call('GET', '/v1/notices?limit=100')).body.data.filter(
        ({ link }: { link: string | null }) => link?.endsWith(id),
      )
    let isCancelled = true
    transcribe = async () => {
      if (!isCancelled) throw new JobError('out_of_memory', 'Too large.')
      await call('POST', id, '/cancel')
      return spoken()
    }
    const id = await givenUpload(app, projectId, { filename: 'board.wav' })
    await call('POST', id, '/upload-complete')
    await app.idle()
    expect(await told()).toEqual([])
    isCancelled = false
    await call('POST', id, '/reprocess')
    await app.idle()
    expect(await told()).toMatchObject([
      { kind: 'recording_failed', title: '“board” could not be transcribed' },
    ])
  })
})

describe('reprocessing', () => {
  test('answers 202 with the item and replaces the transcript by a new version', async () => {
    const id = await givenRecording(app, projectId)
    const before = (await call('GET', id, '/transcript')).body.data
    let during: unknown
    transcribe = async () => {
      during = (await call('GET', id, '/transcript')).body.data
      return spoken('Another text.')
    }
    const { status, body } = await call('POST', id, '/reprocess')
    expect([status, body.data.id, body.data.status]).toEqual([202, id, 'processing'])
    await app.idle()
    expect(during).toEqual(before)
    const after = (await call('GET', id, '/transcript')).body.data
    expect(after).toMatchObject({ text: 'Another text.', version: 2 })
    expect(await minutes(id)).toHaveLength(2)
  })

  test('that fails keeps the old transcript, and may be tried again', async () => {
    const id = await givenRecording(app, projectId)
    transcribe = async () => {
      throw new JobError('out_of_memory', 'Too large.')
    }
    await call('POST', id, '/reprocess')
    await app.idle()
    expect(await read(id)).toMatchObject({
      status: 'failed',
      has_transcript: true,
      error: { code: 'out_of_memory' },
    })
    expect((await call('GET', id, '/transcript')).body.data.version).toBe(1)
    transcribe = async () => spoken()
    await call('POST', id, '/reprocess')
    await app.idle()
    expect(await read(id)).toMatchObject({ status: 'completed', error: null })
  })

  test('is 409 content_processing while it runs and upload_incomplete before the upload', async () => {
    const id = await givenUpload(app, projectId)
    const early = await call('POST', id, '/reprocess')
    expect([early.status, early.body.error.code]).toEqual([409, 'upload_incomplete'])
    let twin: Awaited<ReturnType<typeof call>> | undefined
    transcribe = async () => {
      twin = await call('POST', id, '/reprocess')
      return spoken()
    }
    await call('POST', id, '/upload-complete')
    await app.idle()
    expect([twin?.status, twin?.body.error.code]).toEqual([409, 'content_processing'])
  })

  test('is 503 without an engine, 409 without the file, 404 for unknown, 403 for readers', async () => {
    const id = await givenRecording(app, projectId)
    isReady = false
    const unready = await call('POST', id, '/reprocess')
    isReady = true
    expect([unready.status, unready.body.error.code]).toEqual([503, 'model_unavailable'])
    expect((await read(id)).status).toBe('completed')
    await rm(recordingFile(app.deps, id))
    const gone = await call('POST', id, '/reprocess')
    expect([gone.status, gone.body.error.code]).toEqual([409, 'upload_incomplete'])
    expect((await call('POST', 'cont_none', '/reprocess')).status).toBe(404)
    const key = await givenKey(app, { scopes: ['read'] })
    expect((await call('POST', id, '/reprocess', { key })).status).toBe(403)
  })
})
