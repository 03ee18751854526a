import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openRaw } from '../../support/raw-http.ts'
import { fetchChecked } from '../../support/own-document.ts'
import { givenProject } from '../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const json = 'application/json'
async function send(bytes: Uint8Array<ArrayBuffer>, type = json, path = '/v1/projects') {
  const answer = await fetchChecked(new URL(path, app.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${app.sessionToken}`, 'content-type': type },
    body: bytes,
  })
  const { data, error } = await answer.json()
  return { status: answer.status, name: data?.name, code: error?.code, details: error?.details }
}
const named = (name: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(JSON.stringify({ name }), encoding)

test('bytes that are no UTF-8 are refused, wherever a body may be', async () => {
  const { id } = await givenProject(app)
  const paths = ['/v1/projects', `/v1/projects/${id}/insights/generate`]
  for (const path of paths) {
    expect(await send(named('Café', 'latin1'), json, path)).toMatchObject({
      status: 400,
      code: 'validation_error',
      details: [{ field: 'body', code: 'invalid' }],
    })
  }
  expect(await send(named('Café'))).toMatchObject({ status: 201, name: 'Café' })
})

test.each(['iso-8859-1', 'utf-16', '"windows-1252"'])('charset=%s is 415', async (charset) => {
  const refused = await send(named('Cafe'), `${json}; charset=${charset}`)
  expect([refused.status, refused.code]).toEqual([415, 'unsupported_media_type'])
})

test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('charset=%s is read', async (charset) => {
  const made = await send(named('Cafe'), `${json};charset=${charset}`)
  expect([made.status, made.name]).toEqual([201, 'Cafe'])
})

test('a field called __proto__ is refused by that name, and a project may be called so', async () => {
  const schema = '{"type":"object","properties":{"__proto__":{"type":"string"}}}'
  for (const text of [
    '{"name":"x","__proto__":{"a":1}}',
    `{"name":"x","template":"{{transcript}}","output_schema":${schema}}`,
  ]) {
    const refused = await app.call('POST', '/v1/prompts', { body: text })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error'])
    expect(refused.body.error.message).toContain('__proto__')
  }
  const project = await givenProject(app, { name: '__proto__' })
  expect(project).toMatchObject({ name: '__proto__', slug: 'proto' })
})

test.each(['Content-Length', 'chunks'])(
  'who sends too much with %s finishes writing, reads the 413, and may go on',
  async (how) => {
    const raw = await openRaw(app.baseUrl)
    const errors: Error[] = []
    raw.socket.on('error', (error) => errors.push(error))
    const authorization = `Bearer ${app.sessionToken}`
    const bytes = Buffer.alloc(20_000_000, ' ')
    const isSized = how === 'Content-Length'
    raw.head('POST', '/v1/projects', {
      authorization,
      'content-type': json,
      ...(isSized ? { 'content-length': bytes.length } : { 'transfer-encoding': 'chunked' }),
    })
    if (!isSized) raw.write(`${bytes.length.toString(16)}\r\n`)
    raw.write(bytes)
    if (!isSized) raw.write('\r\n0\r\n\r\n')
    expect((await raw.answer()).text).toMatch(/^HTTP\/1.1 413 [^]*payload_too_large/)
    raw.head('GET', '/v1/org', { authorization })
    expect((await raw.answer()).status).toBe(200)
    expect(errors).toEqual([])
    raw.socket.destroy()
  },
)
