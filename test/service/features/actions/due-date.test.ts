import { expect, test } from 'vitest'
import { dueOn } from '../../../../service/features/actions/due-date.ts'

// A Sunday.
const said = new Date('2026-11-22T15:00:00Z')

test.each([
  ['2026-12-01', 'en', '2026-12-01'],
  ['by 2026-12-01T09:00:00Z', 'en', '2026-12-01'],
  ['today', 'en', '2026-11-22'],
  ['by tomorrow, please', 'en', '2026-11-23'],
  ['on Friday', 'en', '2026-11-27'],
  ['Sunday', 'en', '2026-11-29'],
  ['in 3 days', 'en', '2026-11-25'],
  ['this week', 'en', '2026-11-22'],
  ['next week', 'en', '2026-11-29'],
  ['Tuesday next week', 'en', '2026-11-24'],
  ['next month', 'en', '2026-12-31'],
  ['by December 1st', 'en', '2026-12-01'],
  ['the 3 March', 'en', '2027-03-03'],
  ['bis Freitag', 'de', '2026-11-27'],
  ['übermorgen', 'de', '2026-11-24'],
  ['am 1. Dezember', 'de', '2026-12-01'],
  ['el viernes', 'es', '2026-11-27'],
])('“%s” (%s) is %s', (words, language, day) => {
  expect(dueOn(words, said, [language])).toBe(day)
})

test.each(['soon', 'when the price is 21', 'after the call', '2026-99-99'])(
  '“%s” names no day',
  (words) => expect(dueOn(words, said, ['en'])).toBeNull(),
)

test('what one language does not know may be in the next', () => {
  expect(dueOn('on Friday', said, ['de', 'en'])).toBe('2026-11-27')
})
