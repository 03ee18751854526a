import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { WorkOptions, WriteRequest, Writing } from '../../../../service/engine/engine.ts'
import { checkSchema } from '../../../../service/engine/schema-subset.ts'
import { declareDead } from '../../../support/dead-process.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
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
let requests: WriteRequest[]
let answer: (request: WriteRequest, options: WorkOptions) => Promise<Writing>

const result = { summary: 'A zeppelin contract.', key_points: ['Friday'] }
const template = 'Name the risks of {{filename}}.\n{{transcript}}'

beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => spoken('Send the contract. {{date}}')),
    writer: scriptedWriter(
      (request, options) => {
        requests.push(request)
        return answer(request, options)
      },
      { checkSchema },
    ),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  requests = []
  answer = async () => written(result)
})

const at = (contentId: string) => `/v1/projects/${projectId}/content/${contentId}`
const tryPrompt = (contentId: string, body: object = {}) =>
  app.call('POST', `${at(contentId)}/try-prompt`, { body: { template, ...body } })
const read = (contentId: string, id: string) => app.call('GET', `${at(contentId)}/trials/${id}`)

/** A trial whose writer works until it is told to stop. */
async function givenRunning() {
  const running = Promise.withResolvers<WorkOptions>()
  answer = (_request, options) => {
    running.resolve(options)
    return untilAborted(options.signal)
  }
  const contentId = await givenRecording(app, projectId)
  const id: string = (await tryPrompt(contentId)).body.data.trial_id
  return { contentId, id, options: await running.promise }
}

describe('a trial', () => {
  it('is queued, runs, and shows its result; no prompt and no analysis is made', async () => {
    const contentId = await givenRecording(app, projectId)
    const before = (await app.call('GET', '/v1/prompts?limit=100')).body.data
    const started = await tryPrompt(contentId)
    expect(started.status).toBe(202)
    expect(started.body.data).toEqual({
      trial_id: expect.stringMatching(/^trial_[0-9a-z]{26}$/),
      status: 'queued',
    })
    await app.idle()
    const { trial_id: id } = started.body.data
    expect((await read(contentId, id)).body.data).toEqual({
      id,
      content_id: contentId,
      status: 'completed',
      confidence_score: 80,
      result,
      model_used: 'scripted-writer',
      processing_time_ms: 0,
      transcript_version: 1,
      result_language: null,
      error: null,
      coverage: { tokens_total: 10, tokens_used: 10, chunks: 1 },
      claims: null,
      evidence: {},
      needs_language_model: [],
      progress: null,
      completed_at: app.clock.now().toISOString(),
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    })
    expect(requests[0]?.instructions).toBe('Name the risks of call.wav.\n{{transcript}}')

    expect((await app.call('GET', `${at(contentId)}/analyses`)).body.data).toEqual([])
    const { analyses, analysis_count: count } = (await app.call('GET', at(contentId))).body.data
    expect([analyses, count]).toEqual([[], 0])
    expect((await app.call('GET', '/v1/prompts?limit=100')).body.data).toEqual(before)
    expect((await app.call('GET', '/v1/search/content?q=zeppelin')).body.data).toEqual([])
    const events = await app.deps.db.sql.selectFrom('events').selectAll().execute()
    expect(JSON.stringify(events)).not.toContain(id)
    expect(events.filter(({ event }) => event.startsWith('content_analysis'))).toEqual([])
  })

  it('follows its own schema and language, and fails where the result does not', async () => {
    const contentId = await givenRecording(app, projectId)
    const output_schema = { type: 'object', properties: { risks: { type: 'string' } } }
    answer = async () => written({ risks: 'Ninguno.' })
    const good = await tryPrompt(contentId, { output_schema, result_language: 'es' })
    await app.idle()
    expect(requests[0]).toMatchObject({ schema: output_schema, resultLanguage: 'es' })
    expect((await read(contentId, good.body.data.trial_id)).body.data).toMatchObject({
      status: 'completed',
      result: { risks: 'Ninguno.' },
      result_language: 'es',
    })
    answer = async () => written({ risks: 7 })
    const wrong = await tryPrompt(contentId, { output_schema })
    await app.idle()
    expect((await read(contentId, wrong.body.data.trial_id)).body.data).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'schema_not_satisfied', message: expect.any(String) },
    })
  })

  it('a failure of the engine and one of ours are told', async () => {
    const contentId = await givenRecording(app, projectId)
    answer = () => Promise.reject(new JobError('engine_timeout', 'Too slow.'))
    const slow = await tryPrompt(contentId)
    await app.idle()
    expect((await read(contentId, slow.body.data.trial_id)).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'engine_timeout', message: 'Too slow.' },
    })
    requests = []
    answer = () => Promise.reject(new Error('a bug'))
    const broken = await tryPrompt(contentId)
    await app.idle()
    expect(requests).toHaveLength(3)
    expect((await read(contentId, broken.body.data.trial_id)).body.data.error.code).toBe(
      'interrupted',
    )
  })
})

