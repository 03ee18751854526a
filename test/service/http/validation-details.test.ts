import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'

let app: TestApp
let upload: string
beforeAll(async () => {
  app = await startTestApp()
  upload = `/v1/projects/${(await givenProject(app)).id}/content/upload-url`
})
afterAll(() => app.stop())

type Detail = { field: string; code: string; message: string }

async function refusal(method: string, path: string, body?: object): Promise<string[]> {
  const answer = await app.call(method, path, body ? { body } : {})
  expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error'])
  return answer.body.error.details.map(
    ({ field, code, message }: Detail) => `${field} (${code}) ${message}`,
  )
}

const key = { name: 'Nightly import' }
const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 4 }

test.each([
  [{}, ['name (required) is required']],
  [{ ...key, extra: 1 }, ['extra (unknown_field) is not known']],
  [{ name: '' }, ['name (invalid) must not be empty']],
  [{ name: ' \t' }, ['name (invalid) must not be empty']],
  [{ name: 'a\nb' }, ['name (invalid) must be one line of text that can be seen']],
  [{ name: 'n'.repeat(101) }, ['name (invalid) must have at most 100 characters']],
  [{ name: 7 }, ['name (invalid) must be a string']],
  [{ ...key, key_type: 'x' }, ['key_type (invalid) must be one of secret, publishable']],
  [{ ...key, scopes: ['read', 'read'] }, ['scopes (invalid) must not name the same item twice']],
  [
    { ...key, expires_at: 'tomorrow' },
    ['expires_at (invalid) must be an ISO 8601 time, such as 2026-11-21T09:30:00Z'],
  ],
])('a key of %j is refused in words', async (body, details) => {
  expect(await refusal('POST', '/v1/api-keys', body)).toEqual(details)
})

test('a body that breaks very many rules is refused in no time', async () => {
  const line_times = Array.from({ length: 16_000 }, (_, at) => (at % 2 === 0 ? {} : 'AAA'))
  const from = performance.now()
  const details = await refusal('PUT', '/v1/projects/proj_x/content/cont_x/notes', {
    ...{ text: '', markers: [], line_times },
  })
  expect(details.length).toBeLessThanOrEqual(200)
  expect(performance.now() - from).toBeLessThan(5_000)
})

test('a slug is told its form, and not the pattern of it', async () => {
  expect(await refusal('POST', '/v1/projects', { name: 'x', slug: 'Sales Calls' })).toEqual([
    'slug (invalid) must consist of lower-case letters and digits, with single hyphens between them',
  ])
})

test('what may be null is told the rule that it breaks, or both types', async () => {
  const refused = async (description: unknown) =>
    refusal('POST', '/v1/projects', { name: 'x', description })
  expect(await refused('d'.repeat(2_001))).toEqual([
    'description (invalid) must have at most 2000 characters',
  ])
  expect(await refused(7)).toEqual(['description (invalid) must be a string or null'])
})

test('numbers are told their limits, in a query as in a body', async () => {
  expect(await refusal('GET', '/v1/projects?limit=0')).toEqual([
    'limit (invalid) must be at least 1',
  ])
  expect(await refusal('GET', '/v1/projects?limit=x')).toEqual([
    'limit (invalid) must be an integer',
  ])
  expect(await refusal('POST', upload, { ...file, size_bytes: 0 })).toEqual([
    'size_bytes (invalid) must be at least 1',
  ])
  expect(await refusal('POST', upload, { ...file, size_bytes: 1.5 })).toEqual([
    'size_bytes (invalid) must be an integer',
  ])
})

test.each(['0x10', '%201', '1%20', '1e1', '10.0', '%2B5', '05', ''])(
  'limit=%s is no number in its plain form',
  async (text) => {
    expect(await refusal('GET', `/v1/projects?limit=${text}`)).toEqual([
      'limit (invalid) must be an integer',
    ])
  },
)

test.each(['1', 'TRUE', '%20true', ''])('unread=%s is neither true nor false', async (text) => {
  expect(await refusal('GET', `/v1/notices?unread=${text}`)).toEqual([
    'unread (invalid) must be true or false',
  ])
})

test('an unknown part that `include` names is refused', async () => {
  expect(await refusal('GET', '/v1/search/content?q=a&include=x')).toEqual([
    'include (invalid) must be one of moments',
  ])
})

test('one event of several that is not known is told the names of all', async () => {
  const [detail, ...others] = await refusal('GET', '/v1/events?event=x')
  expect(detail).toContain('event (invalid) must be one of content.created, ')
  expect(others).toEqual([])
})

test('a file without a name is refused', async () => {
  expect(await refusal('POST', upload, { ...file, filename: '   ' })).toEqual([
    'filename (invalid) must not be blank',
  ])
  expect(await refusal('POST', upload, { ...file, filename: '' })).toEqual([
    'filename (invalid) must not be empty',
  ])
})

test('a body that is no object is told so', async () => {
  expect(await refusal('POST', '/v1/projects', ['x'])).toEqual(['body (invalid) must be an object'])
})
