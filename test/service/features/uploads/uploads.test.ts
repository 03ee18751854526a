import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hour } from '../../../../service/core/time.ts'
import { removeAbandonedUploads } from '../../../../service/features/uploads/uploads.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenKey, givenProject, givenUpload } from '../../../support/factory.ts'
import { fetchChecked } from '../../../support/own-document.ts'
import { readTone } from '../../../support/tones.ts'

let app: TestApp
let projectId: string
let isReady = true
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(undefined, {
      status: async () =>
        isReady ? { ready: true, model: 'm' } : { ready: false, reason: 'Install cmake first.' },
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const file = { filename: 'call.wav', content_type: 'audio/wav', size_bytes: 20 }
const announce = (body: unknown, options = {}) =>
  app.call('POST', `/v1/projects/${projectId}/content/upload-url`, { body, ...options })
const complete = (id: string, options = {}) =>
  app.call('POST', `/v1/projects/${projectId}/content/${id}/upload-complete`, options)
const read = async (id: string) =>
  (await app.call('GET', `/v1/projects/${projectId}/content/${id}`)).body.data
const eventsOf = async (id: string) =>
  (await app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute())
    .filter(({ data }) => data['content_id'] === id)
    .map(({ event, data, link }) => ({ event, data, link }))

describe('asking for an upload address', () => {
  test('answers 201 with the upload session and adds an uploaded item and its event', async () => {
    const { status, body } = await announce(file)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      content_id: expect.stringMatching(/^cont_[0-9a-z]{26}$/),
      upload_type: 'single',
      upload_url: expect.stringMatching(`^${app.baseUrl}/v1/uploads/[\\w.-]+$`),
      upload_method: 'PUT',
      upload_headers: { 'Content-Type': 'audio/wav', 'Content-Length': '20' },
      expires_at: '2026-11-21T10:00:00.000Z',
      limits: { max_size_bytes: 5_000_000_000, max_duration_seconds: 36_000 },
    })
    const id = body.data.content_id
    expect(await read(id)).toMatchObject({
      id,
      ...file,
      project_id: projectId,
      duration_seconds: null,
      status: 'uploaded',
      has_transcript: false,
      analysis_count: 0,
      media: null,
    })
    expect(await eventsOf(id)).toEqual([
      {
        event: 'content.created',
        data: { content_id: id, ...file },
        link: `/v1/projects/${projectId}/content/${id}`,
      },
    ])
  })

  test('accepts parameters of a type, and the address names the host that was asked', async () => {
    const { body } = await announce({ ...file, content_type: 'video/webm; codecs="vp9, opus"' })
    expect(body.data.upload_headers['Content-Type']).toBe('video/webm; codecs="vp9, opus"')
    const { port } = new URL(app.baseUrl)
    const local = await fetchChecked(
      `http://localhost:${port}/v1/projects/${projectId}/content/upload-url`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${app.sessionToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(file),
      },
    )
    expect((await local.json()).data.upload_url).toMatch(`http://localhost:${port}/`)
  })

  test.each([
    [{ filename: undefined }, 'filename'],
    [{ filename: '' }, 'filename'],
    [{ filename: 'x'.repeat(1_025) }, 'filename'],
    [{ filename: 'a\0b' }, 'filename'],
    [{ filename: 'half \ud83d' }, 'filename'],
    [{ filename: 7 }, 'filename'],
    [{ size_bytes: 0 }, 'size_bytes'],
    [{ size_bytes: -1 }, 'size_bytes'],
    [{ size_bytes: 1.5 }, 'size_bytes'],
    [{ size_bytes: '20' }, 'size_bytes'],
    [{ content_type: 'a'.repeat(128) }, 'content_type'],
    [{ project_id: 'proj_x' }, 'project_id'],
  ])('400 names the field: %j', async (change, field) => {
    const { status, body } = await announce({ ...file, ...change })
    expect([status, body.error.code, body.error.details[0].field]).toEqual([
      400,
      'validation_error',
      field,
    ])
  })

  test.each(
    [
      [
        'text/html',
        'image/png',
        'audio/midi',
        'audio',
        'banana',
        'audio/wav;',
        'audio/wav\r\nx: y',
      ],
      ['application/pdf', 'audio/x-mpegurl', 'application/vnd.apple.mpegurl', '/'],
    ].flat(),
  )('415 for %j', async (content_type) => {
    const { status, body } = await announce({ ...file, content_type })
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('a file that is announced as application/octet-stream is told by its name, and then by its bytes', async () => {
    const content_type = 'application/octet-stream'
    const typeOf = async (filename: string, bytes: Buffer) => {
      const before = (await announce({ filename, content_type, size_bytes: bytes.length })).body
        .data
      const { content_type: byName } = await read(before.content_id)
      await fetchChecked(before.upload_url, {
        method: 'PUT',
        headers: before.upload_headers,
        body: Uint8Array.from(bytes),
      })
      return [byName, (await read(before.content_id)).content_type]
    }
    expect(await typeOf('call.m4a', readTone('tone.mp3'))).toEqual(['audio/mp4', 'audio/mpeg'])
    expect(await typeOf('call', readTone('tone.flac'))).toEqual([content_type, 'audio/flac'])
    expect(await typeOf('call', Buffer.from('what is this?'))).toEqual([content_type, content_type])
    expect(await typeOf('call.srt', Buffer.from('1'))).toEqual(
      Array.from({ length: 2 }, () => 'application/x-subrip'),
    )
  })

  test('413 above 5 GB, 402 above the storage limit', async () => {
    const large = await announce({ ...file, size_bytes: 5_000_000_001 })
    expect([large.status, large.body.error.code]).toEqual([413, 'payload_too_large'])
    const limit = { storage_gb_limit: 1 }
    const before = await app.deps.db.sql.selectFrom('organizations').selectAll().executeTakeFirst()
    await app.deps.db.sql.updateTable('organizations').set(limit).execute()
    const full = await announce({ ...file, size_bytes: 1_000_000_000 })
    await app.deps.db.sql
      .updateTable('organizations')
      .set({ storage_gb_limit: before?.storage_gb_limit ?? 0 })
      .execute()
    expect([full.status, full.body.error.code]).toEqual([402, 'quota_exceeded'])
  })

  test('402 at once where no minutes are left, but for a transcript, which takes none', async () => {
    const organizations = app.deps.db.sql.updateTable('organizations')
    const before = await app.deps.db.sql.selectFrom('organizations').selectAll().executeTakeFirst()
    await organizations.set({ transcription_minutes_limit: 0 }).execute()
    const recording = await announce(file)
    const transcript = await announce({
      filename: 'a.vtt',
      content_type: 'text/vtt',
      size_bytes: 9,
    })
    const limit = { transcription_minutes_limit: before?.transcription_minutes_limit ?? 0 }
    await organizations.set(limit).execute()
    expect([recording.status, recording.body.error.code]).toEqual([402, 'quota_exceeded'])
    expect(transcript.body.data.limits).toEqual({
      max_size_bytes: 10_000_000,
      max_duration_seconds: null,
    })
  })

  test('a read-only key gets 403, a publishable one may upload in its project only', async () => {
    const readOnly = await givenKey(app, { scopes: ['read'] })
    expect((await announce(file, { key: readOnly })).body.error.code).toBe(
      'insufficient_permissions',
    )
    const other = await givenProject(app)
    const restricted = { key_type: 'publishable', project_ids: [other.id] }
    const foreign = await announce(file, { key: await givenKey(app, restricted) })
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'project_access_denied'])

    const key = await givenKey(app, { key_type: 'publishable', project_ids: [projectId] })
    const { status, body } = await announce(file, { key })
    expect(status).toBe(201)
    const put = { method: 'PUT', headers: body.data.upload_headers, body: 'x'.repeat(20) }
    expect((await fetchChecked(body.data.upload_url, put)).status).toBe(200)
    expect((await complete(body.data.content_id, { key })).status).toBe(202)
    const item = `/v1/projects/${projectId}/content/${body.data.content_id}`
    expect((await app.call('GET', item, { key })).status).toBe(403)
    await app.idle()
  })

  test('an unknown project is 404', async () => {
    const { status } = await app.call('POST', '/v1/projects/proj_none/content/upload-url', {
      body: file,
    })
    expect(status).toBe(404)
  })
})

