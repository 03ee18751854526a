import { expect, test } from 'vitest'
import { groupsOf, splitSpeaker } from '../../../../renderer/features/palette/options.ts'
import { noteVisit, itemAt, recentItems } from '../../../../renderer/features/palette/recent.ts'
import type { Command } from '../../../../renderer/ui/commands.ts'

const command = (id: string, kind: Command['kind'], label: string): Command => ({
  id,
  kind,
  label,
  Icon: () => null,
  run: () => undefined,
})
const hit = {
  id: 'cont_1',
  project_id: 'proj_1',
  project_name: 'Sales',
  title: 'Call with Mary',
  filename: 'Call.mp3',
  status: 'completed' as const,
  relevance_score: 0.5,
  highlight: 'the <mark>contract</mark>',
  created_at: '2026-01-01T00:00:00Z',
}
const line = (id: string, start: number) => ({
  segment_id: id,
  start,
  end: start + 1,
  speaker: 'Mary',
  highlight: 'the <mark>contract</mark>',
})
const named = (contentId: string, name: string) => ({
  projectId: 'proj_1',
  contentId,
  name,
  projectName: 'Sales',
})
const sources = {
  words: '',
  speaker: null,
  speakers: [],
  recent: [named('cont_9', 'Last.mp3')],
  near: [named('cont_1', 'Call.mp3'), named('cont_2', 'Contract talk.mp3')],
  found: [],
  projects: [],
  commands: [
    command('record', 'action', 'Record'),
    command('go', 'place', 'Go to Projects'),
    command('dark', 'setting', 'Switch to dark'),
  ],
}
const shown = (given: Partial<Parameters<typeof groupsOf>[0]>) =>
  groupsOf({ ...sources, ...given }).map(({ name, options }) => [name, options.map(({ id }) => id)])

test('without words: what was open last, what can be done, where to go', () => {
  expect(shown({})).toEqual([
    ['recent', ['cont_9']],
    ['actions', ['record']],
    ['places', ['go', 'dark']],
  ])
})

test('names come before what was said, two lines of each recording, and all results last', () => {
  const moments = [line('seg_1', 1), line('seg_2', 2), line('seg_3', 3)]
  expect(shown({ words: 'contract', found: [{ ...hit, moments }] })).toEqual([
    ['recordings', ['cont_2']],
    ['said', ['seg_1', 'seg_2']],
    ['all', ['all']],
  ])
})

test('a recording whose analysis alone has the words is shown once, with its excerpt', () => {
  const [group] = groupsOf({ ...sources, words: 'contract', found: [{ ...hit, moments: [] }] })
  expect(group?.options.map(({ id, line: text }) => [id, text])).toEqual([
    ['cont_2', undefined],
    ['cont_1', hit.highlight],
  ])
})

test('only projects and recordings are remembered, the last first, each once, and no names', () => {
  const kept = new Map<string, string>()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    },
  })
  for (const path of ['/projects/proj_1', '/prompts', '/projects/proj_1/recordings/cont_1']) {
    noteVisit(path)
  }
  noteVisit('/projects/proj_1')
  expect(recentItems()).toEqual([
    { projectId: 'proj_1', contentId: null },
    { projectId: 'proj_1', contentId: 'cont_1' },
  ])
  for (let at = 0; at < 20; at += 1) noteVisit(`/projects/proj_${at}`)
  expect(recentItems()).toHaveLength(6)
  expect(itemAt('/projects/proj_1/insights')).toBe(null)
})

test('names that begin so are offered; a name and a colon ask for what that one said', () => {
  expect(shown({ words: 'mar', speakers: ['Mary', 'Mark Twain'] })).toEqual([
    ['speakers', ['speaker-0', 'speaker-1']],
    ['all', ['all']],
  ])
  const said = { ...hit, moments: [line('seg_1', 1)] }
  const groups = groupsOf({ ...sources, words: 'contract', speaker: 'Mary', found: [said] })
  expect(groups.map(({ name }) => name)).toEqual(['said', 'all'])
  expect(groups[1]?.options[0]?.way).toEqual({ to: 'results', words: 'contract', speaker: 'Mary' })
  expect(shown({ words: '', speaker: 'Mary' })).toEqual([])
})

test('what stands before a colon may be a name', () => {
  expect(splitSpeaker('Mary Ann:  the contract ')).toEqual({
    head: 'Mary Ann',
    rest: 'the contract',
  })
  expect(splitSpeaker('Mary:')).toEqual({ head: 'Mary', rest: '' })
  expect(splitSpeaker('contract')).toBeNull()
  expect(splitSpeaker(': contract')).toBeNull()
})

test('what reads like a question may be put to all recordings', () => {
  const asked = (words: string) =>
    groupsOf({ ...sources, words })
      .flatMap(({ options }) => options)
      .flatMap(({ way }) => (way.to === 'answer' ? way.question : []))
  expect(asked('Who signs?')).toEqual(['Who signs?'])
  expect(asked('when do we sign')).toEqual(['when do we sign'])
  expect(asked('the contract')).toEqual([])
})
