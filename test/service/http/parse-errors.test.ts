import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Sends a request byte for byte and returns the status and the parsed body of the answer. */
function sendRaw(text: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
    socket.write(text)
  })
}

const send = (target: string, more = '') => {
  const { host } = new URL(app.baseUrl)
  const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${app.sessionToken}`
  return sendRaw(`${head}\r\n${more}Connection: close\r\n\r\n`)
}

const refusal = (code: string) => ({
  error: {
    code,
    message: expect.any(String),
    details: expect.any(Array),
    doc_url: `${app.baseUrl}/docs/#description/errors`,
  },
  meta: { request_id: expect.stringMatching(/^req_/), timestamp: app.clock.now().toISOString() },
})

describe('what no route is reached with has the shape of every error', () => {
  test('addresses that are not percent-encoded UTF-8', async () => {
    for (const target of ['/v1/projects/%zz', '/v1/org%ff', '/v1/members/%']) {
      expect(await send(target)).toEqual({ status: 400, body: refusal('validation_error') })
    }
  })

  test('an id that is longer than any', async () => {
    const found = await send(`/v1/projects/${'a'.repeat(600)}`)
    expect(found).toEqual({ status: 404, body: refusal('not_found') })
  })

  test('headers that are too large, and what is no HTTP', async () => {
    const wrong = { status: 400, body: refusal('validation_error') }
    expect(await send('/v1/org', `X-Big: ${'a'.repeat(20_000)}\r\n`)).toEqual(wrong)
    expect(await sendRaw('GARBAGE\r\n\r\n')).toEqual(wrong)
    expect(await send('/v1/org\0')).toEqual(wrong)
  })

  test('a request without a Host, or with two of them', async () => {
    const end = 'Connection: close\r\n\r\n'
    const malformed = { status: 400, body: refusal('validation_error') }
    expect(await sendRaw(`GET /v1/org HTTP/1.1\r\n${end}`)).toEqual(malformed)
    const { host } = new URL(app.baseUrl)
    const twice = `Host: ${host}\r\nHost: ${host}\r\n`
    expect(await sendRaw(`GET /v1/org HTTP/1.1\r\n${twice}${end}`)).toEqual(malformed)
    // HTTP/1.0 knows no Host; from where such a request comes is unknown, too.
    const older = await sendRaw(`GET /v1/org HTTP/1.0\r\n${end}`)
    expect(older).toEqual({ status: 403, body: refusal('origin_not_allowed') })
  })
})

describe('a Content-Type without a body', () => {
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain']

  test('does not matter to a DELETE', async () => {
    for (const type of types) {
      const { body } = await app.call('POST', '/v1/projects', { body: { name: 'Short-lived' } })
      const headers = { 'content-type': type }
      const gone = await app.call('DELETE', `/v1/projects/${body.data.id}`, { headers })
      expect(gone.status).toBe(200)
    }
  })

  test('does not matter where a body may be left out, and does where one is needed', async () => {
    const { body } = await app.call('POST', '/v1/projects', { body: { name: 'Kept' } })
    for (const type of types) {
      const headers = { 'content-type': type }
      const path = `/v1/projects/${body.data.id}/insights/generate`
      expect((await app.call('POST', path, { headers })).status).toBe(202)
      expect((await app.call('POST', '/v1/projects', { headers })).status).toBeOneOf([400, 415])
    }
  })

  test('a body that is there is still refused', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await app.call('DELETE', '/v1/projects/proj_x', { headers, body: 'x' })
    expect(answer.status).toBe(415)
  })
})
