import { coalesce } from './core/coalesce.ts'
import { hour, minute, plusMs } from './core/time.ts'
import type { Leads } from './db/leadership.ts'
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

/** One after another. */
const steps: readonly ((deps: Deps) => Promise<unknown>)[] = [
  removeAbandonedUploads,
  releaseDeadClaims,
  queueSweep,
  scrubMedia,
  expireEvents,
  pruneEvents,
  expireInvitations,
  pruneNotices,
  removeDeadSessions,
  expireLinks,
  expireKeys,
  expireTrials,
  expireTrash,
  verifyMonthly,
]

/**
 * What is due every hour: uploads nobody finished, events past their 30 days. Nothing expires by a clock
 * that may be wrong: only once two readings an hour apart agree with the time that passed (reliability.md J-5).
 */
export function startHousekeeping(deps: Deps, leads: Leads): { stop: () => void } {
  const { clock } = deps
  let cancel = () => {}
  const offset = () => clock.now().getTime() - clock.elapsed()
  let last: number | null = null
  const runSteps = coalesce(async () => {
    try {
      for (const step of steps) {
        if (!leads()) return
        await step(deps)
      }
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed; it is tried again in an hour')
    }
  })
  const run = (): void => {
    cancel = clock.at(plusMs(clock.now(), hour), run)
    const isSure = last !== null && Math.abs(offset() - last) < clockToleranceMs
    last = offset()
    if (isSure) runSteps()
  }
  run()
  return { stop: () => cancel() }
}
