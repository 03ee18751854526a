import { afterEach, expect, it } from 'vitest'
import { declareDead } from '../../../support/dead-process.ts'
import type { WorkOptions } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, untilAborted } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
afterEach(() => app.stop())

/** An app whose writer works until it is told to stop, and an analysis that it works on. */
async function givenRunning() {
  const running = Promise.withResolvers<WorkOptions>()
  app = await startTestApp({
    writer: scriptedWriter(async (_request, options) => {
      running.resolve(options)
      return untilAborted(options.signal)
    }),
  })
  const project = await givenProject(app)
  const contentId = await givenRecording(app, project.id)
  const url = `/v1/projects/${project.id}/content/${contentId}`
  const { body } = await app.call('POST', `${url}/analyze`)
  const options = await running.promise
  return { url, id: body.data.analysis_id as string, options }
}

const read = async (url: string, id: string) =>
  (await app.call('GET', `${url}/analyses/${id}`)).body.data

it('progress is stored while it runs, at most twice a second', async () => {
  const { url, id, options } = await givenRunning()
  expect(await read(url, id)).toMatchObject({ status: 'processing', progress: 0 })
  app.clock.advance(600)
  options.onProgress(0.4)
  options.onProgress(0.9)
  await expect.poll(async () => (await read(url, id)).progress).toBe(0.4)
  expect((await app.call('POST', `${url}/analyze`)).body.data).toMatchObject({
    analysis_id: id,
    status: 'processing',
  })
})

it('deleting the recording stops its analysis and leaves nothing', async () => {
  const { url, options } = await givenRunning()
  expect((await app.call('DELETE', url)).status).toBe(200)
  expect(options.signal.reason).toBe('cancelled')
  await app.idle()
  for (const table of ['analyses', 'search_documents', 'jobs'] as const) {
    expect(await app.deps.db.sql.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const events = await app.deps.db.sql.selectFrom('events').select('event').execute()
  expect(events.filter(({ event }) => event.startsWith('content_analysis'))).toEqual([])
})

it('after a crash what ran is queued again', async () => {
  const { url, id } = await givenRunning()
  await declareDead(app)
  expect(await read(url, id)).toMatchObject({ status: 'queued', progress: null })
})
