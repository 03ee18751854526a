import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minute } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let isEndless = false
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async (_input, { signal }) =>
      isEndless ? untilAborted(signal) : spoken(),
    ),
  })
})
afterAll(() => app.stop())

const list = (projectId: string, query = '', options = {}) =>
  app.call('GET', `/v1/projects/${projectId}/content${query}`, options)
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)
const files = () => readdir(path.join(app.dataDir, 'recordings'))

describe('the list', () => {
  test('shows every field of an item, newest first', async () => {
    const project = await givenProject(app)
    const first = await givenRecording(app, project.id, { filename: 'first.wav' })
    const second = await givenUpload(app, project.id)
    const answer = await list(project.id)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([second, first])
    expect(answer.body.pagination).toEqual({ has_more: false, next_cursor: null })
    expect(answer.body.data[1]).toEqual({
      id: first,
      project_id: project.id,
      filename: 'first.wav',
      content_type: 'audio/wav',
      size_bytes: 19,
      duration_seconds: 12.5,
      status: 'completed',
      has_transcript: true,
      has_video: false,
      analysis_count: 0,
      error: null,
      stage: null,
      progress: null,
      remaining_seconds: null,
      source: 'recording',
      echo: null,
      title: 'first',
      title_source: 'file',
      recorded_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  test('pages through every item once, while others come and go', async () => {
    const project = await givenProject(app)
    const ids: string[] = []
    for (let count = 0; count < 7; count++) ids.unshift(await givenUpload(app, project.id))
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await list(project.id, `?limit=3${cursor}`)
      seen.push(...idsOf(answer))
      cursor = answer.body.pagination.has_more
        ? `&cursor=${answer.body.pagination.next_cursor}`
        : ''
      app.clock.advance(1)
      await givenUpload(app, project.id)
    } while (cursor)
    expect(seen).toEqual(ids)
  })

  test('filters by status and time; both ends are outside', async () => {
    const project = await givenProject(app)
    app.clock.advance(minute)
    const done = await givenRecording(app, project.id)
    const at = app.clock.now().toISOString()
    app.clock.advance(minute)
    const waiting = await givenUpload(app, project.id)
    expect(idsOf(await list(project.id, '?status=completed'))).toEqual([done])
    expect(idsOf(await list(project.id, '?status=failed'))).toEqual([])
    expect(idsOf(await list(project.id, `?created_after=${at}`))).toEqual([waiting])
    expect(idsOf(await list(project.id, `?created_before=${at}`))).toEqual([])
    expect(idsOf(await list(project.id, '?created_after=2026-11-21'))).toEqual([waiting, done])
    const within = `?created_after=2026-11-20T23:00:00-01:00&created_before=${at.slice(0, -1)}`
    expect(idsOf(await list(project.id, `${within}+00:00&status=uploaded`))).toEqual([])
  })

  test.each([
    ['?status=done', 'status'],
    ['?status=', 'status'],
    ['?created_after=yesterday', 'created_after'],
    ['?created_before=2026-02-30', 'created_before'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?cursor=nonsense', 'cursor'],
    ['?cursor=', 'cursor'],
  ])('%s is 400 and names %s', async (query, field) => {
    const project = await givenProject(app)
    const { status, body } = await list(project.id, query)
    expect([status, body.error.code, body.error.details[0].field]).toEqual([
      400,
      'validation_error',
      field,
    ])
  })

  test('a cursor is good for the filters and the project it came from only', async () => {
    const [project, other] = [await givenProject(app), await givenProject(app)]
    for (let count = 0; count < 2; count++) await givenUpload(app, project.id)
    const { body } = await list(project.id, '?limit=1&status=uploaded')
    const cursor = body.pagination.next_cursor
    expect((await list(project.id, `?limit=5&status=uploaded&cursor=${cursor}`)).status).toBe(200)
    for (const answer of [
      await list(project.id, `?limit=1&cursor=${cursor}`),
      await list(project.id, `?limit=1&status=uploaded&created_after=2026-01-01&cursor=${cursor}`),
      await list(other.id, `?limit=1&status=uploaded&cursor=${cursor}`),
    ]) {
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'cursor'])
    }
  })
})

describe('the detail', () => {
  test('adds transcript, analyses and media; include leaves parts out', async () => {
    const project = await givenProject(app, { settings: { auto_analyze: true } })
    const id = await givenRecording(app, project.id)
    const read = async (query = '') =>
      (await app.call('GET', `/v1/projects/${project.id}/content/${id}${query}`)).body.data
    const item = await read()
    expect(item).toMatchObject({ id, has_transcript: true, analysis_count: 1, error: null })
    expect(item.transcript).toMatchObject({
      content_id: id,
      text: 'We will send the contract on Friday.',
      segments: [{ speaker: 'Speaker 1' }],
    })
    expect(item.analyses).toMatchObject([{ content_id: id, version: 1 }])
    expect(item.media).toEqual({
      url: expect.stringMatching(`^${app.baseUrl}/v1/media/`),
      has_video: false,
      tracks: 1,
      state: 'ok',
    })
    const shown = async (query: string) => {
      const { transcript, analyses } = await read(query)
      return [transcript?.text ?? null, transcript?.segments?.length ?? null, analyses.length]
    }
    const text = item.transcript.text
    expect(await shown('?include=transcript,segments,analyses')).toEqual([text, 1, 1])
    expect(await shown('?include=transcript')).toEqual([text, 0, 0])
    expect(await shown('?include=segments')).toEqual([text, 1, 0])
    expect(await shown('?include=analyses')).toEqual([null, null, 1])
  })

  test('an unknown part is 400 and names include', async () => {
    const project = await givenProject(app)
    const id = await givenUpload(app, project.id)
    for (const include of ['words', 'transcript,', '']) {
      const url = `/v1/projects/${project.id}/content/${id}?include=${include}`
      const { status, body } = await app.call('GET', url)
      expect([status, body.error.details[0].field]).toEqual([400, 'include'])
    }
  })
})

describe('access', () => {
  test('unknown ids are 404, also for an item of another project', async () => {
    const [project, other] = [await givenProject(app), await givenProject(app)]
    const foreign = await givenUpload(app, other.id)
    for (const id of [foreign, 'cont_none', 'x', '%00', 'cont_01kayr3c9nfq4tq4h6zr6yv0b2']) {
      for (const method of ['GET', 'DELETE']) {
        const { status } = await app.call(method, `/v1/projects/${project.id}/content/${id}`)
        expect(status, `${method} ${id}`).toBe(404)
      }
    }
    for (const id of ['proj_none', '%00']) expect((await list(id)).status).toBe(404)
    expect((await app.call('GET', `/v1/projects/${other.id}/content/${foreign}`)).status).toBe(200)
  })

  test('a restricted key gets 403 on another project, and its own works', async () => {
    const [project, other] = [await givenProject(app), await givenProject(app)]
    const id = await givenUpload(app, project.id)
    const key = await givenKey(app, { project_ids: [other.id] })
    const item = `/v1/projects/${project.id}/content/${id}`
    for (const answer of [
      await list(project.id, '', { key }),
      await app.call('GET', item, { key }),
      await app.call('DELETE', item, { key }),
      await app.call('GET', `${item}/transcript`, { key }),
      await app.call('POST', `${item}/reprocess`, { key }),
      await app.call('POST', `${item}/upload-complete`, { key }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'project_access_denied'])
    }
    expect((await list(other.id, '', { key })).status).toBe(200)
  })

  test('a read-only key may not delete', async () => {
    const project = await givenProject(app)
    const id = await givenUpload(app, project.id)
    const key = await givenKey(app, { scopes: ['read'] })
    const { status } = await app.call('DELETE', `/v1/projects/${project.id}/content/${id}`, { key })
    expect(status).toBe(403)
  })
})

describe('deleting', () => {
  test('removes the item, its transcript, its file and its place in the search', async () => {
    const project = await givenProject(app)
    const id = await givenRecording(app, project.id, { filename: 'unmistakable.wav' })
    const item = `/v1/projects/${project.id}/content/${id}`
    const { status, body } = await app.call('DELETE', item)
    expect([status, body.data]).toEqual([200, { id, deleted: true }])
    expect(body.meta.request_id).toMatch(/^req_/)
    expect((await app.call('GET', item)).status).toBe(404)
    expect((await app.call('GET', `${item}/transcript`)).status).toBe(404)
    expect((await app.call('DELETE', item)).status).toBe(404)
    // The file goes with a job.
    await app.idle()
    expect(await files()).not.toContain(id)
    const found = await app.call('GET', '/v1/search/content?q=unmistakable')
    expect(found.body.data).toEqual([])
    const event = await app.deps.db.sql
      .selectFrom('events')
      .select(['data', 'link'])
      .where('event', '=', 'content.deleted')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const link = `/v1/projects/${project.id}/content`
    expect(event).toEqual({ data: { content_id: id, filename: 'unmistakable.wav' }, link })
  })

  test('cancels a running transcription, which then leaves no trace', async () => {
    const project = await givenProject(app)
    const id = await givenUpload(app, project.id)
    const item = `/v1/projects/${project.id}/content/${id}`
    isEndless = true
    await app.call('POST', `${item}/upload-complete`)
    await expect
      .poll(async () => (await app.call('GET', item)).body.data.stage)
      .toBe('transcribing')
    expect((await app.call('DELETE', item)).status).toBe(200)
    await app.idle()
    isEndless = false
    expect(await files()).not.toContain(id)
    const events = await app.deps.db.sql
      .selectFrom('events')
      .select(['event', 'data'])
      .orderBy('position')
      .execute()
    expect(
      events.filter(({ data }) => data['content_id'] === id).map(({ event }) => event),
    ).toEqual(['content.created', 'transcription.started', 'content.deleted'])
  })

  test('a project takes its recordings, running work and files with it', async () => {
    const project = await givenProject(app)
    const kept = await givenRecording(app, (await givenProject(app)).id)
    const ids = [await givenRecording(app, project.id), await givenUpload(app, project.id)]
    isEndless = true
    await app.call('POST', `/v1/projects/${project.id}/content/${ids[1]}/upload-complete`)
    expect((await app.call('DELETE', `/v1/projects/${project.id}`)).status).toBe(200)
    await app.idle()
    isEndless = false
    await expect.poll(files).not.toEqual(expect.arrayContaining([ids[0]]))
    await expect.poll(files).not.toEqual(expect.arrayContaining([ids[1]]))
    expect(await files()).toContain(kept)
  })
})
