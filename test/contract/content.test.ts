import { expect, test } from 'vitest'
import { until } from './support/call.ts'
import { expectRefusal } from './support/envelope.ts'
import { contentDetail, contentItem, deleted, uploadSession } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload, sendBytes, tone } from './support/uploads.ts'

const { call, givenProject, world } = openSuite('content')

const file = { filename: 'weekly call.wav', content_type: 'audio/wav', size_bytes: 32_044 }
const shared = `/v1/projects/${world.recording.projectId}/content/${world.recording.contentId}`

async function givenContent(input: object = {}) {
  const { id } = await givenProject()
  const { session } = await openUpload(call, id, { ...file, ...input })
  return { session, path: `/v1/projects/${id}/content/${session.content_id}`, projectId: id }
}

/** Uploaded and announced; the service works on it. */
async function givenUploaded() {
  const given = await givenContent()
  expect((await sendBytes(given.session, tone())).ok).toBe(true)
  const answer = await call('POST', `${given.path}/upload-complete`)
  return { ...given, answer }
}

const finished = (path: string) =>
  until('the transcription', async () => {
    const { data } = (await call('GET', path)).body
    return data.status === 'processing' ? null : data
  })

test('upload-url answers 201 with a session for a new item that is uploaded', async () => {
  const { id } = await givenProject()
  const { session, answer } = await openUpload(call, id, file)
  expect(answer.status).toBe(201)
  expectShape(session, uploadSession)
  expect(session).toMatchObject({ upload_type: 'single', upload_method: 'PUT' })
  expect(session.upload_headers['Content-Type']).toBe('audio/wav')
  const { body } = await call('GET', `/v1/projects/${id}/content/${session.content_id}`)
  expect(body.data).toMatchObject({
    status: 'uploaded',
    has_transcript: false,
    analysis_count: 0,
    transcript: null,
    analyses: [],
  })
  expectShape(body.data, contentDetail)
})

test('the upload address lives for an hour', async () => {
  const { session } = await givenContent()
  const minutes = (Date.parse(session.expires_at) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThan(62)
})

test('upload-url needs filename, content_type and size_bytes', async () => {
  const { id } = await givenProject()
  const path = `/v1/projects/${id}/content/upload-url`
  const nothing = await call('POST', path, { body: {} })
  expectRefusal(nothing, 400, 'validation_error', ['filename', 'content_type', 'size_bytes'])
  for (const size of [0, -1, 1.5, '10']) {
    const answer = await call('POST', path, { body: { ...file, size_bytes: size } })
    expectRefusal(answer, 400, 'validation_error', ['size_bytes'])
  }
})

const accepted = [
  ...['mpeg', 'mp4', 'x-m4a', 'aac', 'wav', 'x-wav', 'flac', 'ogg', 'opus', 'webm', 'amr'],
  ...['3gpp', 'aiff'],
].map((kind) => `audio/${kind}`)
const video = ['mp4', 'quicktime', 'webm', 'x-matroska', 'mpeg', 'mp2t', '3gpp', 'x-msvideo']

test('the audio and video types listed are accepted, others are 415', async () => {
  const { id } = await givenProject()
  for (const type of [...accepted, ...video.map((kind) => `video/${kind}`)]) {
    const { answer } = await openUpload(call, id, { ...file, content_type: type })
    expect(answer.status).toBe(201)
  }
  for (const type of ['text/html', 'image/png', 'application/pdf']) {
    const body = { ...file, content_type: type }
    const answer = await call('POST', `/v1/projects/${id}/content/upload-url`, { body })
    expectRefusal(answer, 415, 'unsupported_media_type')
  }
})

test('other names of a type are taken, and kept under the one that is listed', async () => {
  const { id } = await givenProject()
  const names = {
    'audio/mp3': 'audio/mpeg',
    'audio/x-flac': 'audio/flac',
    'audio/vnd.wave': 'audio/wav',
  }
  for (const [content_type, kept] of Object.entries(names)) {
    const { answer } = await openUpload(call, id, { ...file, content_type })
    const { content_id, upload_headers } = answer.body.data
    expect(upload_headers['Content-Type']).toBe(content_type)
    const item = await call('GET', `/v1/projects/${id}/content/${content_id}`)
    expect(item.body.data.content_type).toBe(kept)
  }
})

test('a file over 5 GB is 413 payload_too_large', async () => {
  const { id } = await givenProject()
  const body = { ...file, size_bytes: 5 * 1024 ** 3 + 1 }
  const answer = await call('POST', `/v1/projects/${id}/content/upload-url`, { body })
  expectRefusal(answer, 413, 'payload_too_large')
})

test('the address takes the bytes once, without a key, and only the announced size', async () => {
  const { session } = await givenContent()
  // Without the header of the session, so that the length is told as it is.
  const short = { ...session, upload_headers: { 'Content-Type': 'audio/wav' } }
  expect((await sendBytes(short, tone().slice(0, 1_000))).status).toBe(403)
  expect((await sendBytes(session, tone())).ok).toBe(true)
  expect((await sendBytes(session, tone())).status).toBe(403)
})

test('an address that was changed is refused', async () => {
  const { session } = await givenContent()
  const url = session.upload_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await sendBytes({ ...session, upload_url: url }, tone())).status).toBe(403)
})

