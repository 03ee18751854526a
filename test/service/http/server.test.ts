import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Sends a request byte for byte and returns the status and body of the answer. */
function sendRaw(text: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(answer.split(' ')[1]), text: answer }))
    socket.write(text)
  })
}

const port = () => new URL(app.baseUrl).port
const ask = (lines: string[], target = '/v1/org') =>
  sendRaw(
    [`GET ${target} HTTP/1.1`, ...lines, `Authorization: Bearer ${app.sessionToken}`]
      .concat('Connection: close', '', '')
      .join('\r\n'),
  )

describe('Host', () => {
  test('the loopback names with the right port are served', async () => {
    for (const host of [`127.0.0.1:${port()}`, `localhost:${port()}`]) {
      expect((await ask([`Host: ${host}`])).status).toBe(200)
    }
  })

  const foreign = [
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    'localhost:80',
    'localhost.:PORT',
    'LOCALHOST:PORT.',
    'localhost:PORT@evil.example',
    '[::1]:PORT',
    '0.0.0.0:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    '127.0.0.1.nip.io:PORT',
    'localhost.evil.example:PORT',
    'a.localhost:PORT',
    '127.0.0.2:PORT',
    '192.168.0.1:PORT',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT ,evil.example',
    '127.0.0.1:0PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[fe80::1%25lo]:PORT',
    'http://127.0.0.1:PORT',
    '127.0.0.1:PORT/',
    '0x7f.1:PORT',
    '017700000001:PORT',
    '',
  ]
  test.each(foreign)('%j is refused with 403', async (host) => {
    const { status, text } = await ask([`Host: ${host.replace('PORT', port())}`])
    expect([400, 403]).toContain(status)
    if (status === 403) expect(text).toContain('origin_not_allowed')
  })

  test('a missing, a doubled and an absolute-form host are refused', async () => {
    expect((await ask([])).status).toBe(400)
    const own = `Host: 127.0.0.1:${port()}`
    expect((await ask([own, 'Host: evil.example'])).status).toBe(400)
    expect((await ask(['Host: evil.example', own])).status).toBe(400)
    expect((await ask([own], `http://evil.example/v1/org`)).status).toBe(403)
  })
})

describe('Origin', () => {
  test('the app itself may call', async () => {
    const { status } = await app.call('GET', '/v1/org', { headers: { origin: app.baseUrl } })
    expect(status).toBe(200)
  })

  test.each([
    'null',
    'http://evil.example',
    'https://127.0.0.1:PORT',
    'file://',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://127.0.0.1:PORT.evil.example',
    'http://localhost',
    '',

    'http://127.0.0.1:PORT/',
    'http://evil.example:PORT',
    'app://earshot',
    'chrome-extension://x',
    'http://localhost:1',
    'HTTP://EVIL.EXAMPLE',
    'http://[::1]:PORT',
    'http://127.0.0.1:PORT@evil',
    'data:',
    'blob:http://127.0.0.1:PORT',
    'http://a.localhost:PORT',
    'moz-extension://y',
  ])('%j is refused with 403', async (origin) => {
    const { status, text } = await ask([
      `Host: 127.0.0.1:${port()}`,
      `Origin: ${origin.replace('PORT', port())}`,
    ])
    expect(status).toBe(403)
    expect(text).not.toMatch(/access-control-allow/i)
  })

  test('a cross-site request is refused even without Origin', async () => {
    for (const site of ['cross-site', 'same-site', 'weird']) {
      const { status } = await ask([`Host: 127.0.0.1:${port()}`, `Sec-Fetch-Site: ${site}`])
      expect(status).toBe(403)
    }
  })
})

