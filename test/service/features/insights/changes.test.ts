import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const latest = async () => (await stage.latest()).body.data
const history = async () =>
  (await stage.app.call('GET', `/v1/projects/${stage.projectId}/insights/history`)).body.data
const generate = async (days: number) => {
  stage.app.clock.advance(1_000)
  return stage.generate({ lookback_days: days })
}
const givenTopics = (...key_topics: string[]) =>
  stage.givenCall({ results: { Sales: { key_topics, sentiment: 'positive' } } })
const remove = (contentId: string) =>
  stage.app.call('DELETE', `/v1/projects/${stage.projectId}/content/${contentId}`)

describe('compared with the insights before', () => {
  it('counts and themes tell what is new, gone, grown and shrunk', async () => {
    for (const topics of [['Pricing', 'Hiring'], ['Hiring'], ['Hiring', 'Churn'], ['Travel']]) {
      await givenTopics(...topics)
    }
    const id = await generate(1)
    expect((await latest()).result.comparison).toBeNull()
    stage.app.clock.advance(2 * day)
    for (const topics of [['the pricing model', 'Hiring'], ['Pricing', 'Travel'], ['Budget']]) {
      await givenTopics(...topics)
    }
    await generate(1)
    const [{ result }, { period_start, period_end, result: earlier }] = await history()
    expect(result.comparison).toMatchObject({
      insights_id: id,
      period_start,
      period_end,
      lookback_days: 1,
      is_same_length: true,
      before: earlier.totals,
      change: { recordings: -1, positive: -1, negative: 0, talk_seconds: expect.closeTo(-0.8) },
    })
    const moves = [
      { theme: 'Hiring', change: 'shrunk', frequency: 1, previous_frequency: 3 },
      { theme: 'Budget', change: 'new', frequency: 1, previous_frequency: 0 },
      { theme: 'Churn', change: 'gone', frequency: 0, previous_frequency: 1 },
      { theme: 'Pricing', change: 'grown', frequency: 2, previous_frequency: 1 },
    ]
    expect(result.comparison.themes).toEqual(moves)
  })

  it('periods of another length are said to be that', async () => {
    await generate(1)
    await generate(7)
    expect((await latest()).result.comparison).toMatchObject({
      lookback_days: 1,
      is_same_length: false,
      themes: [],
    })
  })
})

describe('what came since', () => {
  it('is said, and only that is read for the next ones', async () => {
    const first = await givenTopics('Pricing')
    await givenTopics('Hiring')
    await generate(7)
    const none = { new_recordings: 0, changed_recordings: 0 }
    expect(await latest()).toMatchObject({ recordings_read: 2, since: none })
    stage.app.clock.advance(1_000)
    for (const topic of ['Churn', 'Travel', 'Budget']) await givenTopics(topic)
    expect((await latest()).since).toEqual({ new_recordings: 3, changed_recordings: 0 })
    await stage.analyzeAgain(first, 'Sales', { result: { key_topics: ['Prices'] } })
    expect((await latest()).since).toEqual({ new_recordings: 3, changed_recordings: 1 })
    await generate(7)
    const now = await latest()
    expect(now).toMatchObject({ content_analyzed: 5, recordings_read: 4, since: none })
    const themes = now.result.key_themes.map(({ theme }: { theme: string }) => theme)
    expect(themes.toSorted()).toEqual(['Budget', 'Churn', 'Hiring', 'Prices', 'Travel'])
    await generate(7)
    expect(await latest()).toMatchObject({ content_analyzed: 5, recordings_read: 0 })
  })

  it('what is read again is what a first reading gives', async () => {
    const ids = [await givenTopics('Pricing'), await givenTopics('Hiring', 'price')]
    await generate(7)
    await stage.analyzeAgain(ids[0] ?? '', 'Team', { result: { themes: ['Churn'] } })
    await generate(7)
    const { result } = await latest()
    const { sql } = stage.app.deps.db
    await sql.deleteFrom('recording_findings').execute()
    await stage.generate({ lookback_days: 7 })
    const anew = await latest()
    expect(anew.recordings_read).toBe(2)
    const { comparison: _one, digest: _two, ...kept } = result
    expect(anew.result).toMatchObject(kept)
  })
})

