import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

async function givenNotes(body: object) {
  const id = await givenRecording(app, projectId)
  const path = `/v1/projects/${projectId}/content/${id}/notes`
  return { id, path, answer: await app.call('PUT', path, { body }) }
}

const find = async (q: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/v1/search/content?q=${encodeURIComponent(q)}`)
  return body.data.map(({ id }: { id: string }) => id)
}

test('a recording has empty notes until somebody writes some', async () => {
  const id = await givenRecording(app, projectId)
  const { status, body } = await app.call('GET', `/v1/projects/${projectId}/content/${id}/notes`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    content_id: id,
    text: '',
    markers: [],
    line_times: [],
    updated_at: null,
  })
})

test('notes are replaced as a whole, markers are answered in their order in time', async () => {
  const markers = [
    { at_seconds: 60, label: 'Price' },
    { at_seconds: 2.25, label: '' },
  ]
  const { path, answer } = await givenNotes({ text: 'First', markers })
  expect(answer.status).toBe(200)
  expect(answer.body.data.markers.map((one: { label: string }) => one.label)).toEqual(['', 'Price'])
  expect((await app.call('GET', path)).body.data).toEqual(answer.body.data)
  await app.call('PUT', path, { body: { text: 'Second', markers: [] } })
  expect((await app.call('GET', path)).body.data).toMatchObject({ text: 'Second', markers: [] })
})

test('lines keep the moment at which they were begun, also where a program does not give it', async () => {
  const text = '# Price\n- agreed\n\n- agreed'
  const { path, answer } = await givenNotes({ text, markers: [], line_times: [2, 5.5, null, 9, 7] })
  expect(answer.body.data.line_times).toEqual([2, 5.5, null, 9])
  const change = async (body: object) =>
    (await app.call('PUT', path, { body: { markers: [], ...body } })).body.data.line_times
  expect(await change({ text: 'New\n- agreed\n# Price' })).toEqual([null, 5.5, 2])
  expect(await change({ text: 'New\n- agreed', line_times: [null, null] })).toEqual([])
})

test('search finds what was written and no longer what was taken away', async () => {
  const markers = [{ at_seconds: 1, label: 'Zebrafish' }]
  const { id, path } = await givenNotes({ text: 'Remember the xylophone.', markers })
  expect(await find('xylophone')).toEqual([id])
  expect(await find('zebrafish')).toEqual([id])
  await app.call('PUT', path, { body: { text: '', markers: [] } })
  expect(await find('xylophone')).toEqual([])
})

test('notes go with their recording', async () => {
  const { id, path } = await givenNotes({ text: 'Short-lived', markers: [] })
  await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
  expect((await app.call('GET', path)).status).toBe(404)
  expect(
    await app.deps.db.sql.selectFrom('content_notes').selectAll().execute(),
  ).not.toContainEqual(expect.objectContaining({ content_id: id }))
})

test.each([
  ['a moment before the beginning', { text: '', markers: [{ at_seconds: -1, label: '' }] }],
  [
    'too many moments',
    { text: '', markers: Array.from({ length: 501 }, () => ({ at_seconds: 1, label: '' })) },
  ],
  ['too long a text', { text: 'a'.repeat(20_001), markers: [] }],
  ['too long a label', { text: '', markers: [{ at_seconds: 1, label: 'a'.repeat(201) }] }],
  ['a line before the beginning', { text: '', markers: [], line_times: [-1] }],
  ['no text', { markers: [] }],
  ['an unknown field', { text: '', markers: [], colour: 'red' }],
])('%s is refused', async (_name, body) => {
  const { path, answer } = await givenNotes(body)
  expect(answer.status).toBe(400)
  expect((await app.call('GET', path)).body.data.updated_at).toBeNull()
})
