import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { conversation } from '../../../support/conversation.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'

// Speaker 1 asks, speaker 2 answers.
const said = [
  [0, 'Who sends the contract, and when is <b>the invoice</b> due?'],
  [1, 'I send the contract on Friday.'],
  [0, 'And the 会议纪要 of today?'],
  [1, 'Those come with the pricing next week.'],
] as const

let app: TestApp
let projectId: string
let first: string
let second: string
beforeAll(async () => {
  app = await startTestApp({ transcriber: scriptedTranscriber(async () => conversation(said)) })
  projectId = (await givenProject(app, {})).id
  first = await givenRecording(app, projectId, { filename: 'contract.wav' })
  second = await givenRecording(app, projectId, { filename: 'second.wav' })
  await rename(first, 'speaker_1', 'Mary Müller')
  await rename(first, 'speaker_2', "Tom O'Brien")
  await rename(second, 'speaker_2', 'mary  muller')
})
afterAll(() => app.stop())

const transcript = (id: string) => `/v1/projects/${projectId}/content/${id}/transcript`
const rename = async (id: string, speaker: string, name: string) => {
  const path = `${transcript(id)}/speakers/${speaker}`
  expect((await app.call('PATCH', path, { body: { name } })).status).toBe(200)
}
const search = async (query: Record<string, string>, options = {}) =>
  app.call('GET', `/v1/search/content?${new URLSearchParams(query).toString()}`, options)
const found = async (q: string, speaker: string): Promise<string[]> => {
  const { status, body } = await search({ q, speaker })
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id).toSorted()
}
const names = async (query: Record<string, string> = {}, options = {}) => {
  const path = `/v1/search/speakers?${new URLSearchParams(query).toString()}`
  return (await app.call('GET', path, options)).body
}

test('finds what one speaker said, however the name is written, and not what others said', async () => {
  expect(await found('invoice', 'Mary Müller')).toEqual([first])
  expect(await found('friday', 'MARY MULLER')).toEqual([second])
  expect(await found('contract', 'mary muller')).toEqual([first, second].toSorted())
  expect(await found('friday', "Tom O'Brien")).toEqual([first])
  expect(await found('friday', 'Tom')).toEqual([])
  expect(await found('会议', 'Mary Müller')).toEqual([first])
  // As it is shown: a speaker without a name by the label.
  expect(await found('invoice', 'Speaker 1')).toEqual([second])
})

test('words that are left out, beginnings and words of several lines are of this speaker', async () => {
  expect(await found('contract -friday', 'Mary Müller')).toEqual([first])
  expect(await found('pri', "Tom O'Brien")).toEqual([first])
  expect(await found('contract pricing', "Tom O'Brien")).toEqual([first])
  expect(await found('invoice pricing', "Tom O'Brien")).toEqual([])
})

test('neither the name of the file nor the name of a speaker counts as said', async () => {
  expect(await found('wav', 'Mary Müller')).toEqual([])
  expect(await found('müller', 'Mary Müller')).toEqual([])
  expect(await found("o'brien", "Tom O'Brien")).toEqual([])
})

test('the excerpt and the lines are of this speaker', async () => {
  const { body } = await search({ q: 'contract', speaker: "Tom O'Brien", include: 'moments' })
  expect(body.data).toHaveLength(1)
  expect(body.data[0].highlight).toContain('I send the <mark>contract</mark> on Friday.')
  expect(body.data[0].highlight).not.toContain('Who sends')
  expect(body.data[0].moments).toMatchObject([
    { speaker: "Tom O'Brien", highlight: 'I send the <mark>contract</mark> on Friday.' },
  ])
  const escaped = await search({ q: 'invoice', speaker: 'Mary Müller' })
  expect(escaped.body.data[0].highlight).toContain('&lt;b&gt;the <mark>invoice</mark>')
})

test('a page goes on behind the last, and its cursor is good for this speaker only', async () => {
  const filters = { q: 'contract', speaker: 'Mary Müller', limit: '1' }
  const { body } = await search(filters)
  const cursor = body.pagination.next_cursor
  const next = await search({ ...filters, cursor })
  expect([body.data[0].id, next.body.data[0].id].toSorted()).toEqual([first, second].toSorted())
  expect(next.body.pagination.has_more).toBe(false)
  expect((await search({ ...filters, speaker: 'Speaker 1', cursor })).status).toBe(400)
  expect((await search({ ...filters, speaker: '' })).status).toBe(400)
})

test('names are offered by how many recordings they stand in, without labels', async () => {
  const { data } = await names()
  expect(data).toEqual([
    { name: expect.stringMatching(/^mary/i), content_count: 2 },
    { name: "Tom O'Brien", content_count: 1 },
  ])
  expect((await names({ q: 'müll' })).data).toHaveLength(1)
  expect((await names({ q: 'rien' })).data).toEqual([])
  const page = await names({ limit: '1' })
  const { next_cursor: cursor } = page.pagination
  expect((await names({ limit: '1', cursor })).data).toEqual([
    { name: "Tom O'Brien", content_count: 1 },
  ])
  expect((await names({ q: 't', limit: '1', cursor })).error.code).toBe('validation_error')
})

test('a key for one project is offered and finds the speakers of that alone', async () => {
  const other = (await givenProject(app, {})).id
  const key = await givenKey(app, { project_ids: [other] })
  expect((await names({}, { key })).data).toEqual([])
  expect((await search({ q: 'contract', speaker: 'Mary Müller' }, { key })).body.data).toEqual([])
  expect((await names({ project_id: projectId }, { key })).error.code).toBe('project_access_denied')
  expect((await names({ project_id: 'proj_none' })).error.code).toBe('not_found')
})

test('a new name, a merge, a correction and an older version are followed at once', async () => {
  const id = await givenRecording(app, projectId, { filename: 'third.wav' })
  await rename(id, 'speaker_1', 'Ada')
  await rename(id, 'speaker_2', 'Bea')
  await rename(id, 'speaker_2', 'Cleo')
  expect(await found('friday', 'Bea')).toEqual([])
  expect(await found('friday', 'Cleo')).toEqual([id])
  const merge = `${transcript(id)}/speakers/speaker_2/merge`
  await app.call('POST', merge, { body: { into: 'speaker_1' } })
  expect(await found('friday invoice', 'Ada')).toEqual([id])
  expect((await names({ q: 'cleo' })).data).toEqual([])
  const { body } = await app.call('GET', transcript(id))
  const line = `${transcript(id)}/segments/${body.data.segments[1].id}`
  const corrected = { text: 'I send the contract on Sunday.' }
  expect((await app.call('PATCH', line, { body: corrected })).status).toBe(200)
  expect(await found('sunday', 'Ada')).toEqual([id])
  expect(await found('friday', 'Ada')).toEqual([])
  const restored = await app.call('POST', `${transcript(id)}/versions/1/restore`)
  expect(restored.status).toBeLessThan(300)
  expect(await found('sunday', 'Ada')).toEqual([])
  expect(await found('friday', 'Speaker 2')).toContain(id)
  await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
  await app.idle()
  expect(await found('friday', 'Speaker 2')).not.toContain(id)
})
