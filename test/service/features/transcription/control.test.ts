import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import type { Transcriber } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let transcribe: Transcriber['transcribe']
let missing: string | undefined
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber((...input) => transcribe(...input), {
      status: async (model) =>
        model !== undefined && model === missing
          ? { ready: false, reason: `The model "${model}" is not installed.` }
          : { ready: true, model: 'scripted' },
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.idle()
  transcribe = async () => spoken()
  missing = undefined
})

const at = (id: string, rest = '') => `/v1/projects/${projectId}/content/${id}${rest}`
const read = async (id: string) => (await app.call('GET', at(id))).body.data
const post = (id: string, verb: string) => app.call('POST', at(id, `/${verb}`))
const events = async (id: string) =>
  (await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute())
    .filter(({ data, event }) => data['content_id'] === id && event.startsWith('transcription.'))
    .map(({ event }) => event)
const parts = async (id: string) =>
  (
    await app.deps.db.sql
      .selectFrom('transcription_parts')
      .select('key')
      .where('content_id', '=', id)
      .execute()
  ).map(({ key }) => key)
const jobs = (id: string) =>
  app.deps.db.sql.selectFrom('jobs').selectAll().where('key', '=', id).execute()

/** A gate that holds the engine until the test opens it. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** A recording whose engine has stored one part and works on until it is told to stop. */
async function givenAtWork(): Promise<string> {
  const begun = createGate()
  transcribe = async (_request, { signal, parts: store, onProgress }) => {
    await store?.write('part 1', { words: ['a\0b', '\ud800'] })
    app.clock.advance(second)
    onProgress(0.4)
    begun.open()
    return untilAborted(signal)
  }
  const id = await givenUpload(app, projectId)
  await post(id, 'upload-complete')
  await begun.opened
  await expect.poll(async () => (await read(id)).progress).toBe(0.4)
  return id
}

/** A recording with a transcript, and an engine that works on the next until it is told to stop. */
async function givenAtWorkAgain(): Promise<string> {
  const id = await givenRecording(app, projectId)
  const begun = createGate()
  transcribe = async (_request, { signal }) => {
    begun.open()
    return untilAborted(signal)
  }
  await post(id, 'reprocess')
  await begun.opened
  return id
}

describe('pausing', () => {
  test('ends the engine’s work, keeps its parts, and lets the next recording through', async () => {
    const id = await givenAtWork()
    const next = await givenUpload(app, projectId)
    await post(next, 'upload-complete')
    transcribe = async () => spoken('The next one.')
    const { status, body } = await post(id, 'pause')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      status: 'processing',
      stage: 'paused',
      progress: 0.4,
      remaining_seconds: null,
    })
    await app.idle()
    expect((await read(next)).status).toBe('completed')
    expect(await read(id)).toMatchObject({ status: 'processing', stage: 'paused' })
    expect(await parts(id)).toEqual(['part 1'])
    expect(await jobs(id)).toEqual([])
    expect(await events(id)).toEqual(['transcription.started'])
  })

  test('twice changes nothing; resumed, it goes on from its parts as the first attempt', async () => {
    const id = await givenAtWork()
    await post(id, 'pause')
    const twice = await post(id, 'pause')
    expect([twice.status, twice.body.data.stage]).toEqual([200, 'paused'])
    let found: unknown
    let attempt: unknown
    transcribe = async (_request, { parts: store }) => {
      found = await store?.read('part 1')
      attempt = (await jobs(id))[0]?.attempt
      return spoken('To the end.')
    }
    const { status, body } = await post(id, 'resume')
    expect([status, body.data.status, body.data.stage]).toEqual([202, 'processing', 'queued'])
    await app.idle()
    expect(found).toEqual({ words: ['ab', '\ufffd'] })
    expect(attempt).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'completed', stage: null, progress: null })
    expect(await events(id)).toEqual(['transcription.started', 'transcription.completed'])
    expect(await parts(id)).toEqual([])
    // Its speed says nothing: part of it was done before.
    const row = await app.deps.db.sql
      .selectFrom('transcripts')
      .select('processing_seconds')
      .where('content_id', '=', id)
      .executeTakeFirst()
    expect(row?.processing_seconds).toBeNull()
  })

  test('one that waits takes it off the queue', async () => {
    const busy = await givenAtWork()
    const id = await givenUpload(app, projectId)
    await post(id, 'upload-complete')
    expect((await post(id, 'pause')).body.data.stage).toBe('paused')
    transcribe = async () => spoken()
    await post(busy, 'cancel')
    await app.idle()
    expect((await read(id)).stage).toBe('paused')
    await post(id, 'resume')
    await app.idle()
    expect((await read(id)).status).toBe('completed')
  })

  test('in the moment in which all is transcribed stays a pause; resumed, it ends from its parts', async () => {
    let paused: unknown
    const id = await givenUpload(app, projectId)
    transcribe = async (_request, { parts: store }) => {
      await store?.write('the only part', { words: [] })
      // The answer is on its way when the pause is stored.
      paused = (await post(id, 'pause')).body.data.stage
      return spoken('To the end.')
    }
    await post(id, 'upload-complete')
    await app.idle()
    expect(paused).toBe('paused')
    expect(await read(id)).toMatchObject({ status: 'processing', stage: 'paused' })
    expect((await app.call('GET', at(id, '/transcript'))).status).toBe(409)
    expect(await parts(id)).toEqual(['the only part'])
    transcribe = async () => spoken('To the end, again.')
    await post(id, 'resume')
    await app.idle()
    expect(await read(id)).toMatchObject({ status: 'completed', stage: null })
    expect(await events(id)).toEqual(['transcription.started', 'transcription.completed'])
  })

  test('one that was ordered anew takes no late result of the cancelled one before', async () => {
    const begun = createGate()
    const ending = createGate()
    transcribe = async () => {
      begun.open()
      await ending.opened
      return spoken('As it was ordered before.')
    }
    const id = await givenUpload(app, projectId)
    await post(id, 'upload-complete')
    await begun.opened
    await post(id, 'cancel')
    const again = await app.call('POST', at(id, '/reprocess'), { body: { language: 'de' } })
    expect(again.status).toBe(202)
    await post(id, 'pause')
    ending.open()
    await app.idle()
    expect(await read(id)).toMatchObject({ status: 'processing', stage: 'paused' })
    expect((await app.call('GET', at(id, '/transcript'))).status).toBe(409)
    let language: string | undefined
    transcribe = async (request) => {
      language = request.language
      return spoken('Wie neu verlangt.')
    }
    await post(id, 'resume')
    await app.idle()
    const { body } = await app.call('GET', at(id, '/transcript'))
    expect([language, body.data.text, body.data.version]).toEqual(['de', 'Wie neu verlangt.', 1])
  })

  test('and resumed while the engine still ends is done once', async () => {
    const ending = createGate()
    const begun = createGate()
    transcribe = async (_request, { signal }) => {
      begun.open()
      await untilAborted(signal).catch(() => {})
      await ending.opened
      return spoken('Too late.')
    }
    const id = await givenUpload(app, projectId)
    await post(id, 'upload-complete')
    await begun.opened
    await post(id, 'pause')
    transcribe = async () => spoken('The second run.')
    await post(id, 'resume')
    ending.open()
    await app.idle()
    const { body } = await app.call('GET', at(id, '/transcript'))
    expect([body.data.text, body.data.version]).toEqual(['The second run.', 1])
    expect(await events(id)).toEqual(['transcription.started', 'transcription.completed'])
  })

  test('leaves an analysis of the same recording in the queue', async () => {
    const id = await givenAtWorkAgain()
    await app.call('POST', at(id, '/analyze'), { body: {} })
    await post(id, 'pause')
    await app.idle()
    const { body } = await app.call('GET', at(id, '/analyses'))
    // How the scripted writer does is not asked here; it had its turn.
    expect(body.data).toHaveLength(1)
    expect(body.data[0].completed_at ?? body.data[0].error).not.toBeNull()
    await post(id, 'cancel')
  })

  test('is 503 to resume where its model is gone, and it stays paused', async () => {
    const id = await givenAtWork()
    await post(id, 'pause')
    await app.call('PATCH', `/v1/projects/${projectId}`, {
      body: { settings: { speech_model: 'whisper-small-q5_1' } },
    })
    missing = 'whisper-small-q5_1'
    const { status, body } = await post(id, 'resume')
    await app.call('PATCH', `/v1/projects/${projectId}`, {
      body: { settings: { speech_model: null } },
    })
    expect([status, body.error.code]).toEqual([503, 'model_unavailable'])
    expect((await read(id)).stage).toBe('paused')
    await post(id, 'cancel')
  })
})

