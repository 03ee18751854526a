import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

/** The clock of the stage stands in November 2026; recordings are dated by hand. */
async function givenCallAt(time: string, result: Record<string, unknown>): Promise<string> {
  const id = await stage.givenCall({ results: { Sales: result } })
  const { sql } = stage.app.deps.db
  await sql
    .updateTable('content')
    .set({ created_at: new Date(time) })
    .where('id', '=', id)
    .execute()
  return id
}
const givenDays = async (days: readonly string[], result: Record<string, unknown>) => {
  for (const date of days) await givenCallAt(`${date}T10:00:00Z`, result)
}
const generate = async (body: object) => {
  await stage.generate(body)
  return (await stage.latest()).body.data
}
const refusal = async (body: object) => {
  const path = `/v1/projects/${stage.projectId}/insights/generate`
  const answer = await stage.app.call('POST', path, { body })
  return [answer.status, answer.body.error?.details?.[0]?.field]
}

const zone = { time_zone: 'Europe/Berlin' }
const november = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `2026-11-${String(first + at).padStart(2, '0')}`)

describe('in a time zone', () => {
  it('days are those of its calendar, and today is the last of them', async () => {
    // 23:30 and 0:30 in Berlin: two evenings apart in UTC by no day, in Berlin by one.
    await givenCallAt('2026-11-19T22:30:00Z', { key_topics: [] })
    await givenCallAt('2026-11-19T23:30:00Z', { key_topics: [] })
    const { period_start, period_end, lookback_days, result } = await generate({
      ...{ ...zone, lookback_days: 3 },
    })
    const now = stage.app.clock.now()
    expect(now.toISOString().slice(0, 10)).toBe('2026-11-21')
    expect([period_start, period_end, lookback_days]).toEqual([
      ...['2026-11-18T23:00:00.000Z', now.toISOString(), 3],
    ])
    const { time_zone, points } = result.series
    expect(time_zone).toBe('Europe/Berlin')
    expect(
      points.map(({ start, recordings }: Record<string, unknown>) => [start, recordings]),
    ).toEqual([
      ['2026-11-18T23:00:00.000Z', 1],
      ['2026-11-19T23:00:00.000Z', 1],
      ['2026-11-20T23:00:00.000Z', 0],
    ])
    expect(result.before).toMatchObject({
      period_start: '2026-11-15T23:00:00.000Z',
      period_end: '2026-11-18T23:00:00.000Z',
    })
  })

  it('a chosen period that is over gets nothing new', async () => {
    await givenDays(november(2, 2), { key_topics: ['Pricing'] })
    const { content_analyzed } = await generate({ ...zone, from: '2026-11-02', to: '2026-11-03' })
    expect(content_analyzed).toBe(2)
    await stage.givenCall({ results: { Sales: { key_topics: [] } } })
    const { since } = (await stage.latest()).body.data
    expect(since).toEqual({ new_recordings: 0, changed_recordings: 0 })
  })

  it('weeks are seven of its days, counted back from the last', async () => {
    const { result } = await generate({ ...zone, from: '2026-10-01', to: '2026-11-08' })
    const starts = result.series.points.map(({ start }: { start: string }) => start)
    expect(result.series.step).toBe('week')
    // The clocks of Berlin are changed on 25 October.
    expect(starts).toEqual([
      ...['2026-09-30T22:00:00.000Z', '2026-10-04T22:00:00.000Z', '2026-10-11T22:00:00.000Z'],
      ...['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-11-01T23:00:00.000Z'],
    ])
  })

  it('what cannot be is refused, with the field', async () => {
    expect(await refusal({ time_zone: 'Middle/Earth' })).toEqual([400, 'time_zone'])
    expect(await refusal({ from: '2026-11-01' })).toEqual([400, 'from'])
    expect(await refusal({ ...zone, from: '2026-11-09', to: '2026-11-08' })).toEqual([400, 'from'])
    expect(await refusal({ ...zone, from: '2026-12-01', to: '2026-12-02' })).toEqual([400, 'from'])
    const twice = { ...zone, from: '2026-11-05', compared_to: '2026-11-05' }
    expect(await refusal(twice)).toEqual([400, 'compared_to'])
    expect(await refusal({ ...zone, from: 'yesterday' })).toEqual([400, 'from'])
  })
})

describe('compared', () => {
  const chosen = {
    ...{ ...zone, from: '2026-11-11', to: '2026-11-16' },
    ...{ compared_from: '2026-11-01', compared_to: '2026-11-06' },
  }

  it('two chosen periods: what rose and what fell by more than chance, and nothing else', async () => {
    const before = { key_topics: ['Hiring', 'Travel'], sentiment: 'positive', action_items: [] }
    await givenDays(november(1, 6), before)
    const now = { key_topics: ['Churn', 'Travel'], sentiment: 'negative' }
    await givenDays(november(11, 6), { ...now, action_items: ['Call', 'Write', 'Pay'] })
    await givenDays(['2026-11-08'], { key_topics: ['Budget'], sentiment: 'neutral' })
    const { result } = await generate(chosen)
    expect(result.before).toMatchObject({
      ...{ is_enough: true, totals: { recordings: 6, action_items: 0 } },
      period_start: '2026-10-31T23:00:00.000Z',
      period_end: '2026-11-06T23:00:00.000Z',
    })
    const rose = { direction: 'rose', now: 1, before: 0 }
    const fell = { direction: 'fell', now: 0, before: 1 }
    expect(result.before.changes).toEqual([
      { what: 'negative', theme: null, ...rose },
      { what: 'positive', theme: null, ...fell },
      { what: 'action_items', theme: null, direction: 'rose', now: 3, before: 0 },
      { what: 'theme', theme: 'Churn', ...rose },
      { what: 'theme', theme: 'Hiring', ...fell },
    ])
    expect(result.tones).toMatchObject([{ tone: 'negative', recordings: 6 }])
    expect(result.tones[0].evidence).toHaveLength(6)
  })

  it('with too few recordings nothing is said, and a deleted one is counted out', async () => {
    await givenDays(november(1, 5), { key_topics: ['Hiring'] })
    await givenDays(november(11, 4), { key_topics: ['Churn'] })
    const last = await givenCallAt('2026-11-16T10:00:00Z', { key_topics: ['Churn'] })
    const changes = ['Churn', 'Hiring']
    const { before } = (await generate(chosen)).result
    expect(before.changes.map(({ theme }: { theme: string }) => theme)).toEqual(changes)
    await stage.app.call('DELETE', `/v1/projects/${stage.projectId}/content/${last}`)
    await stage.app.idle()
    const { result } = (await stage.latest()).body.data
    expect(result.before).toEqual({ ...before, is_enough: false, changes: [] })
    expect(result.series.time_zone).toBe('Europe/Berlin')
  })
})
