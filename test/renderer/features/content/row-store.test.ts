import { expect, test } from 'vitest'
import { createRowStore, type LibraryRow } from '../../../../renderer/features/content/row-store.ts'

type Call = { ids: readonly string[]; answer: (ids?: readonly string[]) => void; fail: () => void }

/** A store whose answers come when the test says so. */
function givenStore() {
  const calls: Call[] = []
  const store = createRowStore(
    (ids) =>
      new Promise((resolve, reject) => {
        const rows = (some: readonly string[]) => some.map((id) => rowOf(id))
        calls.push({
          ids,
          answer: (some = ids) => resolve(rows(some)),
          fail: () => reject(new Error('silence')),
        })
      }),
  )
  return { store, calls }
}

// Only what the store looks at.
const rowOf = (id: string) => ({ item: { id } }) as LibraryRow
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('what was scrolled past is not asked for; the last place is, as soon as there is room', async () => {
  const { store, calls } = givenStore()
  store.want(['a'])
  store.want(['b'])
  store.want(['c'])
  store.want(['d'])
  expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['b']])
  calls[0]?.answer()
  await settle()
  expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['d']])
  expect(store.get('a')?.item.id).toBe('a')
})

test('a row that is there is not asked for again until it is old, and shown meanwhile', async () => {
  const { store, calls } = givenStore()
  store.want(['a', 'b'])
  calls[0]?.answer()
  await settle()
  store.want(['a', 'b'])
  expect(calls).toHaveLength(1)
  store.refresh(['b'])
  expect(calls[1]?.ids).toEqual(['b'])
  expect(store.get('b')?.item.id).toBe('b')
})

test('a deleted row is asked for once, not for ever', async () => {
  const { store, calls } = givenStore()
  store.want(['a', 'gone'])
  calls[0]?.answer(['a'])
  await settle()
  expect(calls).toHaveLength(1)
  store.refresh()
  expect(calls[1]?.ids).toEqual(['a', 'gone'])
})

test('a failure is told and tried again by the next look, not in a loop', async () => {
  const { store, calls } = givenStore()
  let told = 0
  store.subscribe(() => (told += 1))
  store.want(['a'])
  calls[0]?.fail()
  await settle()
  expect([store.error()?.message, told, calls.length]).toEqual(['silence', 1, 1])
  store.want(['a'])
  calls[1]?.answer()
  await settle()
  expect([store.error(), store.get('a')?.item.id]).toEqual([null, 'a'])
})
