import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toEarshotError } from 'earshot/client'
import { asFailure, failureWords, formErrors } from '../../../renderer/api/failure.ts'
import { failures } from '../../../renderer/i18n/en/failures.ts'
import type { ErrorCode, JobErrorCode } from '../../../service/core/errors.ts'
import { codeFiles } from '../../architecture/sources.ts'
import { speakAs } from '../../support/page-language.ts'

// The compiler asks for a text as soon as the catalogue has a new code, also of work in the background.
failures.codes satisfies Record<ErrorCode | JobErrorCode, string>

beforeAll(() => speakAs('de'))
afterAll(() => speakAs('en'))

/** Every code that the API's document lists for its answers. */
function documentedCodes(): string[] {
  const text = readFileSync('service/client/openapi.json', 'utf8')
  const guide: unknown = JSON.parse(text).info.description
  return [...String(guide).matchAll(/^- \*\*\d{3}\*\* `(\w+)`/gm)].map(([, code = '']) => code)
}

/** Every code that the service gives to a wrong field. */
function fieldCodes(): string[] {
  const code = codeFiles()
    .filter((file) => /^service\/(core|http|features)\//.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const thrown = code.matchAll(/errors\.invalid\(\s*[^,]+,\s*'(\w+)'/g)
  const named = code.matchAll(/details: \[\{ field(?:: '[^']+')?, code: '(\w+)'/g)
  const refused = code.matchAll(/\brefuse\('(\w+)'/g)
  return [...thrown, ...named, ...refused].map(([, name = '']) => name)
}

const refusal = (code: string, details: { field: string; code: string; message: string }[] = []) =>
  toEarshotError(
    { error: { code, message: 'In English.', details } },
    new Response(null, { status: 400 }),
  )

test('every code of the documented catalogue has its German sentence', () => {
  const codes = documentedCodes()
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => asFailure(refusal(code)).message === 'In English.')).toEqual([])
})

test('every code of a wrong field has its German sentence', () => {
  const codes = [...new Set(fieldCodes())]
  expect(codes.length).toBeGreaterThan(20)
  const told = (code: string) =>
    asFailure(refusal('validation_error', [{ field: 'url', code, message: 'In English.' }]))
  expect(codes.filter((code) => told(code).details[0]?.message === 'In English.')).toEqual([])
})

test('a form in German says at each field what is wrong with it', () => {
  const failure = refusal('validation_error', [
    { field: 'name', code: 'invalid', message: 'must have at least 3 characters' },
    { field: 'email', code: 'invalid', message: 'must be an email address' },
  ])
  expect(formErrors(failure, ['name', 'email']).fields).toEqual({
    name: 'Mindestens 3 Zeichen.',
    email: 'Das ist keine E-Mail-Adresse.',
  })
  expect(formErrors(failure, ['url']).rest).toBe('name: Mindestens 3 Zeichen.')
})

test('a code that the page does not know keeps the words of the service, and its facts', () => {
  expect(asFailure(refusal('code_to_come'))).toMatchObject({
    code: 'code_to_come',
    message: 'In English.',
    status: 400,
  })
})

test('work that failed is told by its code, and in English by the words of the service', async () => {
  const failure = { code: 'no_audio_stream', message: 'The file a.mp4 holds no sound.' }
  expect(failureWords(failure)).toBe('Die Datei enthält keinen Ton.')
  await speakAs('en')
  expect(failureWords(failure)).toBe(failure.message)
  expect(asFailure(new Error('')).message).toBe('Something went wrong.')
  await speakAs('de')
})
