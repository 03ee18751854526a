import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'

import { compileSchema } from '../../service/engine/check-result.ts'
import { createLlama } from '../../service/engine/llama.ts'
import { isNightly } from '../support/nightly.ts'
import { schemas, transcripts } from '../service/engine/matrix.ts'
import { languageModel } from './language-model.ts'

// Minutes of work, so by night only. The built-in analyser goes through all
// of it with every change, in test/service/engine/matrix.test.ts.
const isWanted = languageModel !== null && isNightly
const model = languageModel ?? { id: 'absent', path: '', sha256: '' }
const options = { signal: new AbortController().signal, onProgress: () => {} }
const names = ['sales call', 'empty', 'control characters', 'Japanese', 'markup', 'Spanish call']
const schemaNames = [
  'meeting',
  'enums',
  'numbers in odd bounds',
  'texts in odd bounds',
  'references',
]

describe.skipIf(!isWanted)('the language model (by night)', () => {
  const llama = createLlama({ log: pino({ level: 'silent' }), maxTokens: 200 })
  afterAll(() => llama.stop())

  test.each(transcripts.filter(({ name }) => names.includes(name)))(
    '$name: every result is valid, and the same when repeated',
    async ({ segments, language }) => {
      for (const name of schemaNames) {
        const schema = { ...schemas[name] }
        const request = { instructions: 'Sum up: {{transcript}}', segments, language, schema }
        const first = await llama.write(model, request, options)
        expect(compileSchema(schema)(first.result), name).toBeNull()
        expect(await llama.write(model, request, options), name).toEqual(first)
      }
    },
    1_800_000,
  )
})
