import { coalesce } from '../../core/coalesce.ts'
import { day, hour, minute, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { isGood } from '../../backup/backup-store.ts'
import { recordNotice } from '../notices/notices.ts'
import { contents, includesMedia, lastGood } from './backups.ts'
import { hasRunningJob, hasUnreadNotice, selectOldestProject } from './store.ts'

type DailyDeps = Pick<
  Deps,
  'db' | 'backupRuns' | 'config' | 'clock' | 'queue' | 'notify' | 'mailer' | 'log'
>

/** Choices: soon enough for who opens the app for a short while, late enough not to slow its start. */
const [firstLookMs, lookMs] = [3 * minute, 10 * minute]
/** A day, less what the moment of it may vary; then it is waited for a quiet moment, but not for ever. */
const [dueMs, overdueMs, toldMs] = [22 * hour, 30 * hour, 3 * day] // reliability.md B-1
/** After a failure: a full disk is not emptied within ten minutes. */
const retryMs = hour

/** Makes a backup every day while nothing else is to be done, and tells the owner where there is none. */
export function startDailyBackups(deps: DailyDeps, organizationId: string): { stop: () => void } {
  const { clock, config, log } = deps
  if (!config.backsUpDaily) return { stop: () => {} }
  let cancel = () => {}
  const backUp = coalesce(async () => {
    try {
      await backUpWhenDue(deps, organizationId)
    } catch (error) {
      log.error({ err: error }, 'the daily backup could not be begun')
    }
  })
  const look = (): void => {
    cancel = clock.at(plusMs(clock.now(), lookMs), look)
    backUp()
  }
  cancel = clock.at(plusMs(clock.now(), firstLookMs), look)
  return { stop: () => cancel() }
}

/** Resolves once the backup that was due, if one was, is made or has failed. */
export async function backUpWhenDue(deps: DailyDeps, organizationId: string): Promise<void> {
  const { backupRuns, clock, db } = deps
  if (backupRuns.running()) return
  const now = clock.now().getTime()
  const begun = await selectOldestProject(db.sql, organizationId)
  // An empty library has nothing to lose.
  if (!begun) return
  const last = (await lastGood(deps)) ?? begun
  const age = now - last.getTime()
  if (age > toldMs) await tellOverdue(deps, organizationId)
  const isFirst = (await lastGood(deps)) === null
  if (!isFirst && age < dueMs) return
  const newest = (await backupRuns.list())[0]
  if (newest && !isGood(newest) && now - Date.parse(newest.failed_at) < retryMs) return
  if (age < overdueMs && (await hasRunningJob(db.sql))) return
  await makeDaily(deps, organizationId)
}

async function makeDaily(deps: DailyDeps, organizationId: string): Promise<void> {
  const { backupRuns, config } = deps
  const failedBefore = (await backupRuns.list()).some((one) => !isGood(one))
  const includes_media = includesMedia(config)
  const { done } = backupRuns.start({ ...contents, reason: 'daily', includes_media, secret: null })
  const made = await done
  if (made === null || isGood(made) || failedBefore) return
  await deps.db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'backup_failed',
      title: 'The backup could not be made',
      body: made.is_full_disk
        ? 'The disk is full. It is tried again every hour; earlier backups are kept.'
        : 'It is tried again every hour; earlier backups are kept. The log says what went wrong.',
      link,
    }),
  )
}

const link = '/app/#/settings?section=storage'

async function tellOverdue(deps: DailyDeps, organizationId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await hasUnreadNotice(tx, organizationId, 'backup_overdue')) return
    await recordNotice(deps, tx, {
      organizationId,
      kind: 'backup_overdue',
      title: 'There has been no backup for three days',
      body: 'One is made while Earshot runs and has nothing else to do. You can make one now.',
      link,
    })
  })
}