describe('confirming an upload', () => {
  test('begins processing with 202, and answers 200 with the item from then on', async () => {
    const id = await givenUpload(app, projectId)
    const { status, body } = await complete(id)
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ id, status: 'processing', stage: 'queued', progress: 0 })
    await app.idle()
    const again = await complete(id)
    expect([again.status, again.body.data.status]).toEqual([200, 'completed'])
  })

  test('twenty at the same time begin it once', async () => {
    const id = await givenUpload(app, projectId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(id)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    await app.idle()
    const names = (await eventsOf(id)).map(({ event }) => event)
    expect(names.filter((name) => name === 'transcription.completed')).toHaveLength(1)
  })

  test.each([
    [{}],
    [{ body: '', headers: { 'content-type': 'application/json' } }],
    [{ body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    [{ body: '{}' }],
    [{ body: 'null' }],
  ])('takes no body, and minds none: %j', async (options) => {
    const id = await givenUpload(app, projectId)
    expect((await complete(id, options)).status).toBe(202)
    await app.idle()
  })

  test('a body that says something is refused with 400', async () => {
    const id = await givenUpload(app, projectId)
    const { status, body } = await complete(id, { body: { force: true } })
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect((await read(id)).status).toBe('uploaded')
  })

  test('is 409 upload_incomplete while the bytes are missing', async () => {
    const { body } = await announce(file)
    const { status, body: refusal } = await complete(body.data.content_id)
    expect([status, refusal.error.code]).toEqual([409, 'upload_incomplete'])
  })

  test('is 503 model_unavailable with the reason while no engine is ready; nothing changes', async () => {
    const id = await givenUpload(app, projectId)
    isReady = false
    const { status, body, headers } = await complete(id)
    isReady = true
    expect([status, body.error.code]).toEqual([503, 'model_unavailable'])
    expect(body.error.message).toBe('Install cmake first.')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(id)).status).toBe('uploaded')
    expect((await complete(id)).status).toBe(202)
    await app.idle()
  })

  test('an unknown item, and one of another project, is 404', async () => {
    const other = await givenProject(app)
    const foreign = await givenUpload(app, other.id)
    for (const id of ['cont_none', foreign]) expect((await complete(id)).status).toBe(404)
  })

  test('is 404 where the item is deleted at that moment', async () => {
    const id = await givenUpload(app, projectId)
    const { stat } = app.deps.blobs
    const duringCheck = vi.spyOn(app.deps.blobs, 'stat').mockImplementation(async (contentId) => {
      const found = await stat(contentId)
      await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
      return found
    })
    const { status, body } = await complete(id)
    duringCheck.mockRestore()
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })
})

test('an upload never confirmed goes 24 hours after its address expired, with its file', async () => {
  const unsent = (await announce(file)).body.data.content_id
  const sent = await givenUpload(app, projectId)
  const done = await givenUpload(app, projectId)
  await complete(done)
  await app.idle()
  const exist = async () => {
    const answers = await Promise.all([unsent, sent, done].map(read))
    return answers.map((item) => item !== undefined)
  }

  app.clock.advance(25 * hour)
  await removeAbandonedUploads(app.deps)
  expect(await exist()).toEqual([true, true, true])
  app.clock.advance(1)
  await removeAbandonedUploads(app.deps)
  expect(await exist()).toEqual([false, false, true])
  await app.idle()
  const files = await readdir(path.join(app.dataDir, 'recordings'))
  expect([files.includes(sent), files.includes(done)]).toEqual([false, true])
  expect((await eventsOf(sent)).map(({ event }) => event)).toContain('content.deleted')
})
