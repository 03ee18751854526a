import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { declareDead } from '../../../support/dead-process.ts'
import { day } from '../../../../service/core/time.ts'
import { isOnServer } from '../../../support/database.ts'
import { noTotals } from '../../../support/insights-totals.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let url: string
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(async () => {
  await stage.renew()
  url = `/v1/projects/${stage.projectId}/insights`
})

const history = async (query = '') => (await stage.app.call('GET', `${url}/history${query}`)).body
const generate = (body?: unknown) => stage.app.call('POST', `${url}/generate`, { body })
const events = async () => {
  const rows = await stage.app.deps.db.sql.selectFrom('events').selectAll().orderBy('id').execute()
  return rows.filter(
    ({ event, project_id: id }) => event.startsWith('project_insights') && id === stage.projectId,
  )
}

/** Insights that are in work, until `release` is called. */
async function givenWork() {
  const { reached, release } = stage.hold()
  const { body } = await generate()
  await reached
  return { id: body.data.insights_id as string, release }
}

describe('insights of a project', () => {
  it('are 404 until some were generated; then the newest completed', async () => {
    const none = await stage.latest()
    expect(none.status).toBe(404)
    expect(none.body.error.code).toBe('not_found')
    const contentId = await stage.givenCall({
      results: {
        Sales: { key_topics: ['Pricing'], sentiment: 'positive', action_items: ['Call'] },
      },
    })
    stage.app.clock.advance(1_000)
    const asked = await generate({ lookback_days: 7 })
    expect(asked.status).toBe(202)
    expect(asked.body.data).toEqual({
      insights_id: expect.stringMatching(/^ins_/),
      status: 'queued',
      message: expect.stringContaining('the last 7 days'),
    })
    await stage.app.idle()
    const now = stage.app.clock.now()
    const answer = await stage.latest()
    const { filename, title } = (
      await stage.app.call('GET', `/v1/projects/${stage.projectId}/content/${contentId}`)
    ).body.data
    const said = { talk_seconds: 0.8, words: 2 }
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      id: asked.body.data.insights_id,
      project_id: stage.projectId,
      status: 'completed',
      content_analyzed: 1,
      lookback_days: 7,
      period_start: new Date(now.getTime() - 7 * day).toISOString(),
      period_end: now.toISOString(),
      created_at: now.toISOString(),
      completed_at: now.toISOString(),
      recordings_read: 1,
      removed_recordings: 0,
      since: { new_recordings: 0, changed_recordings: 0 },
      result: {
        key_themes: [
          {
            theme: 'Pricing',
            frequency: 1,
            trend: 'new',
            previous_frequency: 0,
            content_ids: [contentId],
            evidence: [{ content_id: contentId, filename, title, segments: [] }],
          },
        ],
        sentiment_distribution: { positive: 1, neutral: 0, negative: 0 },
        top_action_items: ['Call'],
        recommendations: [],
        action_items: [
          {
            text: 'Call',
            owner: null,
            due: null,
            recordings: 1,
            content_ids: [contentId],
            evidence: [{ content_id: contentId, filename, title, segments: [] }],
          },
        ],
        objections: [],
        questions: [],
        totals: { ...noTotals, recordings: 1, positive: 1, action_items: 1, ...said },
        tones: [expect.objectContaining({ tone: 'positive', recordings: 1 })],
        before: expect.objectContaining({ is_enough: false, changes: [] }),
        series: { step: 'day', time_zone: null, points: expect.any(Array) },
        talk: [{ speaker: null, seconds: 0.8, share: 1, recordings: 1, previous_share: null }],
        comparison: null,
        digest: expect.any(Array),
      },
    })
    const [event, ...rest] = await events()
    expect(rest).toEqual([])
    expect(event).toMatchObject({
      event: 'project_insights.completed',
      project_id: stage.projectId,
      link: url,
      data: { insights_id: answer.body.data.id, content_analyzed: 1, lookback_days: 7 },
    })
  })

  it('with nothing to analyse are completed, with 0 and empty lists', async () => {
    await stage.generate()
    const { data } = (await stage.latest()).body
    expect(data).toMatchObject({ content_analyzed: 0, lookback_days: 30, status: 'completed' })
    expect(data.result).toEqual({
      key_themes: [],
      sentiment_distribution: { positive: 0, neutral: 0, negative: 0 },
      top_action_items: [],
      recommendations: [],
      action_items: [],
      objections: [],
      questions: [],
      totals: noTotals,
      tones: [],
      before: expect.objectContaining({ is_enough: false, changes: [] }),
      series: { step: 'day', time_zone: null, points: expect.any(Array) },
      talk: [],
      comparison: null,
      digest: [
        {
          key: 'nothing',
          text: 'No recording of the last 30 days has a transcript yet.',
          values: { lookback_days: 30 },
        },
      ],
    })
    for (const { start: _start, end: _end, ...numbers } of data.result.series.points) {
      expect(numbers).toEqual(noTotals)
    }
  })

  it('are listed newest first, in pages', async () => {
    const ids: string[] = []
    for (const days of [1, 2, 3]) {
      ids.unshift(await stage.generate({ lookback_days: days }))
      stage.app.clock.advance(1_000)
    }
    const first = await history('?limit=2')
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect(first.pagination).toMatchObject({ has_more: true })
    expect(first.data[0]).toMatchObject({ status: 'completed', error: null, lookback_days: 3 })
    const next = await history(`?limit=2&cursor=${first.pagination.next_cursor}`)
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(next.pagination).toEqual({ has_more: false, next_cursor: null })
    expect((await stage.latest()).body.data.id).toBe(ids[0])
  })
})

