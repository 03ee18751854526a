/** The language model answers under a schema, with each change; llama.nightly.test.ts has all kinds of schema and of ends. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'

import { compileSchema } from '../../service/engine/check-result.ts'
import type { JsonSchema } from '../../service/engine/engine.ts'
import { createLlama } from '../../service/engine/llama.ts'
import { createGraphicsMemory } from '../../service/engine/llama/graphics-memory.ts'
import { writingProcessor } from '../../service/engine/llama/graphics.ts'
import { perChange } from '../support/nightly.ts'
import { temporaryFolder } from '../support/folders.ts'
import { salesCall } from '../service/engine/calls.ts'
import { languageModel } from './language-model.ts'

const model = languageModel ?? { id: 'absent', path: '', sha256: '' }
const minutes = 60_000
const segments = salesCall.slice(0, 2)
const schema: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'string', maxLength: 60 },
    sentiment: { enum: ['positive', 'neutral', 'negative'] },
    tasks: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: { type: 'object', properties: { owner: { type: ['string', 'null'], maxLength: 20 } } },
    },
    score: { type: 'integer', minimum: 1, maximum: 5 },
  },
  required: ['summary', 'sentiment', 'tasks', 'score'],
  additionalProperties: false,
}
const request = { instructions: 'Analyse this call: {{transcript}}', segments, language: 'en' }

describe.skipIf(!languageModel)('the language model (skipped without its file)', () => {
  const llama = createLlama({ log: pino({ level: 'silent' }), maxTokens: 100 })
  afterAll(() => llama.stop())
  const write = (
    asked: JsonSchema,
    work: Partial<{ signal: AbortSignal; onProgress: () => void }> = {},
  ) =>
    llama.write(
      model,
      { ...request, schema: asked },
      { signal: new AbortController().signal, onProgress: () => {}, ...work },
    )

  test('a cancelled job ends at once', { timeout: 5 * minutes }, async () => {
    const controller = new AbortController()
    let cancelledAt = 0
    const onProgress = () => {
      cancelledAt ||= performance.now()
      controller.abort()
    }
    const job = write(schema, { signal: controller.signal, onProgress })
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    // Held to the second by night only: with each change other tests share the machine.
    expect(performance.now() - cancelledAt).toBeLessThan(perChange(10_000, 1_000))
  })

  test('the answer to the next job conforms to its schema', { timeout: 5 * minutes }, async () => {
    const { result, modelUsed, coverage } = await write(schema)
    expect(compileSchema(schema)(result)).toBeNull()
    expect(modelUsed).toBe('smollm2-135m')
    expect(coverage).toMatchObject({ chunks: 1, tokens_used: coverage.tokens_total })
  })

  test('where a graphics processor may be used, too', { timeout: 5 * minutes }, async () => {
    const graphics = createGraphicsMemory(await temporaryFolder())
    const other = createLlama({ log: pino({ level: 'silent' }), maxTokens: 40, graphics })
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const brief = { type: 'object', properties: { sentiment: { enum: ['good', 'bad'] } } }
    const asked = { ...request, schema: { ...brief, required: ['sentiment'] } }
    expect((await other.write(model, asked, options)).result).toHaveProperty('sentiment')
    process.stderr.write(`The language model worked on ${JSON.stringify(writingProcessor())}.\n`)
    await other.stop()
  })

  test(
    'how fast it reads and writes is measured, and the next job is as before',
    { timeout: 5 * minutes },
    async () => {
      const options = { signal: new AbortController().signal, onProgress: () => {} }
      const speed = await llama.measure(model, options)
      expect(speed.read_tokens_per_second).toBeGreaterThan(speed.written_tokens_per_second)
      expect(speed.written_tokens_per_second).toBeGreaterThan(0.1)
      process.stderr.write(`${JSON.stringify(speed)}\n`)
      const mood = { enum: ['good', 'bad'] }
      const brief = { type: 'object', properties: { mood }, required: ['mood'] }
      expect((await write(brief)).result).toHaveProperty('mood')
    },
  )

  test('a whole file that is no language model says so', { timeout: 5 * minutes }, async () => {
    const file = path.join(await temporaryFolder(), 'strange.gguf')
    const bytes = Buffer.from('GGUF and nothing that can be read')
    await writeFile(file, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const other = createLlama({ log: pino({ level: 'silent' }) })
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const written = other.write({ id: 'x', path: file, sha256 }, { ...request, schema }, options)
    await expect(written).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('Choose another one'),
    })
  })

  test('a file that is not the model is not loaded', { timeout: 5 * minutes }, async () => {
    const other = createLlama({ log: pino({ level: 'silent' }) })
    const changed = { ...model, sha256: '0'.repeat(64) }
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    await expect(other.write(changed, { ...request, schema }, options)).rejects.toMatchObject({
      code: 'model_missing',
    })
    expect(other.pid()).toBeNull()
  })
})