describe('what is refused', () => {
  it.each([
    ['a template without {{transcript}}', { template: 'Sum up.' }, 'template'],
    ['an unknown placeholder', { template: '{{transcript}}{{x}}' }, 'template'],
    ['a language that is none', { result_language: 'xx' }, 'result_language'],
    ['a language with a region', { result_language: 'en-US' }, 'result_language'],
    ['an unknown field', { name: 'x' }, 'name'],
  ])('%s', async (_case, body, field) => {
    const contentId = await givenRecording(app, projectId)
    const refused = await tryPrompt(contentId, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0].field).toBe(field)
  })

  it('a schema that cannot be held to, with its JSON pointer', async () => {
    const contentId = await givenRecording(app, projectId)
    const properties = { a: { type: 'array', items: { type: 'string', pattern: '(a+)+$' } } }
    const refused = await tryPrompt(contentId, { output_schema: { type: 'object', properties } })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0].message).toContain('At /properties/a/items/pattern:')
  })

  it('a recording without a transcript, an unknown one, and one of another project', async () => {
    const waiting = await tryPrompt(await givenUpload(app, projectId))
    expect([waiting.status, waiting.body.error.code]).toEqual([409, 'transcript_not_ready'])
    expect((await tryPrompt('cont_x')).status).toBe(404)
    const contentId = await givenRecording(app, projectId)
    const { trial_id: id } = (await tryPrompt(contentId)).body.data
    await app.idle()
    const other = await givenRecording(app, projectId)
    expect((await read(other, id)).status).toBe(404)
    expect((await app.call('DELETE', `${at(other)}/trials/${id}`)).status).toBe(404)
    const key = await givenKey(app, { project_ids: [(await givenProject(app)).id] })
    const denied = await app.call('GET', `${at(contentId)}/trials/${id}`, { key })
    expect(denied.status).toBe(403)
  })
})

describe('how it ends', () => {
  it('given up, its work stops and nothing is left', async () => {
    const { contentId, id, options } = await givenRunning()
    expect((await read(contentId, id)).body.data).toMatchObject({ status: 'processing' })
    const answered = await app.call('DELETE', `${at(contentId)}/trials/${id}`)
    expect(answered.body.data).toEqual({ id, deleted: true })
    expect(options.signal.aborted).toBe(true)
    await app.idle()
    expect((await read(contentId, id)).status).toBe(404)
    expect(await app.deps.db.sql.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('with its recording, at once', async () => {
    const { contentId, id, options } = await givenRunning()
    expect((await app.call('DELETE', at(contentId))).status).toBe(200)
    expect(options.signal.aborted).toBe(true)
    await app.idle()
    const rows = await app.deps.db.sql.selectFrom('analysis_runs').select('id').execute()
    expect(rows).not.toContainEqual({ id })
  })

  it('progress is told while it runs, and after a crash it is queued again', async () => {
    const { contentId, id, options } = await givenRunning()
    app.clock.advance(600)
    options.onProgress(0.4)
    await expect.poll(async () => (await read(contentId, id)).body.data.progress).toBe(0.4)
    await declareDead(app)
    const { status, progress } = (await read(contentId, id)).body.data
    expect({ status, progress }).toEqual({ status: 'queued', progress: null })
    await app.call('DELETE', `${at(contentId)}/trials/${id}`)
    await app.idle()
  })

  it('after a day, not before', async () => {
    const contentId = await givenRecording(app, projectId)
    const { trial_id: id } = (await tryPrompt(contentId)).body.data
    await app.idle()
    const hour = 3_600_000
    app.clock.advance(23 * hour)
    expect((await read(contentId, id)).status).toBe(200)
    app.clock.advance(2 * hour)
    await expect.poll(async () => (await read(contentId, id)).status).toBe(404)
  })
})
