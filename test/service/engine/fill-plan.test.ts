import { expect, test } from 'vitest'
import { planFor } from '../../../service/engine/grammar-schema.ts'
import { fillPlan } from '../../../service/engine/llama/fill-plan.ts'
import type { GrammarSampler } from '../../../service/engine/llama/grammar-sampler.ts'

/** A sampler that writes this text, and then an end, wherever a value of its own is wanted. */
const samplerOf = (text: string): GrammarSampler => ({
  force: () => undefined,
  pick: async (characters) => characters.find((one) => one === '"') ?? characters[0] ?? '',
  generate: async ({ keep }) => keep(`${text}"`),
  left: () => 500,
  limit: () => 500,
})

const nullable = (format: string) => planFor({ type: ['string', 'null'], format })

test.each([
  ['email', 'ada@example.org', 'ada@example.org'],
  ['email', 'a..b@example.org', null],
  ['email', 'ada@', null],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '2026-02-30', null],
  ['date-time', '2026-11-31T10:00:00Z', null],
  ['uri', 'example', null],
])('%s: %s is %s where null may stand', async (format, text, value) => {
  expect(await fillPlan(nullable(format), samplerOf(text))).toBe(value)
})

test('where a value must stand, a plain one takes the place of what is none', async () => {
  const plan = planFor({ type: 'string', format: 'email' })
  expect(await fillPlan(plan, samplerOf('ada@'))).toBe('unknown@example.com')
})
