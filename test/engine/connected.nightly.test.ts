/**
 * The language models of other programs, for real: EARSHOT_TEST_MODEL_SERVER names the address of
 * one that runs, such as http://127.0.0.1:8080 for llama-server; otherwise this is skipped.
 */
import { expect, test, vi } from 'vitest'
import { createConnected } from '../../service/engine/connected.ts'
import { listServerModels } from '../../service/engine/connected/server-models.ts'
import type { JsonSchema } from '../../service/engine/engine.ts'
import { salesCall } from '../service/engine/calls.ts'

const baseUrl = process.env['EARSHOT_TEST_MODEL_SERVER'] ?? ''
if (baseUrl === '') {
  process.stderr.write('SKIPPED: no server of language models (EARSHOT_TEST_MODEL_SERVER).\n')
}
const server = { baseUrl, apiKey: null, allowRemote: true }
const never = new AbortController().signal

const schema: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'string', maxLength: 300 },
    sentiment: { enum: ['positive', 'neutral', 'negative'] },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
    due: { type: ['string', 'null'], format: 'date' },
    topics: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 4 },
    action_items: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        properties: { task: { type: 'string' }, owner: { type: ['string', 'null'] } },
        required: ['task', 'owner'],
      },
    },
  },
  required: ['summary', 'sentiment', 'rating', 'due', 'topics', 'action_items'],
}
const request = {
  instructions: 'Summarise. {{transcript}}',
  segments: salesCall,
  language: 'en',
  schema,
}

async function firstModel() {
  const { models } = await listServerModels(server, never)
  return { id: 'server/model', name: models[0]?.name ?? 'none', server }
}

test.skipIf(baseUrl === '')(
  'a real server writes under the schema',
  { timeout: 600_000 },
  async () => {
    const fractions: number[] = []
    const written = await createConnected().write(await firstModel(), request, {
      signal: never,
      onProgress: (fraction) => fractions.push(fraction),
    })
    // Conforms: `write` validates. How good it is depends on the model.
    expect(Object.keys(written.result)).toEqual(schema['required'])
    expect(written.coverage).toMatchObject({ chunks: 1 })
    expect(written.modelUsed).toContain(new URL(baseUrl).host)
    expect(fractions.length).toBeGreaterThan(5)
  },
)

test.skipIf(baseUrl === '')(
  'a real server stops when cancelled',
  { timeout: 600_000 },
  async () => {
    const controller = new AbortController()
    const model = await firstModel()
    const onProgress = vi.fn<(fraction: number) => void>()
    const writing = createConnected().write(model, request, {
      signal: controller.signal,
      onProgress,
    })
    writing.catch(() => {})
    await vi.waitFor(() => expect(onProgress).toHaveBeenCalled(), { timeout: 300_000 })
    const abortedAt = performance.now()
    controller.abort()
    await expect(writing).rejects.toMatchObject({ code: 'cancelled' })
    expect(performance.now() - abortedAt).toBeLessThan(2000)
  },
)
