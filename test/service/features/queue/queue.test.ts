import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import type { OpenedDb } from '../../../../service/db/open-database.ts'
import type { Transcriber, Writer } from '../../../../service/engine/engine.ts'
import { extractiveModel } from '../../../../service/engine/extractive/extractive.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { scriptedEmbedder } from '../../../support/embedder.ts'
import {
  scriptedTranscriber,
  scriptedWriter,
  spoken,
  untilAborted,
  written,
} from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let transcribe: Transcriber['transcribe']
let write: Writer['write']
/** What writes analyses: the built-in analyser, or a language model. */
let model: string
/** Ids of recordings, in the order in which the engine was given them. */
let begun: string[]
const engines = {
  transcriber: scriptedTranscriber((request, options) => {
    begun.push(/cont_\w+/.exec(request.audioPath)?.[0] ?? '')
    return transcribe(request, options)
  }),
  writer: scriptedWriter((...input) => write(...input), {
    status: async () => ({ ready: true, model }),
  }),
}
let db: OpenedDb
let dataDir = ''
const start = () =>
  startTestApp({
    ...{ ...engines, embedder: scriptedEmbedder() },
    db: { ...db, close: async () => {} },
    env: { EARSHOT_DATA_DIR: dataDir },
  })
beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-queue-'))
  app = await start()
})
afterAll(async () => {
  await app.stop()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  transcribe = async () => spoken()
  write = async () => analysed()
  model = extractiveModel
  begun = []
  const prompt = { name: 'Short', template: 'Sum up: {{transcript}}' }
  const { body } = await app.call('POST', '/v1/prompts', { body: prompt })
  const settings = { default_prompt_id: body.data.id }
  projectId = (await givenProject(app, { settings })).id
})
/** Each test finds nothing that waits, nor recordings by whose speed one could tell how long others take. */
afterEach(async () => {
  for (const { id, project_id } of (await queue()).recordings) {
    await app.call('POST', `/v1/projects/${project_id}/content/${id}/cancel`)
  }
  await app.call('POST', '/v1/queue/resume')
  await app.idle()
  for (const { id } of (await app.call('GET', '/v1/projects?limit=100')).body.data) {
    await app.call('DELETE', `/v1/projects/${id}`)
  }
  await app.idle()
})

const analysed = () => written({ summary: 'A contract.', key_points: [] })
const at = (id: string, rest = '') => `/v1/projects/${projectId}/content/${id}${rest}`
const read = async (id: string) => (await app.call('GET', at(id))).body.data
const post = (id: string, verb: string, body?: object) =>
  app.call('POST', at(id, `/${verb}`), body && { body })
const queue = async () => (await app.call('GET', '/v1/queue')).body.data
const order = async () => (await queue()).recordings.map(({ id }: { id: string }) => id)

type Input = Parameters<typeof givenUpload>[2]
async function add(input: Input = {}): Promise<string> {
  const id = await givenUpload(app, projectId, input)
  await post(id, 'upload-complete')
  return id
}
const addFresh = () => add({ priority: 'first' })

/** A recording that the engine works on, with a part stored, until it is told to stop. */
async function givenAtWork(input: Input = {}): Promise<string> {
  const started = Promise.withResolvers<void>()
  transcribe = async (_request, { signal, parts }) => {
    await parts?.write('part 1', { words: ['kept'] })
    started.resolve()
    return untilAborted(signal)
  }
  const id = await add(input)
  await started.promise
  transcribe = async () => spoken()
  return id
}