describe('authentication', () => {
  test('every route but signed addresses, open invitations and pages answers 401 without a key', async () => {
    const { body } = await app.call('GET', '/v1/openapi.json')
    const open = [
      '/v1/uploads/{token}',
      '/v1/media/{token}',
      '/v1/invitations/lookup',
      '/v1/invitations/accept',
      '/v1/sign-in',
      '/v1/sign-in/links',
      '/v1/sign-in/links/use',
    ]
    for (const [path, methods] of Object.entries(body.paths)) {
      if (open.includes(path)) continue
      for (const method of Object.keys(methods as object)) {
        const url = path.replaceAll(/\{\w+\}/g, 'x')
        const answer = await app.call(method.toUpperCase(), url, { key: null })
        expect([url, answer.status]).toEqual([url, 401])
        expect(answer.body.error.code).toBe('authentication_required')
      }
    }
  })

  test('the OpenAPI document is open, as the reference page made of it is', async () => {
    const asked = { key: null }
    const { status, body } = await app.call('GET', '/v1/openapi.json', asked)
    expect([status, body.openapi]).toEqual([200, '3.1.0'])
    expect((await app.call('GET', '/docs/', asked)).status).toBe(200)
  })

  test.each(['/v1/nothing', '/health', '/v2/projects'])(
    '%s is not told to strangers',
    async (url) => expect((await app.call('GET', url, { key: null })).status).toBe(401),
  )

  test.each(['', 'Basic abc', 'Bearer', 'Bearer ', 'Bearer sk_live_wrong', "Bearer ' or 1=1 --"])(
    'Authorization %j is refused',
    async (authorization) => {
      const { status, headers } = await app.call('GET', '/v1/org', {
        key: null,
        headers: { authorization },
      })
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    },
  )
})

describe('errors', () => {
  test('an unknown address is 404, a known one with another method 405 with Allow', async () => {
    expect((await app.call('GET', '/v1/nothing')).body.error.code).toBe('not_found')
    // A slash at the end is no question for a record without an id.
    for (const cut of ['/v1/projects/', '/v1/projects//content', '/v1/projects/?limit=1']) {
      const { status, body } = await app.call('GET', cut)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
      expect(body.error.message).toContain('No such address')
    }
    expect((await app.call('GET', '/app/nothing.js')).body.error.code).toBe('not_found')
    const { status, headers, body } = await app.call('PUT', '/v1/projects', { body: {} })
    expect([status, body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST'])
  })

  test('Allow lists the methods of the address itself, not of the pattern that it also fits', async () => {
    const address = `/v1/projects/proj_x/content/upload-url`
    const { status, headers } = await app.call('OPTIONS', address)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['DELETE', '/v1/prompts/fields', 'POST'],
    ['GET', '/v1/prompts/fields?limit=1', 'POST'],
    ['PATCH', '/v1/projects/proj_x/content/ids', 'GET, HEAD'],
    ['DELETE', '/v1/events/stream', 'GET'],
    ['GET', '/v1/projects/proj_x/content/upload-url', 'POST'],
  ])(
    '%s %s is no question for a record of that name, whatever the body holds',
    async (method, address, allow) => {
      const { status, headers } = await app.call(method, address, {
        ...(method === 'PATCH' && { body: { title: 5 } }),
      })
      expect([status, headers.get('allow')]).toEqual([405, allow])
    },
  )

  test.each(['QUERY', 'PUT', 'OPTIONS'])(
    '%s is told which methods there are, whatever else is wrong with the request',
    async (method) => {
      const { status } = await app.call(method, '/v1/org', {
        headers: { 'content-type': 'text/x-odd' },
        ...(method !== 'OPTIONS' && { body: 'odd' }),
      })
      expect(status).toBe(405)
    },
  )

  test.each([
    ['{"name":', 400, 'validation_error'],
    ['', 400, 'validation_error'],
    ['[]', 400, 'validation_error'],
    ['null', 400, 'validation_error'],
    [JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413, 'payload_too_large'],
  ])('a bad body is a clear refusal (%#)', async (body, status, code) => {
    const answer = await app.call('POST', '/v1/projects', { body })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.meta.request_id).toBe(answer.headers.get('x-request-id'))
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.ts:|node_modules|FST_/)
  })

  test('where a body may be left out, one that is no object is still refused', async () => {
    const { status } = await app.call('POST', '/v1/projects/proj_x/insights/generate', {
      body: 'null',
    })
    expect(status).toBe(400)
  })

  test('a form from a web page changes nothing: 415', async () => {
    const { status, body } = await app.call('POST', '/v1/projects', {
      body: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    ['GET', '/v1/projects/%00', undefined, 404],
    ['DELETE', '/v1/api-keys/%00', undefined, 404],
    ['GET', '/v1/search/content?q=%00', undefined, 400],
    ['POST', '/v1/projects', { name: 'a\0b' }, 400],
    ['POST', '/v1/projects', { name: 'a', description: '\ud800' }, 400],
    ['POST', '/v1/api-keys', { name: '\0' }, 400],
  ])('text that cannot be stored is refused: %s %s %j', async (method, url, body, status) => {
    const answer = await app.call(method, url, body ? { body } : {})
    expect(answer.status).toBe(status)
  })
})
