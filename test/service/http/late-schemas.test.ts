import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { readAddress } from '../../../service/http/address-values.ts'
import { compileOnce, serializeLate, validateLate } from '../../../service/http/late-schemas.ts'

const place = { method: 'POST', url: '/v1/things' }
const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

const reasonsOf = (validate: object) => ('errors' in validate ? validate.errors : undefined)

test('a refusal says why; what is right afterwards has no reasons left', () => {
  const validate = validateLate(
    compileOnce(new Ajv()),
    () => {},
    [],
  )({
    ...place,
    schema,
    httpPart: 'body',
  })
  expect(validate({})).toBe(false)
  expect(reasonsOf(validate)).toMatchObject([{ keyword: 'required' }])
  expect(validate({ name: 'Notes' })).toBe(true)
  expect(reasonsOf(validate)).toBeNull()
})

test('a schema is compiled once it is needed; only what an address holds is read from text', () => {
  const compiled: object[] = []
  const compile = compileOnce(new Ajv())
  const late = validateLate(
    (given) => {
      compiled.push(given)
      return compile(given)
    },
    readAddress,
    ['querystring'],
  )
  const count = { type: 'object', properties: { limit: { type: 'integer' } } }
  const [body, query] = ['body', 'querystring'].map((httpPart) =>
    late({ ...place, schema: count, httpPart }),
  )
  expect(compiled).toEqual([])
  expect([body?.({ limit: '5' }), query?.({ limit: '5' })]).toEqual([false, true])
  expect([body?.({ limit: 5 }), query?.({ limit: 5 })]).toEqual([true, true])
  expect(compiled).toEqual([count, count])
})

test('an answer is what its schema lists', () => {
  const serialize = serializeLate({ ...place, schema, httpStatus: '200' })
  expect(serialize({ name: 'Notes', secret: 'whsec_1' })).toBe('{"name":"Notes"}')
})

test('schemas of one text are built once, whichever server asks', () => {
  const compile = compileOnce(new Ajv())
  expect(compile(structuredClone(schema))).toBe(compile(schema))
  expect(compile({ ...schema, required: [] })).not.toBe(compile(schema))
})
