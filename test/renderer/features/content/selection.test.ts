import { expect, test } from 'vitest'
import {
  chooseAll,
  extend,
  keepShown,
  nothing,
  toggle,
} from '../../../../renderer/features/content/selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const chosen = ({ chosen: ids }: { chosen: ReadonlySet<string> }) => [...ids].toSorted()

test('a range grows and shrinks around its anchor and leaves what was chosen before', () => {
  const one = toggle(toggle(nothing, 'a'), 'c')
  const longer = extend(one, order, { from: 'c', to: 'e' })
  expect(chosen(longer)).toEqual(['a', 'c', 'd', 'e'])
  expect(chosen(extend(longer, order, { from: 'e', to: 'd' }))).toEqual(['a', 'c', 'd'])
  expect(chosen(extend(longer, order, { from: 'e', to: 'b' }))).toEqual(['a', 'b', 'c'])
})

test('without an anchor a range begins where one is, and stays begun there', () => {
  const first = extend(nothing, order, { from: 'b', to: 'c' })
  expect(chosen(first)).toEqual(['b', 'c'])
  expect(chosen(extend(first, order, { from: 'c', to: 'd' }))).toEqual(['b', 'c', 'd'])
})

test('what is chosen twice is not chosen', () => {
  expect(chosen(toggle(toggle(nothing, 'a'), 'a'))).toEqual([])
})

test('what is not shown any more is not chosen any more', () => {
  const all = chooseAll(order)
  expect(chosen(keepShown(all, ['d', 'b']))).toEqual(['b', 'd'])
  expect(keepShown(all, order)).toBe(all)
  // A range goes on from nowhere when its anchor has left.
  expect(keepShown(all, ['b']).anchor).toBe(null)
})
