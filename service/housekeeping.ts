import { hour, minute, plusMs } from './core/time.ts'
import type { Deps } from './deps.ts'
import { expireTrials } from './features/analyses/trials.ts'
import { pruneEvents } from './features/calendars/keep-events.ts'
import { scrubMedia } from './features/content/media-state.ts'
import { expireKeys } from './features/idempotency/idempotency.ts'
import { expireInvitations } from './features/invitations/invitations.ts'
import { pruneNotices } from './features/notices/notices.ts'
import { removeDeadSessions } from './features/sessions/sessions.ts'
import { expireLinks } from './features/sign-in/sign-in.ts'
import { expireTrash } from './features/trash/empty.ts'
import { releaseDeadClaims } from './features/uploads/claims.ts'
import { queueSweep } from './features/uploads/sweep.ts'
import { removeAbandonedUploads } from './features/uploads/uploads.ts'
import { verifyMonthly } from './features/verification/verification.ts'
import { expireEvents } from './features/webhooks/retention.ts'

/** Choice: more than any time server corrects within an hour. */
const clockToleranceMs = 5 * minute

/**
 * What is due every hour: uploads nobody finished, events past their 30 days. Nothing expires by a clock
 * that may be wrong: only once two readings an hour apart agree with the time that passed (reliability.md J-5).
 */
export function startHousekeeping(deps: Deps): { stop: () => void } {
  const { clock } = deps
  let cancel = () => {}
  const offset = () => clock.now().getTime() - clock.elapsed()
  let last: number | null = null
  const run = async () => {
    cancel = clock.at(plusMs(clock.now(), hour), () => void run())
    const isSure = last !== null && Math.abs(offset() - last) < clockToleranceMs
    last = offset()
    if (!isSure) return
    try {
      await removeAbandonedUploads(deps)
      await releaseDeadClaims(deps)
      await queueSweep(deps)
      await scrubMedia(deps)
      await expireEvents(deps)
      await pruneEvents(deps)
      await expireInvitations(deps)
      await pruneNotices(deps)
      await removeDeadSessions(deps)
      await expireLinks(deps)
      await expireKeys(deps)
      await expireTrials(deps)
      await expireTrash(deps)
      await verifyMonthly(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed; it is tried again in an hour')
    }
  }
  void run()
  return { stop: () => cancel() }
}
