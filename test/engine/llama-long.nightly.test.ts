/** The language model on what is longer than its context, and on what is asked twice. */
import { getLlama } from 'node-llama-cpp'
import { pino } from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { compileSchema } from '../../service/engine/check-result.ts'
import type { WriteRequest } from '../../service/engine/engine.ts'
import { openContext, readPrompt, toTokens } from '../../service/engine/llama/context.ts'
import { createLlama } from '../../service/engine/llama.ts'
import type { LlamaOptions } from '../../service/engine/llama.ts'
import { transcriptPrompt } from '../../service/engine/writing/prompt.ts'
import { checkSchema } from '../../service/engine/schema-subset.ts'
import { planFor } from '../../service/engine/grammar-schema.ts'
import { isNightly } from '../support/nightly.ts'
import { salesCall } from '../service/engine/calls.ts'
import { languageModel } from './language-model.ts'

const model = languageModel ?? { id: 'absent', path: '', sha256: '' }
// A machine at work with other things takes several times as long as a quiet one.
vi.setConfig({ testTimeout: 240_000 })

const log = pino({ level: 'silent' })
const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: {
    summary: { type: 'string', maxLength: 60 },
    topics: { type: 'array', items: { type: 'string', maxLength: 30 }, minItems: 1, maxItems: 2 },
    mood: { enum: ['good', 'bad', null] },
  },
}

const short: WriteRequest = {
  instructions: 'Sum up.',
  segments: salesCall.slice(0, 7),
  language: 'en',
  schema,
}
const long: WriteRequest = { ...short, segments: salesCall }

type Work = Partial<{ signal: AbortSignal; onProgress: (fraction: number) => void }>

/** A small context makes several pieces of a talk of some minutes. */
function start(options: Partial<LlamaOptions> = {}) {
  const llama = createLlama({ log, maxTokens: 40, contextTokens: 640, ...options })
  const write = (request: WriteRequest, work: Work = {}) =>
    llama.write(model, request, {
      signal: new AbortController().signal,
      onProgress: () => {},
      ...work,
    })
  return { llama, write }
}

// Minutes of work, so by night only.
describe.skipIf(!languageModel || !isNightly)(
  'the language model (skipped without its file)',
  () => {
    const shared = start()
    afterAll(() => shared.llama.stop())

    test('a talk longer than the context is answered as a whole', async () => {
      const fractions: number[] = []
      const onProgress = (fraction: number) => fractions.push(fraction)
      const { result, coverage } = await shared.write(long, { onProgress })
      expect(compileSchema(schema)(result)).toBeNull()
      expect(coverage.chunks).toBeGreaterThan(1)
      expect(coverage.tokens_total).toBeGreaterThan(300)
      expect(coverage.tokens_used).toBe(coverage.tokens_total)
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
      expect(fractions.at(-1)).toBeGreaterThan(0.6)
    })

    test('the same job gives the same bytes, after another one and in a new process', async () => {
      const other = { ...short, instructions: 'Name what was agreed.', resultLanguage: 'de' }
      const first = JSON.stringify(await shared.write(short))
      const second = JSON.stringify(await shared.write(other))
      expect(JSON.stringify(await shared.write(short))).toBe(first)
      const cold = start()
      expect(JSON.stringify(await cold.write(other))).toBe(second)
      await cold.llama.stop()
    })

    test('between two pieces a cancelled job ends within a second', async () => {
      const controller = new AbortController()
      let cancelledAt = 0
      const onProgress = (fraction: number) => {
        if (fraction < 0.26) return
        cancelledAt ||= performance.now()
        controller.abort()
      }
      const job = shared.write(long, { signal: controller.signal, onProgress })
      await expect(job).rejects.toMatchObject({ code: 'cancelled' })
      expect(performance.now() - cancelledAt).toBeLessThan(1000)
    })

    test('a process that is killed in a later piece fails its job, not the next one', async () => {
      const onProgress = (fraction: number) => {
        const pid = shared.llama.pid()
        if (pid && fraction > 0.26) process.kill(pid, 'SIGKILL')
      }
      const job = shared.write(long, { onProgress })
      await expect(job).rejects.toMatchObject({ code: 'engine_crashed' })
      await expect(shared.write(short)).resolves.toMatchObject({ coverage: { chunks: 1 } })
    })

    test.each([
      { list: { type: 'array', minItems: 30, maxItems: 1000, items: { ...text, minLength: 900 } } },
      {
        list: { type: 'array', minItems: 400, items: { type: 'number', minimum: 0.5, maximum: 2 } },
      },
      {
        days: { type: 'array', minItems: 9, uniqueItems: true, items: { ...text, maxLength: 3 } },
        on: { type: 'array', minItems: 20, items: { ...text, format: 'date-time' } },
        level: {
          type: 'array',
          minItems: 5,
          uniqueItems: true,
          items: { enum: [1, 2, 3, 'a', 'b'] },
        },
        note: { ...text, minLength: 1000, maxLength: 1000 },
      },
    ])('bounds that no budget holds end in a value that conforms (%#)', async (properties) => {
      const hostile = { type: 'object', properties }
      expect(checkSchema(hostile)).toBeNull()
      const { result } = await shared.write({ ...short, schema: hostile })
      expect(compileSchema(hostile)(result)).toBeNull()
    })

    test('a number that follows a choice is written by the model', async () => {
      const said = 'We sold 470 chairs, 350 tables and 260 lamps.'
      const segments = [{ id: 'seg_1', start: 0, end: 9, speaker: 'Tom', text: said }]
      const counts = {
        type: 'array',
        minItems: 3,
        maxItems: 3,
        items: { type: ['integer', 'null'] },
      }
      const asked = { type: 'object', properties: { counts } }
      const { result } = await shared.write({ ...short, segments, schema: asked })
      expect(JSON.stringify(result)).toMatch(/[1-9]/u)
    })

    test('what two prompts on one recording share is read once', async () => {
      const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1 })
      const loaded = {
        llama,
        model: await llama.loadModel({ modelPath: model.path }),
        threads: 1,
        context: null,
      }
      const context = await openContext(loaded, 512)
      const lines = short.segments.map((segment) => segment.text).join('\n')
      const read = (instructions: string) => {
        const asked = { instructions, language: 'en', plan: planFor(schema) }
        const tokens = toTokens(loaded.model, transcriptPrompt(lines, asked))
        const { signal } = new AbortController()
        return readPrompt(context, tokens, { signal, onTokens: () => {} })
      }
      expect(await read('Sum up.')).toBe(0)
      expect(await read('What was agreed?')).toBeGreaterThanOrEqual(128)
      await llama.dispose()
    })
  },
)
