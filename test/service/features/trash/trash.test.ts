import { access } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { expireTrash } from '../../../../service/features/trash/empty.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spokenBy, untilAborted } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import { recordingFile } from '../../../support/recordings.ts'
import { voiceOf } from '../../../support/voices.ts'

let app: TestApp
/** Called, where it is set, when a transcription is at work that does not end by itself. */
let reach: (() => void) | undefined
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async (_input, { signal }) => {
      if (!reach) return spokenBy([[0, 'The budget is fine.']], [voiceOf(1)])
      reach()
      return untilAborted(signal)
    }),
  })
})
afterAll(() => app.stop())

type Item = { id: string; type: string; name: string }

const contentUrl = (projectId: string, id: string) => `/v1/projects/${projectId}/content/${id}`
const post = (url: string, options = {}) => app.call('POST', url, options)
const dataOf = async (url: string, options = {}) => (await app.call('GET', url, options)).body.data
const trashed = async (options = {}): Promise<string[]> =>
  (await dataOf('/v1/trash', options)).map(({ id }: Item) => id)
const hits = async () => (await dataOf('/v1/search/content?q=budget')).map(({ id }: Item) => id)
const emptied = () => app.call('DELETE', '/v1/trash')
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

test('a recording in the bin is found nowhere, and comes back as it was', async () => {
  const project = await givenProject(app)
  const id = await givenRecording(app, project.id, { filename: 'mary.wav' })
  const url = contentUrl(project.id, id)
  const before = await dataOf(url)

  const answer = await post(`${url}/trash`)
  expect(answer.status).toBe(200)
  const at = app.clock.now()
  expect(answer.body.data).toEqual({
    id,
    type: 'content',
    name: 'mary',
    project_id: project.id,
    project_name: project.name,
    trashed_at: at.toISOString(),
    expires_at: new Date(at.getTime() + 30 * day).toISOString(),
  })
  app.clock.advance(1_000)
  expect((await post(`${url}/trash`)).body.data).toEqual(answer.body.data)
  expect(await dataOf('/v1/trash')).toEqual([answer.body.data])
  expect((await app.call('GET', url)).status).toBe(404)
  expect(await dataOf(`/v1/projects/${project.id}/content`)).toEqual([])
  expect((await dataOf(`/v1/projects/${project.id}`)).content_count).toBe(0)
  expect((await dataOf('/v1/content')).map((item: Item) => item.id)).not.toContain(id)
  expect(await dataOf('/v1/projects')).toHaveLength(1)
  expect(await hits()).not.toContain(id)

  expect((await post(`${url}/restore`)).status).toBe(200)
  const { media, ...after } = await dataOf(url)
  expect(media.state).toBe('ok')
  expect(after).toEqual({ ...before, media: undefined, updated_at: app.clock.now().toISOString() })
  expect(await hits()).toContain(id)
  expect(await trashed()).toEqual([])
  expect((await post(`${url}/restore`)).status).toBe(200)
})

test('a voice that a project remembers is still known by a recording out of the bin', async () => {
  const project = await givenProject(app, { settings: { voice_memory: true } })
  const id = await givenRecording(app, project.id)
  const url = contentUrl(project.id, id)
  const body = { name: 'Mary' }
  await app.call('PATCH', `${url}/transcript/speakers/speaker_1`, { body })
  const voices = await dataOf(`/v1/projects/${project.id}/voices`)
  expect(voices).toMatchObject([{ name: 'Mary' }])
  await post(`${url}/trash`)
  await post(`${url}/restore`)
  expect(await dataOf(`/v1/projects/${project.id}/voices`)).toEqual(voices)
  await app.call('DELETE', url)
})

test('transcribing stops in the bin and goes on out of it', async () => {
  const project = await givenProject(app)
  const bytes = new TextEncoder().encode('another call')
  const id = await givenUpload(app, project.id, { bytes })
  const url = contentUrl(project.id, id)
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  await post(`${url}/upload-complete`)
  await reached
  await post(`${url}/trash`)
  reach = undefined
  await app.idle()
  await post(`${url}/restore`)
  await app.idle()
  expect(await dataOf(url)).toMatchObject({ status: 'completed', has_transcript: true })
})

test('a project goes into the bin with its recordings, and comes back with them', async () => {
  const project = await givenProject(app, { name: 'Old calls' })
  const id = await givenRecording(app, project.id)
  const binned = await givenRecording(app, project.id)
  await post(`${contentUrl(project.id, binned)}/trash`)
  const url = `/v1/projects/${project.id}`
  expect((await post(`${url}/trash`)).body.data).toMatchObject({
    type: 'project',
    name: 'Old calls',
  })
  expect((await app.call('GET', url)).status).toBe(404)
  expect((await app.call('GET', contentUrl(project.id, id))).status).toBe(404)
  expect((await dataOf('/v1/content')).map((item: Item) => item.id)).not.toContain(id)
  expect(await hits()).not.toContain(id)
  // Another of its name gets another short name, so that it can come back.
  const namesake = await givenProject(app, { name: 'Old calls' })
  expect(namesake.slug).not.toBe(project.slug)

  const early = await post(`${contentUrl(project.id, binned)}/restore`)
  expect([early.status, early.body.error.code]).toEqual([409, 'project_in_bin'])
  expect((await post(`${url}/restore`)).status).toBe(200)
  expect((await dataOf(url)).content_count).toBe(1)
  expect(await hits()).toContain(id)
  expect((await post(`${contentUrl(project.id, binned)}/restore`)).status).toBe(200)
  expect((await dataOf(url)).content_count).toBe(2)
})

