import { expect, test } from 'vitest'
import {
  dayIn,
  isTimeZone,
  plusDays,
  startOfDay,
} from '../../../../service/features/insights/calendar.ts'

const hoursOf = (date: string, zone: string): number =>
  (startOfDay(plusDays(date, 1), zone).getTime() - startOfDay(date, zone).getTime()) / 3_600_000

test.each([
  ['2026-11-26', 'Europe/Berlin', '2026-11-25T23:00:00.000Z'],
  ['2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
  ['2026-03-29', 'Asia/Kolkata', '2026-03-28T18:30:00.000Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
  // In Beirut clocks go from 0:00 to 1:00: the day begins at one.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
])('%s in %s begins at %s', (date, zone, begins) => {
  expect(startOfDay(date, zone).toISOString()).toBe(begins)
  expect(dayIn(startOfDay(date, zone), zone)).toBe(date)
  expect(dayIn(new Date(startOfDay(date, zone).getTime() - 1), zone)).toBe(plusDays(date, -1))
})

test('days on which clocks are changed are shorter or longer', () => {
  expect(hoursOf('2026-03-29', 'Europe/Berlin')).toBe(23)
  expect(hoursOf('2026-10-25', 'Europe/Berlin')).toBe(25)
  expect(hoursOf('2026-10-26', 'Europe/Berlin')).toBe(24)
})

test('only zones that exist are zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Middle/Earth', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
