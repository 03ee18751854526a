import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import { insertMinutes, selectStorageLimit, sumBytes, sumMinutes } from './store.ts'

const bytesPerGb = 1_000_000_000

/** Choice: the quota period is the calendar month, UTC (choices.md 9, Subscription). */
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

/** Choice: 402, because trying again later does not help (choices.md 14). */
export async function requireStorage(
  sql: Sql,
  organizationId: string,
  bytes: number,
): Promise<void> {
  const used = await sumBytes(sql, organizationId)
  if ((used + bytes) / bytesPerGb > (await selectStorageLimit(sql, organizationId))) {
    throw new ApiError(
      'quota_exceeded',
      'The storage limit is reached. Delete recordings or raise it.',
    )
  }
}

export { insertMinutes as recordMinutes }