describe('the order', () => {
  test('a call that has just ended goes before files that wait, and one at work is put back for it', async () => {
    const atWork = await givenAtWork()
    const file = await add()
    let kept: unknown
    transcribe = async (request, { parts }) => {
      if (request.audioPath.includes(atWork)) kept = await parts?.read('part 1')
      return spoken()
    }
    const fresh = await addFresh()
    await app.idle()
    expect(begun).toEqual([atWork, fresh, atWork, file])
    expect(kept).toEqual({ words: ['kept'] })
    for (const id of [atWork, file, fresh]) expect((await read(id)).status).toBe('completed')
  })

  test('what was put back waits again at its old place, and no attempt of it is lost', async () => {
    const atWork = await givenAtWork()
    await add()
    const fresh = await givenAtWork({ priority: 'first' })
    expect((await order()).slice(0, 2)).toEqual([fresh, atWork])
    expect(await read(atWork)).toMatchObject({ status: 'processing', stage: 'queued' })
    const job = await app.deps.db.sql
      .selectFrom('jobs')
      .select(['attempt', 'state'])
      .where('key', '=', atWork)
      .executeTakeFirst()
    expect(job).toEqual({ attempt: 0, state: 'waiting' })
  })

  test('a second call waits for the first, and a re-reading for both', async () => {
    const old = await givenRecording(app, projectId)
    const fresh = await givenAtWork({ priority: 'first' })
    await post(old, 'reprocess')
    const next = await addFresh()
    expect(await order()).toEqual([fresh, next, old])
  })

  test('what is done next goes before all that waits, and stops nothing', async () => {
    const atWork = await givenAtWork()
    const [one, two, three] = [await add(), await add(), await add()]
    expect((await post(two, 'prioritize')).body.data).toMatchObject({ id: two, stage: 'queued' })
    await post(three, 'prioritize')
    expect(await order()).toEqual([atWork, three, two, one])
    expect((await post(atWork, 'prioritize')).status).toBe(200)
    expect(await order()).toEqual([atWork, three, two, one])
    await post(atWork, 'cancel')
    await app.idle()
    expect(begun).toEqual([atWork, three, two, one])
  })

  test('nothing is done next of a recording of which nothing waits', async () => {
    const done = await givenRecording(app, projectId)
    const { status, body } = await post(done, 'prioritize')
    expect([status, body.error.code]).toEqual([409, 'content_not_processing'])
  })

  test('a key sees the recordings of its projects only, in their order', async () => {
    const atWork = await givenAtWork()
    const other = await givenProject(app)
    const waits = await add()
    const key = await givenKey(app, { project_ids: [projectId] })
    const elsewhere = await givenUpload(app, other.id)
    await app.call('POST', `/v1/projects/${other.id}/content/${elsewhere}/upload-complete`)
    const { body } = await app.call('GET', '/v1/queue', { key })
    expect(body.data.recordings.map(({ id }: { id: string }) => id)).toEqual([atWork, waits])
    expect(body.data.recording_count).toBe(2)
    expect((await queue()).recording_count).toBe(3)
  })
})

describe('beside a transcription', () => {
  test('the built-in analyser works', async () => {
    const done = await givenRecording(app, projectId)
    const atWork = await givenAtWork()
    await post(done, 'analyze')
    await expect.poll(async () => (await read(done)).analyses[0]?.status).toBe('completed')
    expect((await read(atWork)).status).toBe('processing')
  })

  test('a language model does not, and its analysis keeps its place', async () => {
    model = 'some-language-model'
    const done = await givenRecording(app, projectId)
    const atWork = await givenAtWork()
    await post(done, 'analyze')
    const later = await add()
    await expect.poll(async () => (await lanes(done))[0]).toBe('engine')
    expect((await read(done)).analyses[0].status).toBe('queued')
    const turn = Promise.withResolvers<number>()
    write = async () => {
      turn.resolve(begun.length)
      return analysed()
    }
    await post(atWork, 'cancel')
    await app.idle()
    expect(begun).toEqual([done, atWork, later])
    expect(await turn.promise).toBe(2)
  })

  test('a corrected line is found by its meaning', async () => {
    const done = await givenRecording(app, projectId)
    const atWork = await givenAtWork()
    const { body } = await app.call('GET', at(done, '/transcript'))
    const line = at(done, `/transcript/segments/${body.data.segments[0].id}`)
    await app.call('PATCH', line, { body: { text: 'The espresso is cold.' } })
    const question = 'Who makes a drink?'
    const ask = async () =>
      (await app.call('POST', `/v1/projects/${projectId}/ask`, { body: { question } })).body.data
    await expect.poll(async () => (await ask()).answer).toBe('The espresso is cold.')
    expect((await read(atWork)).stage).toBe('transcribing')
  })
})

const lanes = async (key: string) =>
  (await app.deps.db.sql.selectFrom('jobs').select('lane').where('key', '=', key).execute()).map(
    ({ lane }) => lane,
  )

