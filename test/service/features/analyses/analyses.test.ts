import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import type { WriteRequest, Writing } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spoken, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let requests: WriteRequest[]
let answer: (request: WriteRequest) => Promise<Writing>

const result = { summary: 'A contract.', key_points: ['Friday'] }

beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => spoken('Send the contract. {{date}}')),
    writer: scriptedWriter(async (request) => {
      requests.push(request)
      return answer(request)
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  requests = []
  answer = async () => written(result)
})

const at = (contentId: string) => `/v1/projects/${projectId}/content/${contentId}`
const analyze = (contentId: string, body?: unknown) =>
  app.call('POST', `${at(contentId)}/analyze`, { body })
const givenPrompt = async (input: Record<string, unknown> = {}) => {
  const body = { name: 'Mine', template: 'Sum up {{filename}}.\n{{transcript}}', ...input }
  return (await app.call('POST', '/v1/prompts', { body })).body.data
}
const detail = async (contentId: string, id: string) =>
  (await app.call('GET', `${at(contentId)}/analyses/${id}`)).body.data
const events = async (contentId: string) => {
  const rows = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute()
  return rows.filter(
    ({ event, data }) => event.startsWith('content_analysis') && data['content_id'] === contentId,
  )
}

describe('a request for an analysis', () => {
  it('is queued, runs, and is completed with result, evidence and event', async () => {
    const contentId = await givenRecording(app, projectId)
    const prompt = await givenPrompt()
    const segmentId = await app.deps.db.sql
      .selectFrom('transcripts')
      .select('segments')
      .where('content_id', '=', contentId)
      .executeTakeFirstOrThrow()
      .then(({ segments }) => segments[0]?.id ?? '')
    answer = async () => ({ ...written(result), evidence: { '/summary': [segmentId] } })

    const queued = await analyze(contentId, { prompt_id: prompt.id })
    expect(queued.status).toBe(202)
    expect(queued.body.data).toMatchObject({
      analysis_id: expect.stringMatching(/^ana_/),
      status: 'queued',
      message: expect.any(String),
    })
    await app.idle()
    const id = queued.body.data.analysis_id
    const listed = {
      id,
      content_id: contentId,
      prompt_id: prompt.id,
      prompt_name: 'Mine',
      status: 'completed',
      version: 1,
      confidence_score: 80,
      created_at: app.clock.now().toISOString(),
      is_outdated: false,
    }
    const list = await app.call('GET', `${at(contentId)}/analyses`)
    expect(list.body.data).toEqual([listed])
    expect(list.body.pagination).toEqual({ has_more: false, next_cursor: null })
    expect(await detail(contentId, id)).toEqual({
      ...listed,
      result,
      model_used: 'scripted-writer',
      processing_time_ms: 0,
      prompt_version: 1,
      transcript_version: 1,
      result_language: null,
      error: null,
      coverage: { tokens_total: 10, tokens_used: 10, chunks: 1 },
      claims: null,
      evidence: { '/summary': [segmentId] },
      needs_language_model: [],
      progress: null,
      completed_at: app.clock.now().toISOString(),
    })
    expect(requests[0]?.segments[0]).toMatchObject({ id: segmentId, start: 0.5, end: 4 })
    const [event, ...rest] = await events(contentId)
    expect(rest).toEqual([])
    expect(event).toMatchObject({
      event: 'content_analysis.completed',
      project_id: projectId,
      link: `${at(contentId)}/analyses/${id}`,
      data: {
        analysis_id: id,
        content_id: contentId,
        prompt_id: prompt.id,
        prompt_name: 'Mine',
        version: 1,
        status: 'completed',
        confidence_score: 80,
      },
    })
  })

  it('takes no body, an empty one, and {}; the default is the prompt of project, then of all', async () => {
    const contentId = await givenRecording(app, projectId)
    const url = `${at(contentId)}/analyze`
    answer = async ({ schema }) => written(sample(schema))
    const headers = { 'content-type': 'application/json' }
    for (const options of [{}, { headers }, { body: {} }]) {
      // 202 while it runs, 200 once it is there.
      expect([200, 202]).toContain((await app.call('POST', url, options)).status)
      await app.idle()
    }
    const list = await app.call('GET', `${at(contentId)}/analyses`)
    expect(list.body.data).toHaveLength(1)
    expect(list.body.data[0]).toMatchObject({ prompt_name: 'Sales call', status: 'completed' })

    const prompt = await givenPrompt({ name: 'Ours' })
    const settings = { default_prompt_id: prompt.id }
    await app.call('PATCH', `/v1/projects/${projectId}`, { body: { settings } })
    const { analysis_id: id } = (await analyze(contentId)).body.data
    expect((await detail(contentId, id)).prompt_name).toBe('Ours')
    const none = { settings: { default_prompt_id: null } }
    await app.call('PATCH', `/v1/projects/${projectId}`, { body: none })
    await app.idle()
  })

  it('answers 200 with the one that exists, unless force_new; versions count per prompt', async () => {
    const contentId = await givenRecording(app, projectId)
    const prompt = await givenPrompt()
    const body = { prompt_id: prompt.id }
    const gate = Promise.withResolvers<void>()
    answer = () => gate.promise.then(() => written(result))
    const first = await analyze(contentId, body)
    const twin = await analyze(contentId, body)
    expect(twin.status).toBe(202)
    expect(twin.body.data.analysis_id).toBe(first.body.data.analysis_id)
    gate.resolve()
    await app.idle()
    const again = await analyze(contentId, body)
    expect(again.status).toBe(200)
    expect(again.body.data).toMatchObject({
      analysis_id: first.body.data.analysis_id,
      status: 'completed',
    })
    const forced = await analyze(contentId, { ...body, force_new: true })
    expect(forced.status).toBe(202)
    await app.idle()
    expect(await detail(contentId, forced.body.data.analysis_id)).toMatchObject({ version: 2 })

    await app.call('PATCH', `/v1/prompts/${prompt.id}`, {
      body: { template: 'New {{transcript}}' },
    })
    const newer = await analyze(contentId, body)
    expect(newer.status).toBe(202)
    await app.idle()
    expect(await detail(contentId, newer.body.data.analysis_id)).toMatchObject({
      version: 3,
      prompt_version: 2,
    })
    const other = await analyze(contentId, { prompt_id: (await givenPrompt()).id })
    await app.idle()
    expect(await detail(contentId, other.body.data.analysis_id)).toMatchObject({ version: 1 })
    const content = await app.call('GET', at(contentId))
    const latest = content.body.data.analyses.map(({ id }: { id: string }) => id)
    expect(latest).toEqual([other.body.data.analysis_id, newer.body.data.analysis_id])

    const page = await app.call('GET', `${at(contentId)}/analyses?limit=3`)
    expect(page.body.pagination.has_more).toBe(true)
    const cursor = page.body.pagination.next_cursor
    const rest = await app.call('GET', `${at(contentId)}/analyses?limit=3&cursor=${cursor}`)
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual([
      first.body.data.analysis_id,
    ])
  })

  it('a model of its own makes a new one by that model; one that is not here is refused', async () => {
    const contentId = await givenRecording(app, projectId)
    const { id: prompt_id } = await givenPrompt()
    await analyze(contentId, { prompt_id })
    await app.idle()
    const again = await analyze(contentId, { prompt_id, model: 'built-in' })
    expect(again.status).toBe(202)
    await app.idle()
    expect(requests.map(({ choice }) => choice?.model)).toEqual([undefined, 'built-in'])
    const refused = await analyze(contentId, { prompt_id, model: 'qwen3-4b' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0]).toMatchObject({ field: 'model', code: 'unknown' })
  })

  it('an unknown prompt is a validation_error on prompt_id; unknown fields are refused', async () => {
    const contentId = await givenRecording(app, projectId)
    for (const id of ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2', 'x', '\0']) {
      const refused = await analyze(contentId, { prompt_id: id })
      expect(refused.status).toBe(400)
      expect(refused.body.error.details[0].field).toBe('prompt_id')
    }
    expect((await analyze(contentId, { prompt: 'x' })).body.error.details[0].code).toBe(
      'unknown_field',
    )
    expect((await analyze(contentId, '[')).status).toBe(400)
  })

  it('without a transcript answers 409 transcript_not_ready', async () => {
    const contentId = await givenUpload(app, projectId)
    const refused = await analyze(contentId)
    expect(refused.status).toBe(409)
    expect(refused.body.error.code).toBe('transcript_not_ready')
  })

  it('unknown ids answer 404, a restricted key 403 on another project', async () => {
    const contentId = await givenRecording(app, projectId)
    const other = await givenProject(app)
    const elsewhere = `/v1/projects/${other.id}/content/${contentId}`
    expect((await app.call('POST', `${elsewhere}/analyze`)).status).toBe(404)
    expect((await app.call('GET', `${elsewhere}/analyses`)).status).toBe(404)
    expect((await app.call('GET', `${at(contentId)}/analyses/ana_x`)).status).toBe(404)
    const key = await givenKey(app, { project_ids: [other.id] })
    const denied = await app.call('GET', `${at(contentId)}/analyses`, { key })
    expect(denied.status).toBe(403)
    expect(denied.body.error.code).toBe('project_access_denied')
  })
})

