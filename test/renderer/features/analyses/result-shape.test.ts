import { expect, test } from 'vitest'
import {
  evidenceAt,
  fieldsOf,
  formatNumber,
  humanize,
} from '../../../../renderer/features/analyses/result-shape.ts'

test('fields follow the schema; what it does not name comes last', () => {
  const schema = { properties: { b: { title: 'Second' }, key_topics: {}, missing: {} } }
  const fields = fieldsOf({ extra: 1, key_topics: [], b: 'x' }, schema)
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['b', 'Second'],
    ['key_topics', 'Key topics'],
    ['extra', 'Extra'],
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
