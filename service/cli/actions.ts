import { Option, type Command } from 'commander'
import type { Action } from 'earshot/client'
import { define, defineList, noun } from './define.ts'
import { findProject } from './find.ts'
import type { Io } from './io.ts'

type State = 'open' | 'done' | 'overdue'

/** earshot actions … */
export function addActions(io: Io, program: Command): void {
  const actions = noun(program, 'actions', 'what people took on in the recordings of a project')
  defineList<{ state?: State; owner?: string }, Action>(io, actions, {
    name: 'list <project>',
    about: 'list them, newest first',
    options: [
      new Option('--state <state>', 'only those').choices(['open', 'done', 'overdue']),
      ['--owner <name>', 'only those of this person'],
    ],
    examples: ['actions list Sales --state open --owner Mary'],
    columns: [
      ['ID', ({ id }) => id],
      ['', ({ is_done, is_overdue }) => (is_done ? 'done' : is_overdue ? 'overdue' : '')],
      ['WHAT', ({ text }) => text],
      ['WHO', ({ owner }) => owner],
      ['DUE', ({ due_on, due }) => due_on ?? due],
      ['RECORDING', ({ filename }) => filename],
    ],
    load: async (api, page, { state, owner }, project = '') => {
      const { id: projectId } = await findProject(api, project)
      const query = { ...page, ...(state && { state }), ...(owner && { owner }) }
      return api.listActions({ path: { projectId }, query })
    },
  })
  define(io, actions, {
    name: 'owners <project>',
    about: 'list who took them on',
    examples: ['actions owners Sales'],
    run: async ({ api, out }, _options, project = '') => {
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const { data } = await client.listActionOwners({ path: { projectId } })
      out.result(data, data.owners.length > 0 ? data.owners : ['Nobody is named yet'])
    },
  })
  define<{ undo?: boolean }>(io, actions, {
    name: 'done <project> <action>',
    about: 'tick one off',
    options: [['--undo', 'open it again instead']],
    examples: ['actions done Sales act_…', 'actions done Sales act_… --undo'],
    run: async ({ api, out }, { undo }, project = '', actionId = '') => {
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const body = { is_done: !undo }
      out.record((await client.updateAction({ path: { projectId, actionId }, body })).data)
    },
  })
}
