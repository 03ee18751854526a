import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WorkOptions, Writing } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, untilAborted, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let contentId: string
let promptId: string
let write: (options: WorkOptions) => Promise<Writing>
beforeAll(async () => {
  app = await startTestApp({ writer: scriptedWriter(async (_request, options) => write(options)) })
  projectId = (await givenProject(app)).id
  const body = { name: 'Short', template: 'Sum up: {{transcript}}' }
  promptId = (await app.call('POST', '/v1/prompts', { body })).body.data.id
})
afterAll(() => app.stop())
const done = () => written({ summary: 'A contract.', key_points: [] })
beforeEach(async () => {
  write = async () => done()
  contentId = await givenRecording(app, projectId)
})

const at = () => `/v1/projects/${projectId}/content/${contentId}`
const analyze = async (): Promise<string> => {
  const request = { prompt_id: promptId, force_new: true }
  const { body } = await app.call('POST', `${at()}/analyze`, { body: request })
  return body.data.analysis_id
}
const cancel = (id: string, options = {}) => app.call('POST', `/v1/analyses/${id}/cancel`, options)
const read = async (id: string) => (await app.call('GET', `${at()}/analyses/${id}`)).body.data
const events = async (id: string) => {
  const rows = await app.deps.db.sql.selectFrom('events').selectAll().orderBy('position').execute()
  return rows.filter(({ data }) => data['analysis_id'] === id)
}
const jobs = () => app.deps.db.sql.selectFrom('jobs').select('payload').execute()

/** An analysis that the writer works on until it is told to stop; with the signal. */
async function givenAtWork() {
  const begun = Promise.withResolvers<WorkOptions>()
  write = async (options) => {
    begun.resolve(options)
    return untilAborted(options.signal)
  }
  const id = await analyze()
  return { id, options: await begun.promise }
}

describe('cancelling', () => {
  test('one at work fails it at once, stops its engine and tells it as an event', async () => {
    const { id, options } = await givenAtWork()
    const { status, body } = await cancel(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      status: 'failed',
      error: { code: 'cancelled', message: expect.any(String) },
      progress: null,
      result: null,
      completed_at: app.clock.now().toISOString(),
    })
    expect(options.signal.reason).toBe('cancelled')
    await app.idle()
    expect(await read(id)).toEqual(body.data)
    expect(await jobs()).toEqual([])
    expect(await events(id)).toMatchObject([
      { event: 'content_analysis.failed', data: { version: 1, error: { code: 'cancelled' } } },
    ])
  })

  test('a run again leaves the result before it in the detail', async () => {
    const first = await analyze()
    await app.idle()
    const detail = async () => (await app.call('GET', at())).body.data
    expect((await detail()).last_completed_analyses).toEqual([])
    const { id } = await givenAtWork()
    // Not only after the end: while it is at work, too, the good result is all there is.
    expect((await detail()).last_completed_analyses).toEqual([await read(first)])
    await cancel(id)
    await app.idle()
    const { analyses, last_completed_analyses: before } = await detail()
    expect(analyses).toMatchObject([{ id, version: 2, error: { code: 'cancelled' } }])
    expect(before).toMatchObject([{ id: first, version: 1, status: 'completed' }])
    expect(before[0].result).toMatchObject({ summary: 'A contract.' })
    const without = await app.call('GET', `${at()}?include=transcript`)
    expect(without.body.data.last_completed_analyses).toEqual([])
    write = async () => done()
    await analyze()
    await app.idle()
    expect((await detail()).last_completed_analyses).toEqual([])
  })

  test('twice changes nothing', async () => {
    const { id } = await givenAtWork()
    const once = await cancel(id)
    app.clock.advance(1_000)
    const twice = await cancel(id)
    expect([twice.status, twice.body.data]).toEqual([200, once.body.data])
    expect(await events(id)).toHaveLength(1)
  })

  test('one that waits takes it off the queue; the one before it goes on', async () => {
    const first = await givenAtWork()
    const [second, third] = [await analyze(), await analyze()]
    expect((await cancel(second)).body.data).toMatchObject({ status: 'failed' })
    expect(first.options.signal.aborted).toBe(false)
    expect(await read(first.id)).toMatchObject({ status: 'processing' })
    write = async () => done()
    await cancel(first.id)
    await app.idle()
    expect(await read(second)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
    expect(await read(third)).toMatchObject({ status: 'completed' })
  })

  test('leaves an earlier analysis, and the next is made anew', async () => {
    const earlier = await analyze()
    await app.idle()
    const { id } = await givenAtWork()
    await cancel(id)
    await app.idle()
    expect(await read(earlier)).toMatchObject({ status: 'completed', version: 1 })
    write = async () => done()
    const next = await analyze()
    await app.idle()
    expect(await read(next)).toMatchObject({ status: 'completed', version: 3 })
  })

  test('in the moment in which all is written keeps the cancel, and nothing else', async () => {
    let id = ''
    const queued = Promise.withResolvers<void>()
    write = async () => {
      await queued.promise
      // The answer is on its way when the cancel is stored.
      await cancel(id)
      return done()
    }
    id = await analyze()
    queued.resolve()
    await app.idle()
    expect(await read(id)).toMatchObject({ status: 'failed', result: null })
    expect((await events(id)).map(({ event }) => event)).toEqual(['content_analysis.failed'])
    const found = await app.call('GET', '/v1/search/content?q=contract&limit=100')
    expect(JSON.stringify(found.body.data)).not.toContain('A contract.')
  })

  test('and finishing at the same time end in one of the two, told once', async () => {
    for (let round = 0; round < 8; round++) {
      const begun = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      write = async () => {
        begun.resolve()
        await finish.promise
        return done()
      }
      const id = await analyze()
      await begun.promise
      finish.resolve()
      const { status, body } = await cancel(id)
      await app.idle()
      const { status: state } = await read(id)
      expect([status, state]).toEqual(status === 200 ? [200, 'failed'] : [409, 'completed'])
      if (status === 409) expect(body.error.code).toBe('analysis_ended')
      expect(await events(id)).toHaveLength(1)
    }
  })
})

