import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { trendOf } from '../../../../service/features/insights/combine.ts'
import { day, hour } from '../../../../service/core/time.ts'
import { perChange } from '../../../support/nightly.ts'
import { openStage, type Call, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const resultOf = async () => (await stage.latest()).body.data.result
const advance = (ms: number) => stage.app.clock.advance(ms)

/** Forms that are one theme, by construction; the recomputation knows them by their number. */
const families = [
  ['Pricing', 'price', 'the pricing model'],
  ['Contract renewal', 'renewing contracts'],
  ['Onboarding', 'on-boarding'],
  ['los precios', 'Precios'],
  ['契約の更新', '契約更新'],
  ['Churn'],
  ['Prize'],
] as const
const tasks = [
  ['Send the revised contract', 'Send revised contracts'],
  ['Book a demo for the board'],
  ['Ask legal about the clause'],
] as const
const moods = ['positive', 'neutral', 'negative', 'mixed'] as const

/** The same numbers in every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

function randomCall(dice: (sides: number) => number, bias: number): Call {
  const pick = <T>(list: readonly T[], first: T): T => list[dice(list.length)] ?? first
  const topics = () =>
    families
      .filter((_, index) => dice(10) < (index === bias ? 9 : 3))
      .flatMap((forms) => [pick(forms, forms[0]), ...(dice(4) === 0 ? [forms[0]] : [])])
  const results: NonNullable<Call['results']> = {
    Sales: { key_topics: topics(), sentiment: pick(moods, 'mixed') },
  }
  if (dice(2) === 0) {
    const todo = tasks.filter(() => dice(2) === 0).map((forms) => pick(forms, forms[0]))
    results['Team'] = { key_topics: topics(), sentiment: pick(moods, 'mixed'), action_items: todo }
  }
  return { results }
}

/** The same by the database alone: windows, distinct counts and a list of what belongs together. */
async function recompute(start: string, end: string, days: number) {
  const forms = families.flatMap((list, family) => list.map((form) => ({ family, form })))
  const works = tasks.flatMap((list, family) => list.map((form) => ({ family, form })))
  const newest = sql`newest as (
    select *, row_number() over (partition by content_id, prompt_id order by version desc) as place
    from (select a.*, c.created_at as made from analyses a join content c on c.id = a.content_id
      where a.project_id = ${stage.projectId} and a.status = 'completed') all_of_them
  ), windows as (
    select n.*, made >= ${start}::timestamptz as is_now from newest n
    where place = 1 and made < ${end}::timestamptz
      and made >= ${start}::timestamptz - make_interval(days => ${days}::int)
  )`
  const count = async (field: string, known: object[]) => {
    const { rows } = await sql<{ family: number; now: number; before: number }>`with ${newest}
      select family, count(distinct content_id) filter (where is_now)::int as now,
        count(distinct content_id) filter (where not is_now)::int as before
      from windows cross join json_array_elements_text(result -> ${field}) as entry
        join json_to_recordset(${JSON.stringify(known)}::json) as k(family int, form text)
          on k.form = entry
      group by family having count(*) filter (where is_now) > 0`.execute(stage.app.deps.db.sql)
    return new Map(rows.map((row) => [row.family, row]))
  }
  const { rows: tones } = await sql<{ mood: string; items: number }>`with ${newest}, told as (
      select distinct on (content_id) result ->> 'sentiment' as mood, content_id from windows
      where is_now and result ->> 'sentiment' is not null
      order by content_id, created_at desc, id desc)
    select mood, count(*)::int as items from told group by mood`.execute(stage.app.deps.db.sql)
  const tone = (...names: string[]) =>
    tones.filter(({ mood }) => names.includes(mood)).reduce((sum, { items }) => sum + items, 0)
  return {
    themes: await count('key_topics', forms),
    tasks: await count('action_items', works),
    moods: {
      positive: tone('positive'),
      neutral: tone('neutral', 'mixed'),
      negative: tone('negative'),
    },
  }
}

const calls = perChange(18, 36)

it('all numbers equal an independent recomputation from the stored analyses', async () => {
  const dice = createDice(20_261_121)
  const made: { id: string; at: number }[] = []
  for (let number = 0; number < calls; number++) {
    advance((108 / calls) * hour)
    const bias = Math.floor((4 * number) / calls)
    const id = await stage.givenCall(randomCall(dice, bias))
    // An older version, another prompt's newest: only the newest of each counts.
    if (number % 5 === 0)
      await stage.analyzeAgain(id, 'Sales', { result: { key_topics: ['Churn'] } })
    made.push({ id, at: stage.app.clock.now().getTime() })
  }
  advance(hour)
  await stage.generate({ lookback_days: 2 })
  const { data } = (await stage.latest()).body
  const expected = await recompute(data.period_start, data.period_end, 2)
  const inWindow = made.filter(({ at }) => at >= Date.parse(data.period_start))
  expect(data.content_analyzed).toBe(inWindow.length)
  expect(inWindow.length).toBeLessThan(made.length)
  expect(data.result.sentiment_distribution).toEqual(expected.moods)

  type Theme = { theme: string; frequency: number; previous_frequency: number; trend: string }
  const familyOf = (list: readonly (readonly string[])[], text: string) =>
    list.findIndex((forms) => forms.includes(text))
  const found = new Map(
    data.result.key_themes.map((theme: Theme) => [familyOf(families, theme.theme), theme]),
  )
  expect(found.size).toBe(data.result.key_themes.length)
  expect([...found.keys()].toSorted()).toEqual([...expected.themes.keys()].toSorted())
  for (const [family, { now, before }] of expected.themes) {
    expect(found.get(family)).toMatchObject({ frequency: now, previous_frequency: before })
  }
  const trends = new Set(data.result.key_themes.map(({ trend }: Theme) => trend))
  expect(trends).toContain('falling')
  expect(trends).toContain('rising')
  const counts = data.result.action_items.map(
    ({ text, recordings }: { text: string; recordings: number }) =>
      [familyOf(tasks, text), recordings] as const,
  )
  expect(new Map(counts)).toEqual(
    new Map([...expected.tasks].map(([family, { now }]) => [family, now])),
  )
})

test.each([
  [1, 0, 'new'],
  [6, 5, 'stable'],
  [7, 5, 'rising'],
  [4, 5, 'stable'],
  [3, 5, 'falling'],
  [5, 5, 'stable'],
])('%i recordings after %i: %s', (now, before, trend) => {
  expect(trendOf(now, before)).toBe(trend)
})

it('a theme has the wording that most recordings have, and names them, newest first', async () => {
  const ids: string[] = []
  for (const key_topics of [['pricing', 'price'], ['the pricing model'], ['pricing']]) {
    ids.unshift(await stage.givenCall({ results: { Sales: { key_topics } } }))
    advance(1_000)
  }
  await stage.generate()
  expect((await resultOf()).key_themes).toMatchObject([
    { theme: 'pricing', frequency: 3, trend: 'new', previous_frequency: 0, content_ids: ids },
  ])
})

it('the period holds its first moment and not its end; the one before is as long', async () => {
  const { now } = stage.app.clock
  const at = [now().getTime()]
  await stage.givenCall({ results: { Sales: { key_topics: ['First'] } } })
  advance(day - 1)
  await stage.givenCall({ results: { Sales: { key_topics: ['Before'] } } })
  advance(1)
  at.push(now().getTime())
  await stage.givenCall({ results: { Sales: { key_topics: ['First', 'Now'] } } })
  advance(day)
  await stage.givenCall({ results: { Sales: { key_topics: ['Now'] } } })
  await stage.generate({ lookback_days: 1 })
  const { data } = (await stage.latest()).body
  expect(Date.parse(data.period_start)).toBe(at[1])
  expect(data).toMatchObject({ content_analyzed: 1 })
  expect(data.result.key_themes).toMatchObject([
    { theme: 'First', frequency: 1, previous_frequency: 1, trend: 'stable' },
    { theme: 'Now', frequency: 1, previous_frequency: 0, trend: 'new' },
  ])
})

it('fields are told by their names, wherever and in whatever shape they are', async () => {
  await stage.givenCall({
    results: {
      One: { themes: [{ name: 'Budget' }, { topic: 'Roadmap' }], mood: { label: 'Very positive' } },
      Two: { report: { next_steps: [{ task: 'Ship it', assignee: 'Ada', deadline: 'Friday' }] } },
    },
  })
  await stage.givenCall({
    results: {
      Three: { key_points: ['Hiring', 'They said that hiring is slow in this quarter.'] },
    },
  })
  advance(1_000)
  await stage.generate()
  const result = await resultOf()
  const themes = result.key_themes.map(({ theme }: { theme: string }) => theme)
  expect(themes.toSorted()).toEqual(['Budget', 'Hiring', 'Roadmap'])
  expect(result.sentiment_distribution).toEqual({ positive: 1, neutral: 0, negative: 0 })
  expect(result.top_action_items).toEqual(['Ship it (Ada, due Friday)'])
  expect(result.action_items).toMatchObject([{ text: 'Ship it', owner: 'Ada', due: 'Friday' }])
})

it('a recording without an analysis is read from its transcript', async () => {
  const said = 'We love the budget. The budget is great. I will send the contract on Friday.'
  const id = await stage.givenCall({ said })
  await stage.givenCall({ results: { Sales: { key_topics: ['Budgets'] } } })
  advance(1_000)
  await stage.generate()
  const result = await resultOf()
  expect((await stage.latest()).body.data.content_analyzed).toBe(2)
  expect(result.key_themes[0]).toMatchObject({ theme: 'budget', frequency: 2 })
  expect(result.sentiment_distribution).toEqual({ positive: 1, neutral: 0, negative: 0 })
  expect(result.action_items).toMatchObject([{ due: 'Friday', content_ids: [id] }])
})

it('action items are listed once, those of most recordings first, at most 20', async () => {
  await stage.givenCall({ results: { Team: { action_items: ['Old task'] } } })
  advance(1_000)
  const many = Array.from({ length: 30 }, (_, index) => `Visit customer number ${index}00`)
  await stage.givenCall({ results: { Team: { action_items: ['Send Ada the contract', ...many] } } })
  advance(1_000)
  const newest = ['Send the contract to Ada', 'Send the contract to Bob']
  await stage.givenCall({ results: { Team: { action_items: newest } } })
  advance(1_000)
  await stage.generate()
  const { top_action_items: top, action_items: sources } = await resultOf()
  expect(top).toHaveLength(20)
  expect(top.slice(0, 3)).toEqual([...newest, 'Visit customer number 000'])
  expect(sources.map(({ text }: { text: string }) => text)).toEqual(top)
  expect(sources[0].recordings).toBe(2)
})
