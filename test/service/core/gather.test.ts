import { expect, test } from 'vitest'
import { createGathering } from '../../../service/core/gather.ts'

test('the first goes at once, and what comes meanwhile together', async () => {
  const batches: number[][] = []
  const gate = Promise.withResolvers<void>()
  const add = createGathering<number>(1, async (items) => {
    batches.push([...items])
    if (items.includes(1)) await gate.promise
  })
  const all = [1, 2, 3].map(add)
  expect(batches).toEqual([[1]])
  gate.resolve()
  await Promise.all(all)
  expect(batches).toEqual([[1], [2, 3]])
})

test('one that cannot be done keeps no other from it, and only its own caller hears of it', async () => {
  const done: number[] = []
  const add = createGathering<number>(1, async (items) => {
    if (items.includes(3)) throw new Error('not this one')
    done.push(...items)
  })
  const all = await Promise.allSettled([1, 2, 3, 4].map(add))
  expect(all.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ])
  expect(done).toEqual([1, 2, 4])
})
