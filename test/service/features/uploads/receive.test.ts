import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hour } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { openRaw } from '../../../support/raw-http.ts'
import { fetchChecked } from '../../../support/own-document.ts'

type Session = { content_id: string; upload_url: string; upload_headers: Record<string, string> }

let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

let session: Session
const bytes = randomBytes(200_000)
const announce = async (key = app.sessionToken): Promise<Session> => {
  const { body } = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
    body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes: bytes.length },
    key,
  })
  return body.data
}
beforeEach(async () => {
  session = await announce()
})

const put = async (
  url: string,
  headers: Record<string, string>,
  body: RequestInit['body'] = null,
) => {
  const response = await fetchChecked(url, { method: 'PUT', headers, body })
  return { status: response.status, body: await response.json() }
}
const send = (url = session.upload_url) => put(url, { 'content-type': 'audio/wav' }, bytes)
const filesIn = (folder: string) => readdir(path.join(app.dataDir, folder)).catch(() => [])
const stored = () => readFile(path.join(app.dataDir, 'recordings', session.content_id))
const expectRefused = ({ status, body }: { status: number; body: { error: { code: string } } }) =>
  expect([status, body.error.code]).toEqual([403, 'upload_refused'])

afterEach(async () => {
  await expect.poll(() => filesIn('incoming')).toEqual([])
})

test('stores the bytes and answers with the id and the size; the hash is kept', async () => {
  const { status, body } = await send()
  expect(status).toBe(200)
  expect(body.data).toEqual({ content_id: session.content_id, size_bytes: bytes.length })
  expect(body.meta.request_id).toMatch(/^req_/)
  expect(await stored()).toEqual(bytes)
  const row = await app.deps.db.sql
    .selectFrom('content')
    .select('sha256')
    .where('id', '=', session.content_id)
    .executeTakeFirst()
  expect(row?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('takes a body that is sent in chunks, without a length', async () => {
  const raw = await openRaw(app.baseUrl)
  raw.head('PUT', new URL(session.upload_url).pathname, {
    'content-type': 'AUDIO/WAV',
    'transfer-encoding': 'chunked',
  })
  raw.write(`${bytes.length.toString(16)}\r\n`)
  raw.write(bytes)
  raw.write('\r\n0\r\n\r\n')
  expect((await raw.answer()).status).toBe(200)
  raw.socket.destroy()
  expect(await stored()).toEqual(bytes)
})

test('takes a body of plain bytes, which is what generated clients say of a file', async () => {
  const plain = { 'content-type': 'application/octet-stream' }
  expect((await put(session.upload_url, plain, bytes)).status).toBe(200)
  expect(await stored()).toEqual(bytes)
})

describe('is refused with 403 upload_refused', () => {
  test('when the address was used, also after the recording was confirmed', async () => {
    await send()
    expectRefused(await send())
    const item = `/v1/projects/${projectId}/content/${session.content_id}`
    await app.call('POST', `${item}/upload-complete`)
    await app.idle()
    expectRefused(
      await put(session.upload_url, { 'content-type': 'audio/wav' }, randomBytes(200_000)),
    )
    expect(await stored()).toEqual(bytes)
  })

  test('from the second at which the address expires', async () => {
    const late = await announce()
    app.clock.advance(hour - 1)
    expect((await send()).status).toBe(200)
    app.clock.advance(1)
    expectRefused(await send(late.upload_url))
  })

  test('for another type than the announced one, or none', async () => {
    expectRefused(await put(session.upload_url, { 'content-type': 'audio/mpeg' }, bytes))
    expectRefused(await put(session.upload_url, { 'content-type': 'text/plain' }, bytes))
    expectRefused(await put(session.upload_url, { 'content-type': 'application/json' }, bytes))
    expectRefused(await put(session.upload_url, {}, new Blob([bytes])))
  })

  test('for other bytes than those of the hash that was announced', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { body } = await app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
      body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes: bytes.length, sha256 },
    })
    session = body.data
    const other = Buffer.from(bytes)
    other[7] = (other[7] ?? 0) ^ 1
    expectRefused(await put(session.upload_url, { 'content-type': 'audio/wav' }, other))
    expect(await filesIn('recordings')).not.toContain(session.content_id)
    expect((await send()).status).toBe(200)
  })

  test('for a Content-Length that is not the announced size, also for no body', async () => {
    const typed = { 'content-type': 'audio/wav' }
    expectRefused(await put(session.upload_url, typed, bytes.subarray(1)))
    expectRefused(await put(session.upload_url, typed, Buffer.concat([bytes, bytes])))
    expectRefused(await put(session.upload_url, typed))
  })

  test('for an address changed in any of its fields, or made for another item', async () => {
    const other = await announce()
    const [head = '', token = ''] = session.upload_url.split(/(?<=uploads\/)/)
    const fields = token.split('.')
    const foreign = (new URL(other.upload_url).pathname.split('/').at(-1) ?? '').split('.')
    for (const [index, field] of fields.entries()) {
      const changes = Array.from({ length: 20 }, (_, place) => {
        const at = (place * 3) % field.length
        return `${field.slice(0, at)}${field[at] === '7' ? '8' : '7'}${field.slice(at + 1)}`
      })
      const swapped = foreign[index] === field ? [] : [foreign[index] ?? '']
      for (const change of [...changes, ...swapped]) {
        const url = head + fields.toSpliced(index, 1, change).join('.')
        expectRefused(await put(url, { 'content-type': 'audio/wav' }, 'short'))
      }
    }
    expectRefused(await put(`${head}nonsense`, { 'content-type': 'audio/wav' }, 'short'))
    expect(await filesIn('recordings')).not.toContain(session.content_id)
  })

  test('when the recording was deleted', async () => {
    await app.call('DELETE', `/v1/projects/${projectId}/content/${session.content_id}`)
    expectRefused(await send())
    expect(await filesIn('recordings')).not.toContain(session.content_id)
  })
})

