import { expect, test } from 'vitest'
import type { Model } from 'earshot/client'
import { recommendedModels } from '../../../../renderer/features/models/recommended.ts'

type Verdict = Model['fits']['verdict']

const model = (id: string, [speed, quality]: [string, string], verdict: Verdict, memory: number) =>
  ({
    id,
    kind: 'language-model',
    memory_bytes: memory,
    speed,
    quality,
    fits: { verdict, reason: '' },
  }) as unknown as Model // what the choice depends on

/** The catalogue's language models, with what the service says of each on some machine. */
const catalogue = (verdicts: [Verdict, Verdict, Verdict, Verdict, Verdict]): Model[] => [
  model('smollm2-135m', ['fast', 'basic'], verdicts[0], 98),
  model('qwen2.5-1.5b', ['fast', 'good'], verdicts[1], 1117),
  model('qwen3-1.7b', ['medium', 'good'], verdicts[2], 1834),
  model('qwen3-4b', ['medium', 'better'], verdicts[3], 2497),
  model('qwen3-8b', ['slow', 'best'], verdicts[4], 5028),
]
const ids = (models: readonly Model[]) =>
  recommendedModels(models).map((one) => [one.recommendation, one.model.id])

test('16 GB: three, the fastest first', () => {
  expect(ids(catalogue(['good', 'good', 'good', 'good', 'good']))).toEqual([
    ['fast', 'qwen2.5-1.5b'],
    ['balanced', 'qwen3-4b'],
    ['best', 'qwen3-8b'],
  ])
})

test('8 GB: none that is tight or too large', () => {
  expect(ids(catalogue(['good', 'good', 'good', 'good', 'too_large']))).toEqual([
    ['fast', 'qwen2.5-1.5b'],
    ['balanced', 'qwen3-1.7b'],
    ['best', 'qwen3-4b'],
  ])
})

test('a small machine has fewer', () => {
  expect(ids(catalogue(['good', 'tight', 'too_large', 'too_large', 'too_large']))).toEqual([
    ['best', 'smollm2-135m'],
  ])
  expect(ids(catalogue(['too_large', 'too_large', 'too_large', 'too_large', 'too_large']))).toEqual(
    [],
  )
})
