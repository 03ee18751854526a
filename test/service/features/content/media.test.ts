import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hour } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { fetchChecked } from '../../../support/own-document.ts'

const bytes = randomBytes(100_000)
let app: TestApp
let item: string
let url: string
beforeAll(async () => {
  app = await startTestApp()
  const { id: projectId } = await givenProject(app)
  const id = await givenRecording(app, projectId, {
    filename: 'Gespräch "eins".wav',
    content_type: 'audio/webm;codecs=opus',
    bytes,
  })
  item = `/v1/projects/${projectId}/content/${id}`
  url = await mediaUrl()
})
afterAll(() => app.stop())

const mediaUrl = async (): Promise<string> => (await app.call('GET', item)).body.data.media.url
const get = async (headers: Record<string, string> = {}, address = url) => {
  const response = await fetchChecked(address, { headers })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

test('a media address gives the recording without a key, as its own type, not to be cached', async () => {
  const { response, body } = await get()
  expect(response.status).toBe(200)
  expect(body).toEqual(bytes)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/webm;codecs=opus',
    'content-length': '100000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-disposition':
      'inline; filename="Gespr_ch _eins_.wav"; filename*=UTF-8\'\'Gespr%C3%A4ch%20%22eins%22.wav',
  })
})

test('what is not the version that is meant is 412, and a weak tag brings all of it', async () => {
  const etag = (await get()).response.headers.get('etag') ?? ''
  for (const headers of [
    { 'if-match': '"other"' },
    { 'if-unmodified-since': 'Sat, 21 Nov 2020 09:29:00 GMT' },
  ]) {
    const { response, body } = await get(headers)
    expect([response.status, JSON.parse(String(body)).error.code]).toEqual([
      412,
      'precondition_failed',
    ])
  }
  const range = 'bytes=0-1'
  expect((await get({ range, 'if-match': etag, 'if-range': etag })).response.status).toBe(206)
  expect((await get({ range, 'if-range': `W/${etag}` })).response.status).toBe(200)
})

test('HEAD tells the same without the bytes', async () => {
  const response = await fetchChecked(url, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-length')]).toEqual([200, '100000'])
})

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, 100_000],
    ['bytes=500-999', 500, 1_000],
    ['bytes=99999-', 99_999, 100_000],
    ['bytes=-10', 99_990, 100_000],
    ['bytes=-200000', 0, 100_000],
    ['bytes=99990-200000', 99_990, 100_000],
  ])('%s', async (range, start, end) => {
    const { response, body } = await get({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/100000`)
    expect(body).toEqual(bytes.subarray(start, end))
  })

  test('one behind the end is 416 with the size, and says so as every error does', async () => {
    const { response, body } = await get({ range: 'bytes=100000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */100000')
    expect(JSON.parse(String(body)).error.code).toBe('range_not_satisfiable')
  })

  test.each(['bytes=5-2', 'lines=1-2', 'bytes=a-b', 'bytes=--1'])('%s is no 5xx', async (range) => {
    const { response } = await get({ range })
    expect(response.status).toBeLessThan(500)
  })
})

describe('is refused with 403', () => {
  test('where the address was changed, or is one for an upload', async () => {
    const [head = '', token = ''] = url.split(/(?<=media\/)/)
    for (const [index, field] of token.split('.').entries()) {
      for (let at = 0; at < Math.min(20, field.length); at++) {
        const changed = `${field.slice(0, at)}${field[at] === '7' ? '8' : '7'}${field.slice(at + 1)}`
        const address = head + token.split('.').toSpliced(index, 1, changed).join('.')
        expect((await fetchChecked(address)).status, address).toBe(403)
      }
    }
    const { body } = await app.call('POST', `${item.split('/cont_')[0]}/upload-url`, {
      body: { filename: 'a', content_type: 'audio/wav', size_bytes: 5 },
    })
    const upload = body.data.upload_url.replace('/uploads/', '/media/')
    expect((await fetchChecked(upload)).status).toBe(403)
    const asUpload = await fetchChecked(url.replace('/media/', '/uploads/'), {
      method: 'PUT',
      headers: { 'content-type': 'audio/webm;codecs=opus' },
      body: bytes,
    })
    expect(asUpload.status).toBe(403)
  })

  test('once it has expired; within an hour an item keeps its address', async () => {
    app.clock.advance(1)
    const fresh = await mediaUrl()
    app.clock.advance(hour - 2)
    expect(await mediaUrl()).toBe(fresh)
    app.clock.advance(12 * hour)
    expect((await get({}, fresh)).response.status).toBe(200)
    app.clock.advance(1)
    const { response, body } = await get({}, fresh)
    expect([response.status, JSON.parse(String(body)).error.code]).toEqual([403, 'media_refused'])
    url = await mediaUrl()
  })
})

test('a page elsewhere gets nothing, not even with the address', async () => {
  expect((await get({ origin: 'https://evil.example' })).response.status).toBe(403)
})

test('a deleted recording is 404', async () => {
  await app.call('DELETE', item)
  expect((await get()).response.status).toBe(404)
})