describe('what cannot be cancelled', () => {
  test('one that has ended is 409 analysis_ended, and stays as it is', async () => {
    const completed = await analyze()
    await app.idle()
    write = async () => written({ no: 'summary' })
    const failed = await analyze()
    await app.idle()
    for (const id of [completed, failed]) {
      const before = await read(id)
      const { status, body } = await cancel(id)
      expect([status, body.error.code]).toEqual([409, 'analysis_ended'])
      expect(await read(id)).toEqual(before)
      expect(await events(id)).toHaveLength(1)
    }
  })

  test('an unknown one is 404, one of another project 403, and a key that reads only 403', async () => {
    const { id, options } = await givenAtWork()
    expect((await cancel('ana_none')).status).toBe(404)
    const other = await givenProject(app)
    const key = await givenKey(app, { project_ids: [other.id] })
    const refused = await cancel(id, { key })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'project_access_denied'])
    const reader = await givenKey(app, { scopes: ['read'] })
    expect((await cancel(id, { key: reader })).status).toBe(403)
    expect(options.signal.aborted).toBe(false)
    expect((await cancel(id, { body: {} })).status).toBe(200)
  })

  test('one of another organization is 404, and goes on', async () => {
    const { id, options } = await givenAtWork()
    const { sql } = app.deps.db
    const limits = { transcription_minutes_limit: 1, storage_gb_limit: 1 }
    await sql
      .insertInto('organizations')
      .values({ id: 'org_other', name: 'O', slug: 'o', ...limits, created_at: app.clock.now() })
      .execute()
    const { organization_id: own } = await sql
      .selectFrom('projects')
      .select('organization_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const move = (to: string) =>
      sql.updateTable('projects').set({ organization_id: to }).where('id', '=', projectId).execute()
    await move('org_other')
    const { status, body } = await cancel(id)
    await move(own)
    expect([status, body.error.code]).toEqual([404, 'not_found'])
    expect(options.signal.aborted).toBe(false)
    await cancel(id)
  })
})
