import { expect, test } from 'vitest'
import {
  formatBytes,
  formatClock,
  formatLength,
  formatRemaining,
} from '../../../renderer/ui/format.ts'

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