describe('a request to generate', () => {
  it('while one is queued or in work is answered with that one', async () => {
    const { id, release } = await givenWork()
    const again = await generate({ lookback_days: 90 })
    expect(again.status).toBe(202)
    expect(again.body.data).toEqual({
      insights_id: id,
      status: 'processing',
      message: expect.stringContaining('30 days are under way already'),
    })
    expect((await history()).data).toEqual([
      expect.objectContaining({
        id,
        status: 'processing',
        content_analyzed: null,
        result: null,
        error: null,
        completed_at: null,
      }),
    ])
    expect((await stage.latest()).status).toBe(404)
    release()
    await stage.app.idle()
    expect((await history()).data[0]).toMatchObject({ id, status: 'completed' })
    expect(await stage.generate()).not.toBe(id)
  })

  it('many at once make one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => generate()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
    await stage.app.idle()
    const made = new Set(answers.map(({ body }) => body.data.insights_id))
    expect((await history()).data).toHaveLength(made.size)
  })

  test.each([[0], [366], [1.5], ['30']])('refuses lookback_days %s', async (days) => {
    const { status, body } = await generate({ lookback_days: days })
    expect(status).toBe(400)
    expect(body.error.details[0].field).toBe('lookback_days')
  })

  it('takes no body, an empty one and {}, but no unknown field', async () => {
    for (const body of [undefined, '', '{}', { lookback_days: null }, { lookback_days: 365 }]) {
      expect((await generate(body)).status).toBe(202)
      await stage.app.idle()
    }
    expect((await generate({ days: 3 })).status).toBe(400)
  })
})

describe('keys', () => {
  test('a restricted key gets 403 on another project, 404 on none', async () => {
    const other = await givenProject(stage.app)
    const key = await givenKey(stage.app, { scopes: ['read', 'write'], project_ids: [other.id] })
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/history'],
      ['POST', '/generate'],
    ] as const) {
      const refused = await stage.app.call(method, url + path, { key })
      expect([refused.status, refused.body.error.code]).toEqual([403, 'project_access_denied'])
      const unknown = await stage.app.call(method, `/v1/projects/proj_0/insights${path}`)
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found'])
    }
    const own = `/v1/projects/${other.id}/insights`
    expect((await stage.app.call('POST', `${own}/generate`, { key })).status).toBe(202)
  })

  test('a publishable and a reading key may not generate', async () => {
    const reading = await givenKey(stage.app, { scopes: ['read'] })
    const project_ids = [stage.projectId]
    const open = await givenKey(stage.app, { key_type: 'publishable', project_ids })
    for (const key of [reading, open]) {
      const refused = await stage.app.call('POST', `${url}/generate`, { key })
      expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_permissions'])
    }
    expect((await stage.app.call('GET', `${url}/history`, { key: reading })).status).toBe(200)
    expect((await stage.app.call('GET', `${url}/history`, { key: open })).status).toBe(403)
  })
})

describe('the work', () => {
  // On a server the process renews its lease meanwhile, and takes the work up again (server/processes.test.ts).
  it.skipIf(isOnServer)('waits again after a restart', async () => {
    const { id, release } = await givenWork()
    await declareDead(stage.app)
    expect((await history()).data).toMatchObject([{ id, status: 'queued' }])
    release()
    await stage.app.idle()
    expect((await history()).data).toMatchObject([{ id, status: 'completed' }])
  })

  it('that throws each time ends as failed after three attempts', async () => {
    const contentId = await stage.givenCall()
    stage.app.clock.advance(1_000)
    // Not what the service stores: the reading of it fails.
    const { sql } = stage.app.deps.db
    const transcript = sql.updateTable('transcripts').where('content_id', '=', contentId)
    await transcript.set({ speakers: '[null]' }).execute()
    await stage.generate()
    const [item] = (await history()).data
    expect(item).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted', message: expect.any(String) },
      result: null,
      content_analyzed: null,
      completed_at: stage.app.clock.now().toISOString(),
    })
    expect(await events()).toMatchObject([
      {
        event: 'project_insights.failed',
        link: `${url}/history`,
        data: { insights_id: item.id, lookback_days: 30, error: item.error },
      },
    ])
    expect((await stage.latest()).status).toBe(404)
    await transcript.set({ speakers: '[]' }).execute()
    await stage.generate()
    expect((await stage.latest()).status).toBe(200)
    expect((await history()).data).toHaveLength(2)
  })

  it('ends with its project, and nothing is left', async () => {
    await stage.generate()
    const { release } = await givenWork()
    const removed = await stage.app.call('DELETE', `/v1/projects/${stage.projectId}`)
    expect(removed.status).toBe(200)
    release()
    await stage.app.idle()
    const { sql } = stage.app.deps.db
    const rows = sql.selectFrom('insights').select('id')
    expect(await rows.where('project_id', '=', stage.projectId).execute()).toEqual([])
    expect(await sql.selectFrom('jobs').select('name').execute()).toEqual([])
    expect((await stage.latest()).status).toBe(404)
  })
})
