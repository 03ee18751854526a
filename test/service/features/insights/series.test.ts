import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { day, hour } from '../../../../service/core/time.ts'
import { perChange } from '../../../support/nightly.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

/** The same by the database alone, from the analyses and transcripts that are stored. */
async function recompute(from: string, to: string, stepHours: number) {
  const { rows } = await sql`
    with newest as (
      select distinct on (a.content_id, a.prompt_id) a.*, c.created_at as made
      from analyses a join content c on c.id = a.content_id
      where a.project_id = ${stage.projectId} and a.status = 'completed'
        and c.created_at >= ${from}::timestamptz and c.created_at < ${to}::timestamptz
      order by a.content_id, a.prompt_id, a.version desc
    ), listing as (
      select distinct on (content_id) content_id, result -> 'objections' as objections
      from newest where result -> 'objections' is not null
      order by content_id, created_at desc, id desc
    ), toned as (
      select distinct on (content_id) content_id, result ->> 'sentiment' as mood from newest
      where result ->> 'sentiment' is not null order by content_id, created_at desc, id desc
    ), each as (
      select c.created_at, t.word_count, n.tasks, m.mood,
        coalesce(json_array_length(l.objections), 0) as objections,
        (select count(*) from json_array_elements(l.objections) o where o ->> 'response' = '') as open,
        (select sum(round(1000 * ((s -> 'end')::numeric - (s -> 'start')::numeric)))
          from jsonb_array_elements(t.segments) s) as talk_ms
      from content c
      join transcripts t on t.content_id = c.id
      left join toned m on m.content_id = c.id
      left join listing l on l.content_id = c.id
      left join (select content_id, sum(json_array_length(result -> 'action_items')) as tasks
        from newest group by content_id) n on n.content_id = c.id
      where c.project_id = ${stage.projectId}
    ), steps as (
      select at as until, greatest(at - make_interval(hours => ${stepHours}), ${from}::timestamptz) as since
      from generate_series(${to}::timestamptz, ${from}::timestamptz + interval '1 second',
        make_interval(hours => -1 * ${stepHours}::int)) at
    )
    select since as start, until as end, count(word_count)::int as recordings,
      count(*) filter (where mood = 'positive')::int as positive,
      count(*) filter (where mood in ('neutral', 'mixed'))::int as neutral,
      count(*) filter (where mood = 'negative')::int as negative,
      coalesce(sum(tasks), 0)::int as action_items,
      coalesce(sum(objections), 0)::int as objections,
      coalesce(sum(open), 0)::int as open_objections, 0 as questions,
      (coalesce(sum(talk_ms), 0) / 1000)::float8 as talk_seconds,
      coalesce(sum(word_count), 0)::int as words
    from steps left join each on created_at >= since and created_at < until
    group by since, until order by since`.execute(stage.app.deps.db.sql)
  return JSON.parse(JSON.stringify(rows))
}

const moods = ['positive', 'neutral', 'negative', 'mixed', undefined] as const

async function givenCalls(count: number, apartMs: number) {
  for (let number = 0; number < count; number++) {
    const sentiment = moods[(number * 7) % moods.length]
    const objection = { topic: 'Price', response: number % 3 === 0 ? '' : 'We talked.' }
    const id = await stage.givenCall({
      said: Array.from({ length: 1 + (number % 4) }, () => 'So it goes on and on.').join('\n'),
      results: {
        Sales: {
          key_topics: ['Pricing'],
          ...(sentiment && { sentiment }),
          action_items: Array.from({ length: number % 4 }, (_, at) => `Task number ${at}`),
          ...(number % 2 === 0 && { objections: [objection, objection].slice(number % 4 && 1) }),
        },
        ...(number % 3 === 0 && { Team: { sentiment: 'negative', action_items: ['Call'] } }),
      },
    })
    if (number % 5 === 0) {
      await stage.analyzeAgain(id, 'Sales', { result: { sentiment: 'neutral', action_items: [] } })
    }
    stage.app.clock.advance(apartMs)
  }
}

type Point = Record<string, number | string>

const steps: [name: string, days: number, hours: number, apartMs: number][] = [
  ['a week', 40, 168, 4 * day],
  ['a day', 3, 24, 13 * hour],
]
// Steps of a day are tried by the next test, too.
test.each(steps.slice(0, perChange(1, 2)))(
  'steps of %s equal an independent recomputation',
  async (_name, days, stepHours, apartMs) => {
    await givenCalls(9, apartMs)
    await stage.generate({ lookback_days: days })
    const { period_start: from, period_end: to, result } = (await stage.latest()).body.data
    const { step, points } = result.series
    expect(step).toBe(stepHours === 24 ? 'day' : 'week')
    expect(points).toEqual(await recompute(from, to, stepHours))
    expect(points.length).toBe(Math.ceil((days * 24) / stepHours))
    // The whole is the sum of its steps.
    for (const name of Object.keys(result.totals)) {
      const sum = points.reduce(
        (all: number, point: Point) => all + Math.round(1_000 * Number(point[name])),
        0,
      )
      expect([name, sum]).toEqual([name, Math.round(1_000 * result.totals[name])])
    }
    expect(result.totals.recordings).toBeGreaterThan(4)
    expect(result.totals.open_objections).toBeGreaterThan(0)
  },
)

it('a step holds its start and not its end', async () => {
  await stage.givenCall({ results: { Sales: { key_topics: [] } } })
  stage.app.clock.advance(day)
  await stage.givenCall({ results: { Sales: { key_topics: [] } } })
  stage.app.clock.advance(day - 1)
  await stage.givenCall({ results: { Sales: { key_topics: [] } } })
  stage.app.clock.advance(1)
  await stage.generate({ lookback_days: 2 })
  const { points } = (await stage.latest()).body.data.result.series
  expect(points.map(({ recordings }: Point) => recordings)).toEqual([1, 2])
})