test('a prompt goes into the bin unless it is a default', async () => {
  const template = 'What was decided? {{transcript}}'
  const prompt = (await post('/v1/prompts', { body: { name: 'Decisions', template } })).body.data
  const url = `/v1/prompts/${prompt.id}`
  const project = await givenProject(app, { settings: { default_prompt_id: prompt.id } })
  const refused = await post(`${url}/trash`)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'prompt_in_use'])
  const settings = { default_prompt_id: null }
  await app.call('PATCH', `/v1/projects/${project.id}`, { body: { settings } })
  expect((await post(`${url}/trash`)).body.data).toMatchObject({ type: 'prompt', project_id: null })
  expect((await app.call('GET', url)).status).toBe(404)
  expect((await dataOf('/v1/prompts')).map((item: Item) => item.id)).not.toContain(prompt.id)
  expect((await post(`${url}/restore`)).status).toBe(200)
  expect(await dataOf(url)).toEqual(prompt)
  const system = (await dataOf('/v1/prompts')).find((each: Item) => each.type === 'system')
  expect((await post(`/v1/prompts/${system.id}/trash`)).status).toBe(403)
})

test('after 30 days it is gone for good, told as a deletion in its project', async () => {
  const project = await givenProject(app)
  const [old, recent] = [
    await givenRecording(app, project.id),
    await givenRecording(app, project.id),
  ]
  await post(`${contentUrl(project.id, old)}/trash`)
  app.clock.jump(20 * day)
  await post(`${contentUrl(project.id, recent)}/trash`)
  app.clock.jump(11 * day)
  await expireTrash(app.deps)
  await app.idle()
  expect(await trashed()).toEqual([recent])
  expect((await post(`${contentUrl(project.id, old)}/restore`)).status).toBe(404)
  expect(await exists(recordingFile(app.deps, old))).toBe(false)
  expect(await exists(recordingFile(app.deps, recent))).toBe(true)
  const told = await app.deps.db.sql
    .selectFrom('events')
    .select(['project_id', 'data'])
    .where('event', '=', 'content.deleted')
    .where('project_id', '=', project.id)
    .execute()
  expect(told).toEqual([
    { project_id: project.id, data: { content_id: old, filename: 'call.wav' } },
  ])
  await emptied()
})

test('one is deleted for good, or all; a project takes what was put into the bin from it', async () => {
  const project = await givenProject(app)
  const [one, two, three] = [
    await givenRecording(app, project.id),
    await givenRecording(app, project.id),
    await givenRecording(app, project.id),
  ]
  await post(`${contentUrl(project.id, one)}/trash`)
  await post(`${contentUrl(project.id, two)}/trash`)
  expect((await app.call('DELETE', `/v1/trash/${one}`)).body.data).toEqual({
    id: one,
    deleted: true,
  })
  expect((await app.call('DELETE', `/v1/trash/${one}`)).status).toBe(404)
  expect((await app.call('DELETE', `/v1/trash/${three}`)).status).toBe(404)
  expect(await trashed()).toEqual([two])
  await post(`/v1/projects/${project.id}/trash`)
  expect((await emptied()).body.data).toEqual({ deleted_count: 2 })
  expect(await trashed()).toEqual([])
  await app.idle()
  for (const id of [one, two, three]) {
    expect(await exists(recordingFile(app.deps, id))).toBe(false)
  }
})

test('pages, and shows a restricted key only what is from its projects', async () => {
  const [ours, theirs] = [await givenProject(app), await givenProject(app)]
  const put: string[] = []
  for (const { id } of [ours, ours, theirs]) {
    const recording = await givenRecording(app, id)
    app.clock.advance(1_000)
    await post(`${contentUrl(id, recording)}/trash`)
    put.unshift(recording)
  }
  const first = (await app.call('GET', '/v1/trash?limit=2')).body
  const cursor = first.pagination.next_cursor
  const rest = (await app.call('GET', `/v1/trash?limit=2&cursor=${cursor}`)).body
  expect([...first.data, ...rest.data].map(({ id }: Item) => id)).toEqual(put)
  expect(rest.pagination.has_more).toBe(false)

  const key = await givenKey(app, { scopes: ['read', 'write'], project_ids: [ours.id] })
  expect(await trashed({ key })).toEqual(put.slice(1))
  expect((await app.call('DELETE', `/v1/trash/${put[0]}`, { key })).status).toBe(404)
  const { status } = await post(`${contentUrl(theirs.id, put[0] ?? '')}/restore`, { key })
  expect(status).toBe(403)
  expect((await app.call('DELETE', '/v1/trash', { key })).body.data).toEqual({ deleted_count: 2 })
  expect(await trashed()).toEqual(put.slice(0, 1))
})
