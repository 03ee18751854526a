import { expect, test } from 'vitest'
import { systemPrompts } from '../../../../service/features/prompts/system-prompts.ts'
import {
  columnsOf,
  dateIn,
  evidenceAt,
  fieldsOf,
  formatNumber,
  hasUnfound,
  isClaim,
  readShare,
} from '../../../../renderer/features/analyses/result-shape.ts'
import { humanize } from '../../../../renderer/ui/humanize.ts'

test('fields follow the schema; what it does not name comes last', () => {
  const schema = { properties: { b: { title: 'Second' }, key_topics: {}, missing: {} } }
  const fields = fieldsOf({ extra: 1, key_topics: [], b: 'x' }, schema)
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['b', 'Second'],
    ['key_topics', 'Key topics'],
    ['extra', 'Extra'],
  ])
})

test('questions are named as the built-in prompt asks for them', () => {
  const labels = systemPrompts.map(({ output_schema: schema }) =>
    fieldsOf({ questions: [] }, schema).map(({ label }) => label),
  )
  expect(labels.flat()).toEqual([
    'Questions',
    'Open questions',
    'Questions',
    'Questions from the candidate',
    'Questions for next time',
  ])
})

test.each(['/action_items/0', 'action_items.0', 'action_items[0]', '$.action_items[0]'])(
  'evidence written as %s is found',
  (path) => {
    expect(evidenceAt({ [path]: ['seg_1'] }, ['action_items', 0])).toEqual(['seg_1'])
    expect(evidenceAt({ [path]: ['seg_1'] }, ['action_items', 1])).toEqual([])
  },
)

test('shares read as percent, other numbers as they are', () => {
  expect(formatNumber('deal_probability', 0.42, {})).toBe('42 %')
  expect(formatNumber('score', 0.5, { maximum: 1 })).toBe('50 %')
  expect(formatNumber('deal_probability', 42, {})).toBe('42')
})

test('keys in any spelling read as words', () => {
  expect([humanize('dealProbability'), humanize('key_topics')]).toEqual([
    'Deal probability',
    'Key topics',
  ])
})

test('free text is a claim; what was picked from the schema’s list, a number or nothing is none', () => {
  expect(['said', '', '–', 4, true, null].map((value) => isClaim(value, {}))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(isClaim('positive', { enum: ['positive'] })).toBe(false)
  expect(isClaim('call', { const: 'call' })).toBe(false)
})

test('a result is marked where one of its texts has no place', () => {
  const result = { summary: 'a', tasks: [{ what: 'b', who: 'c' }] }
  const places = { '/summary': ['seg_1'], '/tasks/0/what': ['seg_1'] }
  expect(hasUnfound(result, {}, { places })).toBe(true)
  expect(hasUnfound(result, {}, { places: { ...places, '/tasks/0/who': ['seg_2'] } })).toBe(false)
})

test('a hundred percent is said only of all that there is', () => {
  const shares = [
    [10, 10],
    [9_999, 10_000],
    [62, 100],
    [0, 0],
  ].map(([tokens_used = 0, tokens_total = 0]) => readShare({ tokens_used, tokens_total }))
  expect(shares).toEqual([100, 99, 62, 100])
})

test('a day and a moment are told from other texts, and are claims', () => {
  expect(dateIn('2026-11-27')).toEqual({ hasTime: false })
  expect(dateIn('2026-11-27T09:30:00Z')).toEqual({ hasTime: true })
  expect(['2026-99-99', '27.11.2026', 'on 2026-11-27'].map(dateIn)).toEqual([null, null, null])
  expect([isClaim('1970-01-01', {}), isClaim('42', {})]).toEqual([true, false])
})

test('records of a few short values are a table, in the order of the schema', () => {
  const schema = { properties: { owner: {}, task: { title: 'What' } } }
  const columns = columnsOf([{ task: 'Send it' }, { task: 'Call', owner: 'Ada' }], schema)
  expect(columns?.map(({ label }) => label)).toEqual(['Owner', 'What'])
  const deep = { task: 'Send it', steps: ['one'] }
  const wide = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`field_${at}`, at]))
  for (const items of [[deep, deep], [wide, wide], [{ task: 'a', owner: 'b' }], [{ a: 1 }, 'b']]) {
    expect(columnsOf(items, {})).toBeNull()
  }
})
