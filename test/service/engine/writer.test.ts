import { pino } from 'pino'
import { expect, test } from 'vitest'

import type { JsonSchema, ModelChoice } from '../../../service/engine/engine.ts'
import { findLanguageModel } from '../../../service/engine/language-models.ts'
import { createWriter } from '../../../service/engine/writer.ts'
import { absentEmbedder } from '../../support/embedder.ts'
import { salesCall } from './calls.ts'

const embedder = absentEmbedder()
const log = pino({ level: 'silent' })
const schema: JsonSchema = { type: 'object', properties: { summary: { type: 'string' } } }
const request = { instructions: '{{transcript}}', segments: salesCall, language: 'en', schema }
const choice = { organizationId: 'org_1' }
const options = { signal: new AbortController().signal, onProgress: () => {} }

test('without a language model the built-in analyser answers', async () => {
  const writer = createWriter({ log, embedder, findLanguageModel: async () => null })
  expect(await writer.status(choice)).toEqual({ ready: true, model: 'earshot-extractive-2' })
  expect(await writer.write(request, options)).toMatchObject({ modelUsed: 'earshot-extractive-2' })
  await writer.stop()
})

test('a language model that cannot be loaded fails the job; nobody else answers for it', async () => {
  const model = { id: 'gone', path: 'no/such/model.gguf', sha256: '0'.repeat(64) }
  const writer = createWriter({ log, embedder, findLanguageModel: async () => model })
  expect(await writer.status(choice)).toEqual({ ready: true, model: 'gone' })
  await expect(writer.write(request, options)).rejects.toMatchObject({ code: 'model_missing' })
  await writer.stop()
})

test('the built-in analyser answers where it is asked for, and no other for a model that is not here', async () => {
  const model = { id: 'chosen', path: 'no/such/model.gguf', sha256: '0'.repeat(64) }
  const find = async (chosen?: ModelChoice) => (chosen?.model === undefined ? model : null)
  const writer = createWriter({ log, embedder, findLanguageModel: find })
  const builtIn = await writer.write(
    { ...request, choice: { ...choice, model: 'built-in' } },
    options,
  )
  expect(builtIn.modelUsed).toBe('earshot-extractive-2')
  const gone = writer.write({ ...request, choice: { ...choice, model: 'gone' } }, options)
  await expect(gone).rejects.toMatchObject({ code: 'model_missing' })
  await writer.stop()
})

test('a schema outside the subset fails before any engine starts', async () => {
  const writer = createWriter({ log, embedder, findLanguageModel: async () => null })
  const refused = { ...request, schema: { type: 'object', not: {} } }
  await expect(writer.write(refused, options)).rejects.toMatchObject({
    code: 'schema_not_satisfied',
  })
})

test('no installed language model: none is found', async () => {
  expect(await findLanguageModel([])).toBeNull()
})
