import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import { toIso } from '../../core/time.ts'
import { insertMinutes, selectLimits, sumBytes, sumMinutes } from './store.ts'

const bytesPerGb = 1_000_000_000

/** Choice: the quota period is the calendar month, UTC (api-choices.md 9, Subscription). */
export const periodOf = (now: Date) => ({
  start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
})

/** Minutes transcribed in this period and gigabytes (10⁹ bytes) stored now. */
export async function readUsage(sql: Sql, organizationId: string, now: Date) {
  const { start, end } = periodOf(now)
  const minutes = await sumMinutes(sql, organizationId, start)
  const bytes = await sumBytes(sql, organizationId)
  return { minutes, storageGb: bytes / bytesPerGb, resetsAt: end }
}

/** Choice: 402, because trying again later does not help (api-choices.md 14). */
export async function requireStorage(
  sql: Sql,
  organizationId: string,
  bytes: number,
): Promise<void> {
  const used = await sumBytes(sql, organizationId)
  const { storage_gb_limit: limit } = await selectLimits(sql, organizationId)
  if ((used + bytes) / bytesPerGb <= limit) return
  throw exceeded(
    'usage.storage_gb',
    `The storage limit of ${limit} GB is reached. Delete recordings or raise the limit.`,
  )
}

/** 402 where the minutes of this period are used up; the period's end is in the message. */
export async function requireMinutes(sql: Sql, organizationId: string, now: Date): Promise<void> {
  const problem = await findUsedUpMinutes(sql, organizationId, now)
  if (problem) throw exceeded('usage.transcription_minutes', problem)
}

/**
 * A sentence where no minutes are left, else null. Choice: while any are left a recording is
 * transcribed whole, since its length is known only afterwards.
 */
export async function findUsedUpMinutes(
  sql: Sql,
  organizationId: string,
  now: Date,
): Promise<string | null> {
  const { start, end } = periodOf(now)
  const { transcription_minutes_limit: limit } = await selectLimits(sql, organizationId)
  if ((await sumMinutes(sql, organizationId, start)) < limit) return null
  return `The ${limit} transcription minutes of this month are used up; it resets at ${toIso(end)}.`
}

const exceeded = (field: string, message: string) =>
  new ApiError('quota_exceeded', message, {
    details: [{ field, code: 'quota_exceeded', message }],
  })

export { insertMinutes as recordMinutes }