describe('pausing all', () => {
  test('puts back what runs and holds what comes, over a restart, until it goes on from what is kept', async () => {
    const atWork = await givenAtWork()
    const { status, body } = await app.call('POST', '/v1/queue/pause')
    expect([status, body.data]).toEqual([200, { paused_at: app.clock.now().toISOString() }])
    await app.idle()
    const fresh = await addFresh()
    await app.idle()
    expect(await read(atWork)).toMatchObject({ stage: 'queued', remaining_seconds: null })
    await app.stop()
    app = await start()
    await app.idle()
    expect(await queue()).toMatchObject({ ...body.data, recording_count: 2 })
    expect(await order()).toEqual([fresh, atWork])
    expect(begun).toEqual([atWork])
    let kept: unknown
    transcribe = async (_request, { parts }) => {
      kept = await parts?.read('part 1')
      return spoken()
    }
    expect((await app.call('POST', '/v1/queue/resume')).body.data).toEqual({ paused_at: null })
    await app.idle()
    expect(begun).toEqual([atWork, fresh, atWork])
    expect(kept).toEqual({ words: ['kept'] })
    expect(await queue()).toMatchObject({ paused_at: null, recording_count: 0 })
  })

  test('holds analyses, and neither what is imported nor insights', async () => {
    const done = await givenRecording(app, projectId)
    await app.call('POST', '/v1/queue/pause')
    await post(done, 'analyze')
    const bytes = new TextEncoder().encode('Mary: We will send the contract on Friday.')
    const imported = await add({ filename: 'a.txt', content_type: 'text/plain', bytes })
    await app.call('POST', `/v1/projects/${projectId}/insights/generate`, { body: {} })
    await app.idle()
    expect((await read(imported)).status).toBe('completed')
    expect((await app.call('GET', `/v1/projects/${projectId}/insights`)).status).toBe(200)
    expect((await read(done)).analyses[0].status).toBe('queued')
    expect((await queue()).analysis_count).toBe(1)
    await app.call('POST', '/v1/queue/resume')
    await app.idle()
    expect((await read(done)).analyses[0].status).toBe('completed')
  })

  test('twice says since when, and an analysis at work begins again', async () => {
    const done = await givenRecording(app, projectId)
    const started = Promise.withResolvers<void>()
    write = async (_request, { signal }) => {
      started.resolve()
      return untilAborted(signal)
    }
    await post(done, 'analyze')
    await started.promise
    const first = (await app.call('POST', '/v1/queue/pause')).body.data
    await app.idle()
    expect((await read(done)).analyses[0]).toMatchObject({ status: 'queued' })
    app.clock.advance(second)
    expect((await app.call('POST', '/v1/queue/pause')).body.data).toEqual(first)
    write = async () => analysed()
    await app.call('POST', '/v1/queue/resume')
    await app.idle()
    expect((await read(done)).analyses[0]).toMatchObject({ status: 'completed' })
  })
})

describe('the estimate', () => {
  const remaining = async () => (await queue()).remaining_seconds

  /** A recording of 60 s for every 100 bytes that took `seconds`. */
  async function givenTranscribed(seconds: number, size: number): Promise<string> {
    transcribe = async () => {
      app.clock.advance(seconds * second)
      return { ...spoken(), durationSeconds: size * 0.6 }
    }
    const id = await givenRecording(app, projectId, { bytes: new Uint8Array(size) })
    return id
  }

  test('is nothing for an empty queue, and unknown before anything was transcribed', async () => {
    expect(await remaining()).toBe(0)
    await app.call('POST', '/v1/queue/pause')
    await add()
    expect(await remaining()).toBeNull()
  })

  test('follows what the last recordings took, by the length or by the size of the file', async () => {
    // 60 s of sound in 10 s, 6 times as fast as it is spoken.
    const known = await givenTranscribed(10, 100)
    await app.call('POST', '/v1/queue/pause')
    await post(known, 'reprocess')
    expect(await remaining()).toBe(10)
    const paused = await add({ bytes: new Uint8Array(300) })
    expect(await remaining()).toBe(40)
    await post(paused, 'pause')
    expect(await remaining()).toBe(10)
    await add({ bytes: new Uint8Array(100), content_type: 'audio/mpeg', filename: 'a.mp3' })
    expect(await remaining()).toBeNull()
  })

  test('adds analyses by a language model, which wait for their turn', async () => {
    await app.call('PATCH', `/v1/projects/${projectId}`, {
      body: { settings: { auto_analyze: true } },
    })
    model = 'scripted-writer'
    write = async () => {
      app.clock.advance(20 * second)
      return analysed()
    }
    await givenTranscribed(10, 100)
    await app.call('POST', '/v1/queue/pause')
    await add({ bytes: new Uint8Array(100) })
    expect(await remaining()).toBe(30)
    model = extractiveModel
    expect(await remaining()).toBe(20)
  })
})
