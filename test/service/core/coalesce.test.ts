import { expect, test } from 'vitest'
import { coalesce } from '../../../service/core/coalesce.ts'

test('what is wanted while it goes on is done once more afterwards, and never twice at once', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  let begun = 0
  const start = coalesce(() => gates[begun++]?.promise ?? Promise.resolve())
  start()
  start()
  start()
  expect(begun).toBe(1)
  gates[0]?.resolve()
  await expect.poll(() => begun).toBe(2)
  gates[1]?.resolve()
  await gates[1]?.promise
  await Promise.resolve()
  expect(begun).toBe(2)
  start()
  expect(begun).toBe(3)
  gates[2]?.resolve()
})
