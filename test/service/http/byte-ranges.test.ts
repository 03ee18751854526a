import { expect, test } from 'vitest'
import { answerRange } from '../../../service/http/byte-ranges.ts'

const changedAt = new Date('2026-11-21T09:30:00.500Z')
const facts = { bytes: 1000, changedAt }
const { etag = '' } = answerRange({}, facts).headers
const before = 'Sat, 21 Nov 2026 09:29:00 GMT'
const since = 'Sat, 21 Nov 2026 09:30:00 GMT'
const statusOf = (headers: Record<string, string>) => answerRange(headers, facts).status

test('all of it is sent with its version', () => {
  expect(answerRange({}, facts)).toEqual({
    status: 200,
    headers: {
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'last-modified': since,
      etag: `"3e8-${changedAt.getTime().toString(16)}"`,
    },
    range: { start: 0, end: 1000 },
  })
})

test.each([
  ['bytes=0-9', 206, 0, 10],
  [' bytes=990-', 206, 990, 1000],
  ['bytes=-5', 206, 995, 1000],
  ['bytes=-2000', 206, 0, 1000],
  ['bytes=0-1, 5-6', 200, 0, 1000],
  ['bytes=2-3,2000-', 206, 2, 4],
  ['items=0-1', 200, 0, 1000],
])('%s is answered with %i', (range, status, start, end) => {
  expect(answerRange({ range }, facts)).toMatchObject({ status, range: { start, end } })
})

test.each(['bytes=1000-', 'bytes=9-5', 'bytes=-0', 'bytes=', 'bytes=x-y', 'bytes=-'])(
  '%s cannot be met',
  (range) => {
    expect(() => answerRange({ range }, facts)).toThrow(
      expect.objectContaining({ code: 'range_not_satisfiable' }),
    )
  },
)

test('nothing is sent of what the client has', () => {
  expect(statusOf({ 'if-none-match': etag })).toBe(304)
  expect(statusOf({ 'if-none-match': `"a", W/${etag}` })).toBe(304)
  expect(statusOf({ 'if-none-match': '"a"', 'if-modified-since': since })).toBe(200)
  expect(statusOf({ 'if-modified-since': since })).toBe(304)
  expect(statusOf({ 'if-modified-since': before })).toBe(200)
  expect(statusOf({ 'if-none-match': etag, 'cache-control': 'no-cache' })).toBe(200)
})

test('a part is sent only of the version that is meant', () => {
  const range = 'bytes=0-1'
  expect(statusOf({ range, 'if-range': etag })).toBe(206)
  expect(statusOf({ range, 'if-range': '"other"' })).toBe(200)
  expect(statusOf({ range, 'if-range': since })).toBe(206)
  expect(statusOf({ range, 'if-range': before })).toBe(200)
  expect(statusOf({ range, 'if-range': `W/${etag}` })).toBe(200)
  const after = 'Sat, 21 Nov 2026 09:31:00 GMT'
  expect(statusOf({ range, 'if-range': after })).toBe(200)
})

test('what is not the version that is meant is 412', () => {
  for (const headers of [
    { 'if-match': '"other"' },
    { 'if-match': `W/${etag}` },
    { 'if-unmodified-since': before },
  ]) {
    const refusal = expect.objectContaining({ code: 'precondition_failed', status: 412 })
    expect(() => statusOf(headers)).toThrow(refusal)
  }
  expect(statusOf({ 'if-match': `"other", ${etag}`, 'if-unmodified-since': before })).toBe(200)
  expect(statusOf({ 'if-match': '*', 'if-unmodified-since': since })).toBe(200)
})
