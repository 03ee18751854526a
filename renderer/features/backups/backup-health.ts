import type { Backup } from 'earshot/client'

/** What is said of the backups in one sentence; `at` is when the last good one was made. */
export type BackupHealth =
  | { kind: 'none' }
  | { kind: 'good' | 'overdue'; at: string }
  | { kind: 'failed'; isFullDisk: boolean; failedAt: string; at: string | null }

/** As the service tells the owner that there has been none (reliability.md B-1). */
const overdueMs = 3 * 24 * 3_600_000

/** Of a list, newest first. The one that is being made says nothing yet. */
export function healthOf(backups: readonly Backup[], now: Date): BackupHealth {
  const at = backups.find(({ status }) => status === 'completed')?.created_at ?? null
  const last = backups.find(({ status }) => status !== 'processing')
  if (last?.status === 'failed') {
    const isFullDisk = last.error?.code === 'insufficient_storage'
    return { kind: 'failed', isFullDisk, failedAt: last.created_at, at }
  }
  if (at === null) return { kind: 'none' }
  return { kind: now.getTime() - Date.parse(at) > overdueMs ? 'overdue' : 'good', at }
}