const expectUnchanged = async () => {
  expect(await filesIn('recordings')).not.toContain(session.content_id)
  const item = await app.call('GET', `/v1/projects/${projectId}/content/${session.content_id}`)
  expect(item.body.data.status).toBe('uploaded')
  expect((await send()).status).toBe(200)
}

describe('a lying client', () => {
  const chunked = { 'content-type': 'audio/wav', 'transfer-encoding': 'chunked' }
  test('that sends more in chunks than announced is stopped with 403', async () => {
    const raw = await openRaw(app.baseUrl)
    raw.head('PUT', new URL(session.upload_url).pathname, chunked)
    const chunk = Buffer.alloc(50_000)
    for (let sent = 0; sent <= bytes.length; sent += chunk.length) {
      raw.write(`${chunk.length.toString(16)}\r\n`)
      raw.write(chunk)
      raw.write('\r\n')
    }
    expect((await raw.answer()).text).toMatch(/^HTTP\/1.1 403 [^]*upload_refused/)
    raw.socket.destroy()
    await expectUnchanged()
  })

  test('that sends less in chunks than announced is refused', async () => {
    const raw = await openRaw(app.baseUrl)
    raw.head('PUT', new URL(session.upload_url).pathname, chunked)
    raw.write('5\r\nhello\r\n0\r\n\r\n')
    expect((await raw.answer()).text).toMatch(/^HTTP\/1.1 403 [^]*upload_refused/)
    raw.socket.destroy()
    await expectUnchanged()
  })

  test.each(['the end of its side', 'a reset'])(
    'that breaks off with %s leaves nothing',
    async (how) => {
      const raw = await openRaw(app.baseUrl)
      raw.head('PUT', new URL(session.upload_url).pathname, {
        'content-type': 'audio/wav',
        'content-length': bytes.length,
      })
      raw.write(bytes.subarray(0, 100_000))
      await expect.poll(() => filesIn('incoming')).toHaveLength(1)
      if (how === 'a reset') raw.socket.resetAndDestroy()
      else raw.socket.end()
      await expect.poll(() => filesIn('incoming')).toEqual([])
      await expectUnchanged()
    },
  )
})

const open = async (upload: Session) => {
  const raw = await openRaw(app.baseUrl)
  raw.head('PUT', new URL(upload.upload_url).pathname, {
    'content-type': 'audio/wav',
    'content-length': bytes.length,
  })
  raw.write(bytes.subarray(0, 1_000))
  return raw
}
const expectBusy = async (url: string, refusal: [status: number, code: string]) => {
  const response = await fetchChecked(url, {
    method: 'PUT',
    headers: { 'content-type': 'audio/wav' },
    body: bytes,
  })
  expect([response.status, (await response.json()).error.code]).toEqual(refusal)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('uploads at the same time', () => {
  test('four run, a fifth is asked to wait, and all end well', async () => {
    const uploads = [session, await announce(), await announce(), await announce()]
    const running = await Promise.all(uploads.map(open))
    await expect.poll(() => filesIn('incoming')).toHaveLength(4)
    const fifth = await announce()
    await expectBusy(fifth.upload_url, [429, 'rate_limited'])
    // Announced with another key, which has four of its own.
    const others = await announce(await givenKey(app, {}))
    expect((await send(others.upload_url)).status).toBe(200)
    for (const raw of running) raw.write(bytes.subarray(1_000))
    for (const raw of running) {
      expect((await raw.answer()).status).toBe(200)
      raw.socket.destroy()
    }
    expect((await send(fifth.upload_url)).status).toBe(200)
  })

  test('who is asked to wait has sent in vain, and may use the connection on', async () => {
    const running = await open(session)
    await expect.poll(() => filesIn('incoming')).toHaveLength(1)
    const raw = await openRaw(app.baseUrl)
    raw.head('PUT', new URL(session.upload_url).pathname, {
      'content-type': 'audio/wav',
      'content-length': bytes.length,
    })
    raw.write(bytes)
    expect((await raw.answer()).text).toMatch(/^HTTP\/1.1 409 [^]*upload_in_progress/)
    raw.head('GET', '/v1/org', { authorization: `Bearer ${app.sessionToken}` })
    expect((await raw.answer()).status).toBe(200)
    raw.socket.destroy()
    running.write(bytes.subarray(1_000))
    expect((await running.answer()).status).toBe(200)
    running.socket.destroy()
  })

  test('one address serves one request at a time', async () => {
    const raw = await open(session)
    await expect.poll(() => filesIn('incoming')).toHaveLength(1)
    await expectBusy(session.upload_url, [409, 'upload_in_progress'])
    raw.write(bytes.subarray(1_000))
    expect((await raw.answer()).status).toBe(200)
    raw.socket.destroy()
    expect(await stored()).toEqual(bytes)
  })

  test('a recording deleted while it arrives leaves no file', async () => {
    const raw = await open(session)
    await expect.poll(() => filesIn('incoming')).toHaveLength(1)
    await app.call('DELETE', `/v1/projects/${projectId}/content/${session.content_id}`)
    raw.write(bytes.subarray(1_000))
    expect((await raw.answer()).status).toBe(403)
    raw.socket.destroy()
    expect(await filesIn('recordings')).not.toContain(session.content_id)
  })
})
