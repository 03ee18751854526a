import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSidecar } from '../../../../service/blobs/sidecar.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { recordingFile } from '../../../support/recordings.ts'
import { openStage, type Stage } from '../insights/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const place = (id: string, projectId = stage.projectId) => `/v1/projects/${projectId}/content/${id}`
const change = (id: string, body: unknown, options = {}) =>
  stage.app.call('PATCH', place(id), { body, ...options })
const dataOf = async (url: string) => (await stage.app.call('GET', url)).body.data
const titles = async (query = '') =>
  (await dataOf(`/v1/projects/${stage.projectId}/content${query}`)).map(
    ({ title }: { title: string }) => title,
  )

test('a recording is called by its file until a person gives it a title', async () => {
  const id = await stage.givenCall()
  const { filename } = await dataOf(place(id))
  expect(await dataOf(place(id))).toMatchObject({
    title: filename.slice(0, -4),
    title_source: 'file',
  })

  const { status, body } = await change(id, { title: '  Budget   with Mary ' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ title: 'Budget with Mary', title_source: 'person', filename })
  expect(await titles('?q=budget')).toEqual(['Budget with Mary'])
  expect(await titles(`?q=${filename}`)).toEqual(['Budget with Mary'])
  const found = await dataOf('/v1/search/content?q=budget')
  expect(found.map((hit: { id: string }) => hit.id)).toEqual([id])

  // No analysis proposes another: the name of this file says something.
  await change(id, { title: null })
  expect(await dataOf(place(id))).toMatchObject({
    title: filename.slice(0, -4),
    title_source: 'file',
  })
})

test.each([
  ['Call 26.11.2026 14.05', 'Call 26.11.2026 14.05'],
  ['Call.with.Mary.m4a', 'Call.with.Mary'],
  ['clip.3gp', 'clip'],
  ['.hidden', '.hidden'],
  ['weekly_sync__budget.mp4', 'Weekly sync budget'],
  ['call-with-mary.wav', 'Call with mary'],
  ['Check-in.wav', 'Check-in'],
  ['Recording 2026-11-26 14.05.webm', 'Recording 2026-11-26 14.05'],
  ['___.wav', '___.wav'],
])('%s without a title is shown as %s', async (filename, title) => {
  const id = await stage.givenCall()
  const { sql } = stage.app.deps.db
  await sql.updateTable('content').set({ filename }).where('id', '=', id).execute()
  expect(await dataOf(place(id))).toMatchObject({ filename, title })
})

test('names are sorted by what is shown', async () => {
  const [first, second] = [await stage.givenCall(), await stage.givenCall()]
  await change(first, { title: 'Zürich' })
  await change(second, { title: 'Aarau' })
  expect(await titles('?sort=name')).toEqual(['Aarau', 'Zürich'])
})

test('a time is taken, and given back', async () => {
  const id = await stage.givenCall()
  const { created_at: createdAt } = await dataOf(place(id))
  await change(id, { recorded_at: '2026-11-02T14:00:00+01:00' })
  expect(await dataOf(place(id))).toMatchObject({
    recorded_at: '2026-11-02T13:00:00.000Z',
    created_at: createdAt,
  })
  await change(id, { recorded_at: null })
  expect((await dataOf(place(id))).recorded_at).toBe(createdAt)
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: '' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ recorded_at: 'yesterday' }, 'recorded_at'],
  [{ project_id: 'proj_none' }, 'project_id'],
  [{ filename: 'other.wav' }, 'filename'],
])('%j is refused by its field', async (body, field) => {
  const id = await stage.givenCall()
  const before = await dataOf(place(id))
  const answer = await change(id, body)
  expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field])
  expect(await dataOf(place(id))).toEqual(before)
})

test('what was made from a recording goes with it to another project', async () => {
  const id = await stage.givenCall({
    said: 'The budget is fine.\nI will send the contract on Friday.',
    results: { Sales: { action_items: [{ task: 'Send the contract', owner: 'Ada' }] } },
  })
  const staying = await stage.givenCall({ said: 'The budget is too small.' })
  await stage.generate()
  const before = await dataOf(place(id))
  const from = stage.projectId
  const to = (await givenProject(stage.app, { name: 'Other' })).id

  const { status, body } = await change(id, { project_id: to })
  expect([status, body.data.project_id]).toEqual([200, to])
  await stage.app.idle()
  expect((await stage.app.call('GET', place(id))).status).toBe(404)
  const after = await dataOf(place(id, to))
  expect(after.transcript).toEqual(before.transcript)
  expect(after.analyses.map((each: { result: unknown }) => each.result)).toEqual(
    before.analyses.map((each: { result: unknown }) => each.result),
  )
  for (const [projectId, ids] of [
    [from, [staying]],
    [to, [id]],
  ] as const) {
    expect((await dataOf(`/v1/projects/${projectId}`)).content_count).toBe(1)
    const hits = await dataOf(`/v1/search/content?q=budget&project_id=${projectId}`)
    expect(hits.map((hit: { id: string }) => hit.id)).toEqual(ids)
    const asked = await stage.app.call('POST', `/v1/projects/${projectId}/ask`, {
      body: { question: 'How is the budget?' },
    })
    const quoted = asked.body.data.quotes.map((quote: { content_id: string }) => quote.content_id)
    expect([...new Set(quoted)]).toEqual(ids)
  }
  expect(await dataOf(`/v1/projects/${from}/actions`)).toEqual([])
  expect(await dataOf(`/v1/projects/${to}/actions`)).toMatchObject([{ content_id: id }])
  const { result } = (await stage.latest()).body.data
  expect(JSON.stringify(result)).not.toContain(id)
  // What lies beside the file tells a library that is made again where it belongs.
  const sidecar = await readSidecar(recordingFile(stage.app.deps, id), null)
  expect(sidecar?.project).toEqual({ id: to, name: 'Other' })
})

test('a key that is restricted to projects moves nothing out of them', async () => {
  const id = await stage.givenCall()
  const other = (await givenProject(stage.app)).id
  const key = await givenKey(stage.app, {
    scopes: ['read', 'write'],
    project_ids: [stage.projectId],
  })
  expect((await change(id, { project_id: other }, { key })).status).toBe(403)
  expect((await change(id, { title: 'Ours' }, { key })).status).toBe(200)
})
