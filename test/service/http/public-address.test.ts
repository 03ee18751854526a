import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'
import { openRaw } from '../../support/raw-http.ts'

const address = 'https://earshot.example.com'
let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_PUBLIC_BASE_URL: address } })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

test('whatever is told with an address has the public one, and none of this process', async () => {
  const content = `/v1/projects/${projectId}/content`
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 5 }
  const announced = await app.call('POST', `${content}/upload-url`, { body: file })
  const { content_id: contentId, upload_url: url, upload_headers: headers } = announced.body.data
  await fetch(app.baseUrl + new URL(url).pathname, { method: 'PUT', headers, body: 'bytes' })
  await app.call('POST', `${content}/${contentId}/upload-complete`)
  await app.idle()
  const told = [
    await app.call('GET', '/v1/org', { key: null }),
    await app.call('GET', '/v1/nothing'),
    announced,
    await app.call('GET', `${content}/${contentId}`),
    await app.call('GET', '/v1/events'),
    await app.call('POST', '/v1/invitations', { body: { email: 'ada@example.org' } }),
  ]
  for (const { body } of told) {
    expect(JSON.stringify(body)).toContain(address)
    expect(JSON.stringify(body)).not.toContain('127.0.0.1')
  }
})

test('so has what no route is reached with', async () => {
  const raw = await openRaw(app.baseUrl)
  raw.write('GET /v1/org HTTP/9.9\r\n\r\n')
  const { text } = await raw.answer()
  expect(text).toContain(`"doc_url":"${address}/docs/#description/errors"`)
})

test('the OpenAPI document is one of that address', async () => {
  const { body } = await app.call('GET', '/v1/openapi.json')
  expect(body.servers).toEqual([{ url: address, description: 'This service' }])
  expect(body.info.description).toContain(`export EARSHOT=${address}`)
})
