import { expect, test, vi } from 'vitest'
import { memoize } from '../../../service/core/memoize.ts'

test('each key is made once, null too, until there are as many as are kept', () => {
  const make = vi.fn((n: number) => (n === 0 ? null : String(n)))
  const read = memoize(2, make)
  expect([0, 1, 0, 1].map(read)).toEqual([null, '1', null, '1'])
  expect(make).toHaveBeenCalledTimes(2)
  expect([2, 2, 0].map(read)).toEqual(['2', '2', null])
  expect(make).toHaveBeenCalledTimes(4)
})

test('what could not be made is tried again', () => {
  const make = vi
    .fn((text: string) => text)
    .mockImplementationOnce(() => {
      throw new Error('not now')
    })
  const read = memoize(2, make)
  expect(() => read('a')).toThrow('not now')
  expect(read('a')).toBe('a')
})