test('upload-complete before the bytes is 409 upload_incomplete', async () => {
  const { path } = await givenContent()
  const answer = await call('POST', `${path}/upload-complete`)
  expectRefusal(answer, 409, 'upload_incomplete')
  expect((await call('GET', path)).body.data.status).toBe('uploaded')
})

test('upload-complete answers 202 and begins processing; repeated it answers 200', async () => {
  const { path, answer } = await givenUploaded()
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, contentItem)
  expect(answer.body.data.status).toBe('processing')
  const again = await call('POST', `${path}/upload-complete`)
  expect([again.status, again.body.data.id]).toEqual([200, answer.body.data.id])
  expect((await finished(path)).status).toMatch(/^(completed|failed)$/)
})

test('a completed item tells duration, transcript and analyses', async () => {
  const { body } = await call('GET', shared)
  expectShape(body.data, contentDetail)
  expect(body.data).toMatchObject({ status: 'completed', has_transcript: true, error: null })
  expect(body.data.analysis_count).toBeGreaterThan(0)
  expect(body.data.duration_seconds).toBeGreaterThan(5)
  expect(body.data.transcript.content_id).toBe(world.recording.contentId)
  expect(body.data.analyses[0].content_id).toBe(world.recording.contentId)
})

test('?include= leaves the large parts out', async () => {
  const { body } = await call('GET', `${shared}?include=analyses`)
  expect(body.data.transcript ?? null).toBeNull()
  expect(body.data.analyses.length).toBeGreaterThan(0)
})

test('a file that is no recording ends as failed with a code', async () => {
  const { session, path } = await givenContent({ size_bytes: 26 })
  const text = new TextEncoder().encode('this is not a sound at all')
  await sendBytes(session, text)
  await call('POST', `${path}/upload-complete`)
  const item = await finished(path)
  expect(item).toMatchObject({ status: 'failed', has_transcript: false })
  expect(item.error.code).toMatch(/^(unsupported_media|no_audio_stream|decode_failed)$/)
})

test('reprocess re-runs transcription: 202 with the item, then it is completed again', async () => {
  const { path } = await givenUploaded()
  await finished(path)
  const answer = await call('POST', `${path}/reprocess`)
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, contentItem)
  expect(answer.body.data.status).toBe('processing')
  const twice = await call('POST', `${path}/reprocess`)
  if (twice.status !== 202) expectRefusal(twice, 409, 'content_processing')
  expect((await finished(path)).status).toMatch(/^(completed|failed)$/)
})

test('reprocess of an item without its file is 409 upload_incomplete', async () => {
  const { path } = await givenContent()
  expectRefusal(await call('POST', `${path}/reprocess`), 409, 'upload_incomplete')
})

test('deleting answers id and deleted, and everything with it is gone', async () => {
  const { path, session } = await givenUploaded()
  const { status, body } = await call('DELETE', path)
  expect(status).toBe(200)
  expectShape(body.data, deleted('cont'))
  for (const sub of ['', '/transcript', '/analyses']) {
    expectRefusal(await call('GET', path + sub), 404, 'not_found')
  }
  expectRefusal(await call('DELETE', path), 404, 'not_found')
  expect((await sendBytes(session, tone())).status).toBe(403)
})

test('the list has every field and filters by each status', async () => {
  const { path, projectId } = await givenUploaded()
  const done = await finished(path)
  const { session } = await openUpload(call, projectId, file)
  const list = async (query: string) =>
    (await call('GET', `/v1/projects/${projectId}/content?${query}`)).body.data
  for (const item of await list('')) expectShape(item, contentItem)
  const ids = async (query: string) => (await list(query)).map((item: { id: string }) => item.id)
  expect(await ids('')).toEqual([session.content_id, done.id])
  expect(await ids('status=uploaded')).toEqual([session.content_id])
  expect(await ids(`status=${done.status}`)).toEqual([done.id])
  expect(await ids('status=processing')).toEqual([])
  const wrong = await call('GET', `/v1/projects/${projectId}/content?status=done`)
  expectRefusal(wrong, 400, 'validation_error', ['status'])
})

test('created_after and created_before bound the list', async () => {
  const { projectId } = await givenContent()
  const list = async (query: string) =>
    (await call('GET', `/v1/projects/${projectId}/content?${query}`)).body.data.length
  expect(await list('created_after=2020-01-01T00:00:00Z')).toBe(1)
  expect(await list('created_after=2099-01-01T00:00:00Z')).toBe(0)
  expect(await list('created_before=2020-01-01T00:00:00Z')).toBe(0)
  expect(await list('created_before=2099-01-01T00:00:00Z')).toBe(1)
  const wrong = await call('GET', `/v1/projects/${projectId}/content?created_after=yesterday`)
  expectRefusal(wrong, 400, 'validation_error', ['created_after'])
})

test('content of another project is not found under this one', async () => {
  const { session } = await givenContent()
  const { id } = await givenProject()
  const path = `/v1/projects/${id}/content/${session.content_id}`
  for (const sub of ['', '/transcript', '/analyses']) {
    expectRefusal(await call('GET', path + sub), 404, 'not_found')
  }
  expectRefusal(await call('DELETE', path), 404, 'not_found')
  expectRefusal(await call('POST', `${path}/reprocess`), 404, 'not_found')
})
