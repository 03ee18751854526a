import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIso } from '../../../service/core/iso-time.ts'

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T09:30', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21T09:30:15Z', '2026-11-21T09:30:15.000Z'],
  ['2026-11-21t09:30:15.25z', '2026-11-21T09:30:15.250Z'],
  ['2026-11-21T09:30:15.123456Z', '2026-11-21T09:30:15.123Z'],
  ['2026-11-21T09:30:15', '2026-11-21T09:30:15.000Z'],
  ['2026-11-21T09:30:15+02:00', '2026-11-21T07:30:15.000Z'],
  ['2026-11-21T09:30:15 02:00', '2026-11-21T07:30:15.000Z'],
  ['2026-11-21T09:30:15-0500', '2026-11-21T14:30:15.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(parseIso(text)?.toISOString()).toBe(expected)
})

test.each(
  [
    ['', 'yesterday', '2026', '2026-11', '2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10'],
    ['2026-11-21T25:00:00Z', '2026-11-21T09:61Z', '2026-11-21Z', '1763715600', '21.11.2026'],
    ['2026-12-31T23:59:60Z', '9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00'],
    ['2026-11-21T09:30:15+99:00', '2026-11-21T', '+002026-11-21', '2026-11-21T09:30:15Z; x'],
  ].flat(),
)('%j is no ISO 8601 time', (text) => {
  expect(parseIso(text)).toBeNull()
})

test('reads back every timestamp that the service writes', () => {
  const range = { min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }
  fc.assert(
    fc.property(
      fc.date(range),
      (time) => parseIso(time.toISOString())?.getTime() === time.getTime(),
    ),
  )
})

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseIso(text)))
})
