import type { Backup } from 'earshot/client'
import { expect, test } from 'vitest'
import { healthOf } from '../../../../renderer/features/backups/backup-health.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const [today, lastWeek] = ['2026-11-23T09:00:00.000Z', '2026-11-16T09:00:00.000Z']

const backup = (created_at: string, change: Partial<Backup> = {}): Backup => ({
  ...{ id: 'bkp_1', status: 'completed', progress: null, reason: 'daily', includes_media: false },
  ...{ has_secret: false, recordings: 1, size_bytes: 1, completed_at: created_at, error: null },
  ...{ compared_count: null, damaged_count: null, is_on_same_disk: true },
  created_at,
  ...change,
})
const failed = (code: string) =>
  backup(today, { status: 'failed', error: { code, message: '' }, completed_at: null })
const running = backup(today, { status: 'processing', progress: 0.2 })

test('the last finished backup decides what is said', () => {
  expect(healthOf([], now)).toEqual({ kind: 'none' })
  expect(healthOf([running], now)).toEqual({ kind: 'none' })
  expect(healthOf([running, backup(today)], now)).toEqual({ kind: 'good', at: today })
  expect(healthOf([backup(lastWeek)], now)).toEqual({ kind: 'overdue', at: lastWeek })
})

test('after a failure the last good one is told as well', () => {
  expect(healthOf([failed('internal_error'), backup(lastWeek)], now)).toEqual({
    kind: 'failed',
    isFullDisk: false,
    failedAt: today,
    at: lastWeek,
  })
  expect(healthOf([failed('insufficient_storage')], now)).toMatchObject({
    isFullDisk: true,
    at: null,
  })
})
