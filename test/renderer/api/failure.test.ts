import { expect, test } from 'vitest'
import { toEarshotError } from 'earshot/client'
import { formErrors } from '../../../renderer/api/failure.ts'
import { ownAddress } from '../../../renderer/api/own-address.ts'

const refused = new Response(null, { status: 400 })

test('an error of the service keeps its code, details and request id', () => {
  const details = [{ field: 'name', code: 'too_short', message: 'Give it a name.' }]
  const body = {
    error: { code: 'validation_error', message: 'No.', details },
    meta: { request_id: 'req_1' },
  }
  expect(toEarshotError(body, refused)).toMatchObject({
    code: 'validation_error',
    message: 'No.',
    status: 400,
    details,
    requestId: 'req_1',
  })
})

test('silence and answers that are no JSON are failures, too', () => {
  expect(toEarshotError(new TypeError('fetch'), undefined)).toMatchObject({
    code: 'service_unreachable',
  })
  expect(toEarshotError('<html>', refused)).toMatchObject({
    code: 'unexpected_answer',
    status: 400,
  })
})

test('a form takes the errors of its fields; without any, the sentence', () => {
  const details = [
    { field: 'settings.default_prompt_id', code: 'unknown', message: 'No such prompt.' },
  ]
  const failure = toEarshotError(
    { error: { code: 'validation_error', message: 'No.', details } },
    refused,
  )
  expect(formErrors(failure, ['name', 'default_prompt_id'])).toEqual({
    fields: { default_prompt_id: 'No such prompt.' },
    rest: null,
  })
  expect(formErrors(failure, ['name'])).toEqual({ fields: {}, rest: 'No.' })
})

test('loopback addresses are called on the origin of the page, others as they are', () => {
  const page = { origin: 'http://localhost:4777' }
  expect(ownAddress('http://127.0.0.1:4777/v1/media/x?a=1', page)).toBe('/v1/media/x?a=1')
  expect(ownAddress('https://store.example/x', page)).toBe('https://store.example/x')
})
