import { beforeEach, expect, test } from 'vitest'
import {
  formatBytes,
  formatClock,
  formatDate,
  formatLength,
  formatRemaining,
} from '../../../renderer/ui/format.ts'
import { languageChoices, languageName } from '../../../renderer/ui/languages.ts'
import { speakAs } from '../../support/page-language.ts'

beforeEach(() => speakAs('en'))

test.each([
  [0, '0:00'],
  [75.9, '1:15'],
  [3_725, '1:02:05'],
  [-1, '0:00'],
])('%s seconds are %s on the clock', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

test.each([
  [11.4, '11 s'],
  [245, '4 min 05 s'],
  [3_720, '1 h 02 min'],
])('%s seconds last %s', (seconds, text) => {
  expect(formatLength(seconds)).toBe(text)
})

test.each([
  [999, '999 bytes'],
  [1, '1 byte'],
  [999_999, '1,000 kB'],
  [76_400, '76.4 kB'],
  [5_000_000_000, '5.0 GB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [4, 'a few seconds left'],
  [45, 'less than a minute left'],
  [61, 'about 1 minute left'],
  [250, 'about 4 minutes left'],
  [3_600, 'about 1 hour left'],
  [9_000, 'about 2.5 hours left'],
])('%s seconds of work are %s', (seconds, text) => {
  expect(formatRemaining(seconds)).toBe(text)
})

test('lengths, sizes, dates and names of languages follow the language of the page', async () => {
  await speakAs('de')
  expect(formatLength(11)).toBe('11 Sek.')
  expect(formatLength(3_720)).toBe('1 Std. 02 Min.')
  expect(formatBytes(76_400)).toBe('76,4 kB')
  expect(formatRemaining(9_000)).toBe('noch etwa 2,5 Stunden')
  expect(formatDate('2026-03-05T12:00:00Z')).toBe('05.03.2026')
  expect(languageName('de')).toBe('Deutsch')
  expect(languageChoices().map(({ label }) => label)).toContain('Französisch')
})
