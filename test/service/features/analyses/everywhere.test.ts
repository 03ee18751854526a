import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'

// Lists over all projects: what a queue shows, and what a restricted key does not see.

let app: TestApp
let gate: PromiseWithResolvers<void>
let begun: PromiseWithResolvers<void>
let places: { project: string; recording: string }[]

beforeAll(async () => {
  const writer = scriptedWriter(async () => {
    begun.resolve()
    await gate.promise
    return written()
  })
  app = await startTestApp({ writer })
  places = []
  for (const name of ['Sales', 'Support']) {
    const { id: project } = await givenProject(app, { name })
    const recording = await givenRecording(app, project, { filename: `${name}.wav` })
    places.push({ project, recording })
  }
})
afterAll(() => app.stop())
beforeEach(() => {
  gate = Promise.withResolvers()
  begun = Promise.withResolvers()
})

const list = async (place: string, key?: string) =>
  (await app.call('GET', place, key ? { key } : {})).body

it('analyses of all recordings are listed while they wait and are worked on', async () => {
  for (const { project, recording } of places) {
    await app.call('POST', `/v1/projects/${project}/content/${recording}/analyze`, { body: {} })
  }
  await begun.promise
  const open = await list('/v1/analyses?status=open')
  const [sales, support] = places
  expect(open.data).toMatchObject([
    { content_id: support?.recording, project_id: support?.project, filename: 'Support.wav' },
    { content_id: sales?.recording, status: 'processing', prompt_name: 'Sales call', progress: 0 },
  ])
  expect((await list('/v1/analyses?status=queued')).data).toHaveLength(1)

  const key = await givenKey(app, { scopes: ['read'], project_ids: [sales?.project] })
  expect((await list('/v1/analyses?status=open', key)).data).toMatchObject([
    { filename: 'Sales.wav' },
  ])
  gate.resolve()
  await app.idle()
  expect((await list('/v1/analyses?status=open')).data).toEqual([])
  const first = await list('/v1/analyses?limit=1')
  const rest = await list(`/v1/analyses?limit=1&cursor=${first.pagination.next_cursor}`)
  expect([...first.data, ...rest.data].map(({ filename }) => filename)).toEqual([
    'Support.wav',
    'Sales.wav',
  ])
  expect(rest.pagination.has_more).toBe(false)
})

it('insights of all projects are listed by their state, to a key those of its projects', async () => {
  for (const { project } of places) {
    await app.call('POST', `/v1/projects/${project}/insights/generate`, { body: {} })
  }
  await app.idle()
  const ids = places.map(({ project }) => project).toReversed()
  const done = await list('/v1/insights?status=completed')
  expect(done.data.map((item: { project_id: string }) => item.project_id)).toEqual(ids)
  expect((await list('/v1/insights?status=open')).data).toEqual([])
  const key = await givenKey(app, { scopes: ['read'], project_ids: [ids[0]] })
  expect((await list('/v1/insights', key)).data).toMatchObject([{ project_id: ids[0] }])
})