describe('cancelling', () => {
  test('fails the recording at once with its event, and drops the parts', async () => {
    const id = await givenAtWork()
    const { status, body } = await post(id, 'cancel')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'failed', stage: null, error: { code: 'cancelled' } })
    await app.idle()
    expect(await events(id)).toEqual(['transcription.started', 'transcription.failed'])
    expect(await parts(id)).toEqual([])
    const twice = await post(id, 'cancel')
    expect([twice.status, twice.body.data.error.code]).toEqual([200, 'cancelled'])
    expect(await events(id)).toHaveLength(2)
  })

  test('of a paused one, and deleting one, leave nothing behind', async () => {
    const cancelled = await givenAtWork()
    await post(cancelled, 'pause')
    expect((await post(cancelled, 'cancel')).body.data.status).toBe('failed')
    expect(await parts(cancelled)).toEqual([])
    const deleted = await givenAtWork()
    await post(deleted, 'pause')
    expect((await app.call('DELETE', at(deleted))).status).toBe(200)
    expect(await parts(deleted)).toEqual([])
    await app.idle()
  })

  test('keeps an earlier transcript readable, and it can be reprocessed', async () => {
    const id = await givenAtWorkAgain()
    await post(id, 'cancel')
    expect((await app.call('GET', at(id, '/transcript'))).body.data.version).toBe(1)
    transcribe = async () => spoken('Again.')
    await app.idle()
    expect((await post(id, 'reprocess')).status).toBe(202)
    await app.idle()
    expect((await app.call('GET', at(id, '/transcript'))).body.data.version).toBe(2)
  })
})

test('what is not being transcribed is 409 content_not_processing, unknown is 404', async () => {
  const done = await givenRecording(app, projectId)
  const announced = await givenUpload(app, projectId)
  for (const verb of ['pause', 'resume', 'cancel']) {
    for (const id of [done, announced]) {
      const { status, body } = await post(id, verb)
      expect([verb, status, body.error.code]).toEqual([verb, 409, 'content_not_processing'])
    }
    expect((await post('cont_none', verb)).status).toBe(404)
  }
})

test('resuming one that is at work leaves it there', async () => {
  const id = await givenAtWork()
  const { status, body } = await post(id, 'resume')
  expect([status, body.data.stage]).toEqual([202, 'transcribing'])
  await post(id, 'cancel')
})
