import { Option, type Command } from 'commander'
import type { Insights, InsightsItem } from 'earshot/client'
import { define, defineList, inState, noun, toCount } from './define.ts'
import { findProject } from './find.ts'
import type { Io } from './io.ts'

type InState = { status?: InsightsItem['status'] | 'open' }

/** earshot insights … */
export function addInsights(io: Io, program: Command): void {
  const insights = noun(program, 'insights', 'what the recordings of a project have in common')
  define(io, insights, {
    name: 'show <project>',
    about: 'show the newest',
    examples: ['insights show Sales', 'insights show Sales --json'],
    run: async ({ api, out }, _options, project = '') => {
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const { data } = await client.getInsights({ path: { projectId } })
      out.result(data, toReport(data))
    },
  })
  defineList<object, InsightsItem>(io, insights, {
    name: 'history <project>',
    about: 'list all that were made, newest first',
    examples: ['insights history Sales'],
    columns: [
      ['ID', ({ id }) => id],
      ['FROM', ({ period_start }) => period_start],
      ['TO', ({ period_end }) => period_end],
      ['STATE', ({ status }) => status],
      ['RECORDINGS', ({ content_analyzed }) => content_analyzed],
    ],
    load: async (api, query, _options, project = '') => {
      const { id: projectId } = await findProject(api, project)
      return api.listInsights({ path: { projectId }, query })
    },
  })
  defineList<InState, InsightsItem>(io, insights, {
    name: 'all',
    about: 'list those of all projects, newest first',
    options: [inState],
    examples: ['insights all --status open'],
    columns: [
      ['ID', ({ id }) => id],
      ['PROJECT', ({ project_id }) => project_id],
      ['STATE', ({ status }) => status],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: (api, page, { status }) =>
      api.listAllInsights({ query: { ...page, ...(status && { status }) } }),
  })
  define<{ days?: number; wait?: boolean }>(io, insights, {
    name: 'generate <project>',
    about: 'make new ones',
    options: [
      new Option('--days <number>', 'look back so many days').argParser(toCount),
      ['--wait', 'wait for them and print them'],
    ],
    examples: ['insights generate Sales --days 30 --wait'],
    run: async ({ api, out, io: { signal } }, { days, wait }, project = '') => {
      const client = await api()
      const { id: projectId, name } = await findProject(client, project)
      const body = days === undefined ? {} : { lookback_days: days }
      const { data } = await client.generateInsights({ path: { projectId }, body })
      if (!wait) return out.record(data)
      const made = { projectId, insightsId: data.insights_id }
      const done = await client.waitForInsights(made, { onProgress: out.step(name), signal })
      out.result(done, toReport(done))
    },
  })
}

function toReport(insights: Insights | InsightsItem) {
  const { content_analyzed, period_start, period_end, result } = insights
  const { key_themes = [], action_items = [], recommendations = [], digest = [] } = result ?? {}
  const { positive, neutral, negative } = result?.sentiment_distribution ?? {}
  return [
    `${content_analyzed ?? 0} recordings, ${period_start.slice(0, 10)} to ${period_end.slice(0, 10)}`,
    ...('since' in insights ? toSince(insights.since) : []),
    'In short:',
    ...digest.map(({ text }) => `  ${text}`),
    `Mood: ${positive ?? 0} positive, ${neutral ?? 0} neutral, ${negative ?? 0} negative`,
    'Themes:',
    ...key_themes.map(({ theme, frequency, trend }) => `  ${theme}: ${frequency}, ${trend}`),
    'To do:',
    ...action_items.map((item) => `  ${item.text}`),
    'Advice:',
    ...recommendations.map((text) => `  ${text}`),
  ]
}

const toSince = ({ new_recordings: fresh, changed_recordings: changed }: Insights['since']) =>
  fresh + changed > 0 ? [`Since then: ${fresh} new recordings, ${changed} that changed`] : []