describe('what runs', () => {
  it('follows the prompt as it was when it was asked for', async () => {
    const contentId = await givenRecording(app, projectId)
    const prompt = await givenPrompt({ template: 'Old words {{transcript}}' })
    // Holds the engine, so that the prompt changes while the second analysis waits.
    const gate = Promise.withResolvers<void>()
    answer = async () => {
      await gate.promise
      return written(result)
    }
    await analyze(contentId, { prompt_id: (await givenPrompt()).id })
    const { analysis_id: id } = (await analyze(contentId, { prompt_id: prompt.id })).body.data
    expect((await app.call('DELETE', `/v1/prompts/${prompt.id}`)).status).toBe(200)
    gate.resolve()
    await app.idle()
    expect(requests[1]?.instructions).toContain('Old words')
    expect(await detail(contentId, id)).toMatchObject({ status: 'completed', prompt_name: 'Mine' })
  })

  it('what breaks the schema is told in plain words', async () => {
    const contentId = await givenRecording(app, projectId)
    const list = { type: 'array', items: { type: 'string' }, uniqueItems: true }
    const output_schema = { type: 'object', properties: { names: list }, required: ['names'] }
    answer = async () => written({ names: ['Ann', 'Ann'] })
    const { id: prompt_id } = await givenPrompt({ output_schema })
    const { analysis_id: id } = (await analyze(contentId, { prompt_id })).body.data
    await app.idle()
    const { message } = (await detail(contentId, id)).error
    expect(message).toContain('/names names the same item twice')
    expect(message).not.toContain('##')
  })

  it('a result that breaks the schema is not stored: the analysis fails', async () => {
    const contentId = await givenRecording(app, projectId)
    for (const wrong of [{ summary: 7 }, {}, { ...result, extra: 1 }]) {
      answer = async () => written(wrong)
      const { analysis_id: id } = (
        await analyze(contentId, { prompt_id: (await givenPrompt()).id })
      ).body.data
      await app.idle()
      expect(await detail(contentId, id)).toMatchObject({
        status: 'failed',
        result: null,
        error: { code: 'schema_not_satisfied', message: expect.any(String) },
      })
    }
  })

  it("an engine's failure ends as failed, with its event; a failed one is made anew", async () => {
    const contentId = await givenRecording(app, projectId)
    answer = () => Promise.reject(new JobError('engine_timeout', 'Too slow.'))
    const prompt = await givenPrompt()
    const { analysis_id: id } = (await analyze(contentId, { prompt_id: prompt.id })).body.data
    await app.idle()
    const error = { code: 'engine_timeout', message: 'Too slow.' }
    expect(await detail(contentId, id)).toMatchObject({ status: 'failed', error, progress: null })
    expect(await events(contentId)).toMatchObject([
      { event: 'content_analysis.failed', data: { analysis_id: id, version: 1, error } },
    ])
    const next = await analyze(contentId, { prompt_id: prompt.id })
    expect(next.status).toBe(202)
    expect(next.body.data.analysis_id).not.toBe(id)
    await app.idle()
  })

  it('an error of ours is tried three times, then the analysis is interrupted', async () => {
    const contentId = await givenRecording(app, projectId)
    answer = () => Promise.reject(new Error('a bug'))
    const { analysis_id: id } = (await analyze(contentId)).body.data
    await app.idle()
    expect(requests).toHaveLength(3)
    expect(await detail(contentId, id)).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted' },
    })
    expect(await events(contentId)).toHaveLength(1)
  })

  it('text that the database cannot hold is cleaned, and the order of the fields is kept', async () => {
    const contentId = await givenRecording(app, projectId)
    answer = async () => written({ summary: 'a\0b\ud83d', key_points: ['ok 😀'] })
    const output_schema = {
      type: 'object',
      properties: {
        summary: { type: 'string' },
        key_points: { type: 'array', items: { type: 'string' } },
      },
    }
    const prompt = await givenPrompt({ output_schema })
    const { analysis_id: id } = (await analyze(contentId, { prompt_id: prompt.id })).body.data
    await app.idle()
    expect(JSON.stringify((await detail(contentId, id)).result)).toBe(
      '{"summary":"ab\ufffd","key_points":["ok 😀"]}',
    )
  })

  it('a new transcript is analysed at once where the project says so', async () => {
    answer = async ({ schema }) => written(sample(schema))
    const auto = await givenProject(app, { settings: { auto_analyze: true } })
    const contentId = await givenRecording(app, auto.id)
    const list = await app.call('GET', `/v1/projects/${auto.id}/content/${contentId}/analyses`)
    expect(list.body.data).toMatchObject([{ prompt_name: 'Sales call', status: 'completed' }])
    await app.call('POST', `/v1/projects/${auto.id}/content/${contentId}/reprocess`)
    await app.idle()
    const again = await app.call('GET', `/v1/projects/${auto.id}/content/${contentId}/analyses`)
    expect(again.body.data).toMatchObject([{ version: 2 }, { version: 1 }])
  })
})

/** The least value that follows one of the built-in schemas. */
function sample(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, Record<string, unknown>> }
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: values }]) => {
      if (Array.isArray(values)) return [name, values[0]]
      return [name, { array: [], string: 'Said.', number: 0.5 }[String(type)] ?? null]
    }),
  )
}
