import { expect, test } from 'vitest'
import { runBulk } from '../../../../renderer/features/content/bulk-run.ts'
import { uniqueNames } from '../../../../renderer/features/content/bulk-works.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const quiet = { atOnce: 2, onStep: () => {} }

test('one that fails is told and does not keep the others from it; never more at once', async () => {
  let [atOnce, most] = [0, 0]
  const work = async (id: string) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await Promise.resolve()
    atOnce -= 1
    if (id === 'c') throw new Error('It is in use.')
  }
  const { done, failed } = await runBulk(ids, work, {
    ...quiet,
    signal: new AbortController().signal,
  })
  expect([done.toSorted(), failed, most]).toEqual([
    ['a', 'b', 'd', 'e', 'f'],
    [{ id: 'c', message: 'It is in use.' }],
    2,
  ])
})

test('a stop lets what is under way end and begins nothing more', async () => {
  const stop = new AbortController()
  const begun: string[] = []
  const work = async (id: string) => {
    begun.push(id)
    await Promise.resolve()
    if (id === 'b') stop.abort()
  }
  const { done } = await runBulk(ids, work, { ...quiet, signal: stop.signal })
  expect(done).toEqual(begun)
  expect(begun.length).toBeLessThan(ids.length)
})

test('files of one name get different ones in an archive, whatever their case', () => {
  const nameFor = uniqueNames()
  expect(['call.txt', 'Call.txt', 'call.txt', 'call', 'call'].map(nameFor)).toEqual([
    'call.txt',
    'Call (2).txt',
    'call (3).txt',
    'call',
    'call (2)',
  ])
})
