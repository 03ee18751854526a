import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownName, untitledName } from '../../../renderer/ui/shown-name.ts'
import { speakAs } from '../../support/page-language.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-01T12:00:00') })
  return speakAs('en')
})
afterEach(() => vi.useRealTimers())

test('a title is shown as it is', () => {
  expect(shownName({ title: 'Recording of the board' })).toBe('Recording of the board')
})

test('one that nobody named is told by the time at which it began, in the language of the page', async () => {
  const title = untitledName(new Date('2026-11-26T14:05:30'))
  expect(title).toBe('Recording 2026-11-26 14.05')
  expect(shownName({ title })).toMatch(/^Recording of November 26 at 2:05\sPM$/)
  await speakAs('de')
  expect(shownName({ title })).toBe('Aufnahme vom 26. November um 14:05')
  expect(shownName({ title: title.replace('2026', '2025') })).toBe(
    'Aufnahme vom 26. November 2025 um 14:05',
  )
})

test('of a file that tells only its day, the day', async () => {
  expect(shownName({ title: 'Recording 2024-11-04' })).toBe('Recording of Nov 4, 2024')
  await speakAs('de')
  expect(shownName({ title: 'Recording 2024-11-04' })).toBe('Aufnahme vom 04.11.2024')
})
