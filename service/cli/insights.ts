import { Option } from 'commander'
import { findProject, type Action, type Insights, type InsightsItem } from 'earshot/client'
import { command, group, toCount } from './command.ts'
import { operation } from './operation.ts'
import type { Columns } from './tables.ts'

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

/** earshot insights … */
export const insights = group('insights', 'what the recordings of a project have in common', [
  operation('getInsights', 'show <project>', 'show the newest', {
    examples: ['insights show Sales', 'insights show Sales --json'],
    lines: toReport,
  }),
  operation('listInsights', 'history <project>', 'list all that were made, newest first', {
    columns: {
      ID: 'id',
      FROM: 'period_start',
      TO: 'period_end',
      STATE: 'status',
      RECORDINGS: 'content_analyzed',
    },
  }),
  operation('listAllInsights', 'all', 'list those of all projects, newest first', {
    options: [['--status <status>', 'only those in this state']],
    examples: ['insights all --status open'],
    columns: { ID: 'id', PROJECT: 'project_id', STATE: 'status', CREATED: 'created_at' },
  }),
  command<{ days?: number; wait?: boolean }>({
    line: 'generate <project>',
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
  }),
])

const actionOptions: [string, string][] = [
  ['--state <state>', 'only those'],
  ['--owner <name>', 'only those of this person'],
  ['--sort <order>', 'newest, or due: the soonest first'],
]
const actionColumns: Columns<Action> = {
  ID: 'id',
  '': ({ is_done, is_overdue }) => (is_done ? 'done' : is_overdue ? 'overdue' : ''),
  WHAT: 'text',
  WHO: 'owner',
  DUE: ({ due_on, due }) => due_on ?? due,
  RECORDING: 'filename',
}

/** earshot actions … */
export const actions = group('actions', 'what people took on in recordings', [
  operation('listActions', 'list <project>', 'list those of a project, newest first', {
    options: actionOptions,
    examples: ['actions list Sales --state open --owner Mary'],
    columns: actionColumns,
  }),
  operation('listAllActions', 'all', 'list those of all projects, newest first', {
    options: actionOptions,
    examples: ['actions all --state open --sort due'],
    columns: actionColumns,
  }),
  operation('listActionOwners', 'owners <project>', 'list who took them on', {
    lines: ({ owners }) => (owners.length > 0 ? owners : ['Nobody is named yet']),
  }),
  operation('updateAction', 'done <project> <action>', 'tick one off', {
    options: [['--undo', 'open it again instead']],
    examples: ['actions done Sales act_…', 'actions done Sales act_… --undo'],
    fields: ({ undo }: { undo?: boolean }) => ({ is_done: !undo }),
  }),
])
