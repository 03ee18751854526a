import { describe, expect, test } from 'vitest'

import { compileSchema } from '../../../service/engine/check-result.ts'
import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { checkSchema } from '../../../service/engine/schema-subset.ts'
import { hostileSchemas } from './hostile-schemas.ts'
import { schemas, transcripts } from './matrix.ts'

const options = { signal: new AbortController().signal, onProgress: () => {} }
const write = (transcript: (typeof transcripts)[number], schema: (typeof schemas)[string]) =>
  createExtractive().write({ ...transcript, instructions: '{{transcript}}', schema }, options)

test('there are at least twenty transcripts and fifteen schemas, and the hostile ones', () => {
  expect(transcripts.length).toBeGreaterThanOrEqual(20)
  expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(15)
  for (const schema of Object.values(schemas)) expect(checkSchema(schema)).toBeNull()
  for (const { name, schema } of hostileSchemas) expect(checkSchema(schema), name).not.toBeNull()
})

describe('with every schema', () => {
  test.each(transcripts)(
    '$name: every result is valid',
    async (transcript) => {
      const isLong = transcript.segments.length > 1_000
      // Reading takes the time, and every schema reads the same: one will do for the longest.
      const chosen = Object.entries(schemas).filter(([name]) => !isLong || name === 'meeting')
      for (const [name, schema] of chosen) {
        const written = await write(transcript, schema).catch((error: unknown) => {
          // Texts that nobody said are missing: it says where, in place of a list of empty ones.
          expect(name).toBe('lists that must hold something')
          expect(error).toMatchObject({
            code: 'schema_not_satisfied',
            message: expect.stringContaining('/topics'),
          })
        })
        if (!written) continue
        const { result } = written
        expect(compileSchema(schema)(result), `${name}: ${JSON.stringify(result)}`).toBeNull()
      }
    },
    120_000,
  )
})

test('repeated, nothing changes', async () => {
  for (const transcript of transcripts.filter(({ segments }) => segments.length < 1_000)) {
    const schema = { ...schemas['meeting'] }
    const [first, second] = [await write(transcript, schema), await write(transcript, schema)]
    expect(second, transcript.name).toEqual(first)
  }
})
