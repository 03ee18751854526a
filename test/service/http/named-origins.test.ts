import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenKey, givenProject } from '../../support/factory.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { PublicBrowser, publicEnv } from '../../support/public-browser.ts'

let app: TestApp
let mails: MailServer
let projectId: string
let key: string
beforeAll(async () => {
  mails = await startMailServer()
  app = await startTestApp({ env: publicEnv(mails.port) })
  projectId = (await givenProject(app)).id
  key = await givenKey(app, { ...widget(), allowed_origins: [page] })
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

const page = 'https://app.example.org'
const widget = () => ({ key_type: 'publishable', project_ids: [projectId] })
const upload = () => `/v1/projects/${projectId}/content/upload-url`
const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 5 }
type Headers = Record<string, string>

/** As a browser sends it for a page of another site, to this machine or through the proxy of a server. */
const doors = {
  'this machine': (method: string, path: string, headers: Headers, body?: object) =>
    app.call(method, path, { key: null, headers, body }),
  'a server': (method: string, path: string, headers: Headers, body?: object) =>
    new PublicBrowser(app).call(method, path, { headers, body }),
}
const from = (origin: string): Headers => ({ origin, 'sec-fetch-site': 'cross-site' })
const asking = (origin: string, method: string): Headers => ({
  ...from(origin),
  'access-control-request-method': method,
})
const opened = (headers: globalThis.Headers) => headers.get('access-control-allow-origin')

test.each(Object.entries(doors))('a page that a key names uploads to %s', async (_, call) => {
  const asked = await call('OPTIONS', upload(), asking(page, 'POST'))
  expect([asked.status, opened(asked.headers)]).toEqual([204, page])
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()

  const withKey = { ...from(page), authorization: `Bearer ${key}` }
  const made = await call('POST', upload(), withKey, file)
  expect([made.status, opened(made.headers)]).toEqual([201, page])
  const { content_id: id, upload_url: url } = made.body.data
  const { pathname } = new URL(url)
  expect((await call('OPTIONS', pathname, asking(page, 'PUT'))).status).toBe(204)
  const sent = await fetch(`${app.baseUrl}${pathname}`, {
    method: 'PUT',
    headers: { ...from(page), 'content-type': 'audio/wav' },
    body: 'bytes',
  })
  expect([sent.status, opened(sent.headers)]).toEqual([200, page])
  const done = await call('POST', `${upload().replace('upload-url', id)}/upload-complete`, withKey)
  expect([done.status, opened(done.headers)]).toEqual([202, page])
  await app.idle()
})

test.each(Object.entries(doors))('nothing else of %s is open to it', async (_, call) => {
  const secret = await givenKey(app, {})
  const bare = await givenKey(app, widget())
  const other = (await givenProject(app)).id
  const refused = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    expect([status, body.error.code]).toEqual([403, 'origin_not_allowed'])
  }
  for (const origin of ['https://app.example.org.evil.example', 'http://app.example.org', 'null']) {
    await refused(call('OPTIONS', upload(), asking(origin, 'POST')))
    await refused(call('POST', upload(), { ...from(origin), authorization: `Bearer ${key}` }, file))
  }
  await refused(call('OPTIONS', upload().replace(projectId, other), asking(page, 'POST')))
  await refused(call('OPTIONS', '/v1/projects', asking(page, 'GET')))
  await refused(call('GET', '/v1/projects', { ...from(page), authorization: `Bearer ${key}` }))
  await refused(call('OPTIONS', '/v1/uploads/x.y.z', asking(page, 'PUT')))
  // Another key, though the page is one that some key names.
  for (const another of [secret, bare]) {
    const headers = { ...from(page), authorization: `Bearer ${another}` }
    await refused(call('POST', upload(), headers, file))
  }
})

test('with the key its origins end', async () => {
  const origin = 'http://localhost:3000'
  const body = { name: 'Widget', ...widget(), allowed_origins: [origin] }
  const { data } = (await app.call('POST', '/v1/api-keys', { body })).body
  expect(data.allowed_origins).toEqual([origin])
  const ask = () => doors['this machine']('OPTIONS', upload(), asking(origin, 'POST'))
  expect((await ask()).status).toBe(204)
  await app.call('DELETE', `/v1/api-keys/${data.id}`)
  expect((await ask()).status).toBe(403)
})

test.each([
  ['*', {}],
  ['null', {}],
  ['https://*.example.org', {}],
  ['https://app.example.org/', {}],
  ['http://app.example.org', {}],
  ['app.example.org', {}],
  ['file://x', {}],
  [page, { key_type: 'secret' }],
])('the origin %s is refused for a key with %j', async (origin, input) => {
  const body = { name: 'Widget', ...widget(), ...input, allowed_origins: [origin] }
  const { status, body: answer } = await app.call('POST', '/v1/api-keys', { body })
  expect(status).toBe(400)
  expect(answer.error.details[0].field).toMatch(/^allowed_origins/)
})
