import { expect, test } from 'vitest'
import { gridAction } from '../../../../renderer/features/content/grid-keys.ts'

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const place = { index: 5, count: 100, page: 10 }
const press = (key: string, held = {}) => gridAction({ key, ...none, ...held }, place)

test.each([
  ['ArrowDown', 6],
  ['ArrowUp', 4],
  ['PageDown', 15],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 99],
])('%s goes to row %i, and with Shift chooses on the way', (key, index) => {
  expect(press(key)).toEqual({ do: 'move', index, isRange: false })
  expect(press(key, { shiftKey: true })).toEqual({ do: 'move', index, isRange: true })
})

test('the ends hold, also of an empty list', () => {
  const end = { index: 99, count: 100, page: 10 }
  expect(gridAction({ key: 'PageDown', ...none }, end)).toMatchObject({ index: 99 })
  const empty = { index: 0, count: 0, page: 10 }
  expect(gridAction({ key: 'End', ...none }, empty)).toMatchObject({ index: 0 })
})

test.each([
  [' ', {}, 'toggle'],
  ['Enter', {}, 'open'],
  ['Escape', {}, 'none'],
  ['Delete', {}, 'delete'],
  ['a', { ctrlKey: true }, 'all'],
  ['A', { metaKey: true }, 'all'],
])('%j with %j means %s', (key, held, action) => {
  expect(press(key, held)).toEqual({ do: action })
})

test('keys of the browser and the system go their usual way', () => {
  expect(press('a')).toBeUndefined()
  expect(press('c', { ctrlKey: true })).toBeUndefined()
  expect(press('ArrowUp', { altKey: true })).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
})