describe('a recording that is deleted', () => {
  const secret = /merger|Zanzibar/u
  const givenSecret = () =>
    stage.givenCall({
      said: 'The merger is in Zanzibar.',
      results: {
        Sales: {
          key_topics: ['Zanzibar', 'Pricing of the merger'],
          sentiment: 'negative',
          action_items: [{ task: 'Fly to Zanzibar', due: '2026-01-01' }],
          objections: [{ topic: 'Zanzibar', response: '' }],
          open_questions: ['Who knows of the merger?'],
        },
      },
    })

  it('takes its words out of all insights at once, and then its numbers', async () => {
    const id = await givenSecret()
    await givenTopics('Pricing')
    await generate(7)
    const before = await latest()
    stage.app.clock.advance(8 * day)
    await givenTopics('Pricing')
    await generate(8)
    expect(JSON.stringify(await history())).toMatch(secret)
    // The counting stands still: what is shown in between has nothing of it already.
    const { reached, release } = stage.hold('counting')
    expect((await remove(id)).status).toBe(200)
    await reached
    expect(JSON.stringify([await history(), await latest()])).not.toMatch(secret)
    release()
    await stage.app.idle()
    const [newest, oldest] = await history()
    expect(JSON.stringify([newest, oldest])).not.toMatch(secret)
    expect(oldest).toMatchObject({ id: before.id, content_analyzed: 1, removed_recordings: 1 })
    expect(oldest.result).toMatchObject({
      key_themes: [{ theme: 'Pricing', frequency: 1 }],
      sentiment_distribution: { positive: 1, negative: 0 },
      totals: { recordings: 1, action_items: 0, objections: 0, questions: 0 },
      recommendations: [],
    })
    expect(newest).toMatchObject({ removed_recordings: 0 })
    expect(newest.result.comparison).toMatchObject({ before: oldest.result.totals })
    const { sql } = stage.app.deps.db
    const rows = await sql.selectFrom('insights').select(['result', 'removed_ids']).execute()
    expect(JSON.stringify(rows)).not.toMatch(secret)
    expect(rows.flatMap(({ removed_ids }) => removed_ids)).toEqual([])
    const findings = await sql.selectFrom('recording_findings').select('findings').execute()
    expect(JSON.stringify(findings)).not.toMatch(secret)
  })

  it('while it is being counted leaves nothing in what comes of it', async () => {
    const id = await givenSecret()
    await givenTopics('Pricing')
    stage.app.clock.advance(1_000)
    // Held where the findings were asked for: the recording goes, its words are in the answer.
    const { reached, release } = stage.hold('counting')
    await stage.app.call('POST', `/v1/projects/${stage.projectId}/insights/generate`)
    await reached
    await remove(id)
    release()
    await stage.app.idle()
    const now = await latest()
    expect(now).toMatchObject({ content_analyzed: 1 })
    expect(JSON.stringify(now)).not.toMatch(secret)
  })

  it('that was the only one leaves them empty', async () => {
    const id = await givenSecret()
    await generate(7)
    await remove(id)
    await stage.app.idle()
    const { content_analyzed, result } = await latest()
    expect([content_analyzed, result.key_themes, result.totals.recordings]).toEqual([0, [], 0])
  })

  it('is hidden for good in insights whose sources were not kept', async () => {
    const id = await givenSecret()
    await givenTopics('Travel')
    await generate(7)
    const { sql } = stage.app.deps.db
    // As an older version left them.
    const { key_themes, action_items, ...rest } = (await latest()).result
    const old = (entries: object[]) => entries.map((entry) => ({ ...entry, evidence: undefined }))
    const { sentiment_distribution, top_action_items, recommendations } = rest
    const result = JSON.stringify({
      key_themes: old(key_themes),
      action_items: old(action_items),
      ...{ sentiment_distribution, top_action_items, recommendations },
    })
    const set = { result, recordings_read: null }
    await sql.updateTable('insights').set(set).where('project_id', '=', stage.projectId).execute()
    await sql.deleteFrom('insight_sources').execute()
    expect((await latest()).result).toMatchObject({ digest: [], series: { points: [] } })
    expect(JSON.stringify(await latest())).toMatch(secret)
    await remove(id)
    await stage.app.idle()
    const { result: shown } = await latest()
    expect(JSON.stringify(shown)).not.toMatch(secret)
    expect(shown.key_themes).toMatchObject([{ theme: 'Travel', evidence: [] }])
  })
})
