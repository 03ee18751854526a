import { withLogContext } from '../../core/log.ts'
import { observe, traces, type Work } from '../../core/observe.ts'
import { withinOrganization } from '../../core/organization-context.ts'
import { plusMs, second, type Clock } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import { parseRanges, systemResolve, type Resolve } from '../../core/host-check.ts'
import { attemptDelivery, type Outcome } from './attempt.ts'
import {
  lockChoice,
  markInFlight,
  selectDue,
  selectNextDue,
  type DueDelivery,
} from './next-store.ts'
import { returnInFlight, returnOrphans, returnOwn, selectOwnAttempts } from './outbox-store.ts'
import { recordAttempt } from './record-attempt.ts'

const pauseAfterErrorMs = 30 * second

export type OutboxWorkerOptions = {
  /** Spec: Delivery rules 1, 30 seconds. Shorter in tests. */
  deadlineMs?: number
  resolve?: Resolve
  /** Certificates (PEM) to trust besides Node's own. */
  authorities?: readonly string[]
}
export type OutboxWorker = {
  start: () => Promise<void>
  /** Breaks off the attempts under way; they are made again after the next start. */
  stop: () => Promise<void>
  /** Resolves once nothing runs and nothing more is due now. */
  idle: () => Promise<void>
}

type OutboxWorkerDeps = NoticeDeps &
  Pick<Deps, 'config' | 'db' | 'lease' | 'signals' | 'keys' | 'log' | 'version'>

/** Attempts the deliveries of the outbox that are due. */
export function createOutboxWorker(
  deps: OutboxWorkerDeps,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const { db, lease, clock, signals, log } = deps
  const attemptOptions = {
    allow: parseRanges(deps.config.webhookAllow),
    resolve: options.resolve ?? systemResolve,
    deadlineMs: options.deadlineMs ?? 30 * second,
    authorities: options.authorities ?? [],
  }
  /** Something may have been missed: a signal, or the end of a process. */
  let isDoubtful = false
  /** Whether the rows say of this process what it does; what they do not say is called off. */
  const compare = async (running: readonly DueDelivery[], handBack: (due: DueDelivery) => void) => {
    isDoubtful = false
    const now = clock.now()
    await returnOrphans(db.sql, now)
    const own = await selectOwnAttempts(db.sql, lease.id)
    const isOwn = (due: DueDelivery) => own.some(({ id, run }) => id === due.id && run === due.run)
    for (const due of running) if (!isOwn(due)) handBack(due)
    const ids = running.map(({ id }) => id)
    if (own.some(({ id }) => !ids.includes(id)))
      await returnOwn(db.sql, lease.id, { now, but: ids })
  }
  const loop = createWorkLoop<DueDelivery>({
    clock,
    log,
    name: 'deliveries',
    look: async (running, begin, handBack) => {
      if (isDoubtful) await compare(running(), handBack)
      const now = clock.now()
      const { chosen, next } = await db.transaction(
        async (tx) => {
          if (db.isShared) await lockChoice(tx)
          const due = choose(await selectDue(tx, now, perEndpoint), running())
          // Stored before any request, so that a crash is known to have cut it short.
          const begun = await markInFlight(tx, due, lease.id)
          return { chosen: begun, next: await selectNextDue(tx, now) }
        },
        { isolation: 'read committed' },
      )
      for (const due of chosen) begin(due)
      return next
    },
    run: observed(clock, async (due, { signal, startedAt, note }) => {
      try {
        const outcome = await attemptDelivery(deps, due, { ...attemptOptions, startedAt, signal })
        note(outcome)
        await recordAttempt(deps, due, { startedAt, outcome })
      } catch (error) {
        if (signal.aborted) return
        // Our own fault, such as a full disk: not counted as an attempt, due again after a pause.
        log.error({ err: error, delivery: due.id }, 'an attempt could not be recorded')
        const later = plusMs(clock.now(), pauseAfterErrorMs)
        await returnInFlight(db.sql, due, later).catch((failure: unknown) =>
          log.error({ err: failure, delivery: due.id }, 'a delivery waits for the next start'),
        )
      }
    }),
  })
  let detach: (() => void)[] = []
  return {
    start: async () => {
      await returnOrphans(db.sql, clock.now())
      detach = [
        signals.on('deliveries.due', loop.wake),
        signals.on('deliveries.cancelled', (cancelled) =>
          loop.cancel(({ id, webhook_id: webhookId }) =>
            'ids' in cancelled ? cancelled.ids.includes(id) : cancelled.webhookId === webhookId,
          ),
        ),
        signals.on('lease.lost', loop.handAllBack),
        signals.on('lease.renewed', () => {
          isDoubtful = true
          loop.wake()
        }),
      ]
      loop.start()
    },
    stop: async () => {
      for (const end of detach.splice(0)) end()
      await loop.stop()
      await returnOwn(db.sql, lease.id, { now: clock.now() })
    },
    idle: loop.idle,
  }
}

type Attempt = { signal: AbortSignal; startedAt: Date; note: (outcome: Outcome) => void }

/** One attempt goes on with the trace of its delivery, and is measured. */
function observed(clock: Clock, run: (due: DueDelivery, attempt: Attempt) => Promise<void>) {
  return (due: DueDelivery, signal: AbortSignal): Promise<void> => {
    const startedAt = clock.now()
    const { id, webhook_id: webhookId, event, traceparent: parent } = due
    const lagMs = startedAt.getTime() - (due.next_attempt_at ?? startedAt).getTime()
    const about = { id, webhookId, event, attempt: due.attempt_count + 1, lagMs, parent }
    const work: Work['delivery'] = { ...about, status: null, outcome: 'unfinished' }
    const note = ({ responseStatus, failure }: Outcome): void => {
      work.status = responseStatus
      work.outcome = failure?.code ?? 'delivered'
    }
    return withLogContext({ delivery_id: id, webhook_id: webhookId }, () =>
      traces.run(parent, () =>
        withinOrganization(due.organization_id, () =>
          observe('delivery', work, () => run(due, { signal, startedAt, note })),
        ),
      ),
    )
  }
}

const perEndpoint = 4 // reliability.md W-8, as are the 16 in all below

/**
 * How many may run in all for one more to start. Endpoints that fail or are unknown leave room, so
 * that a few that hang cannot take every slot from those that answer.
 */
const ceilings = { failing: 8, unknown: 12, proven: 16 }

/** Those of the due deliveries that may start beside the running ones, in their order. */
function choose(due: readonly DueDelivery[], running: readonly DueDelivery[]): DueDelivery[] {
  const atEndpoint = new Map<string, number>()
  const add = (id: string) => atEndpoint.set(id, (atEndpoint.get(id) ?? 0) + 1)
  for (const row of running) add(row.webhook_id)
  const chosen: DueDelivery[] = []
  for (const row of due) {
    if (running.length + chosen.length >= ceilings[healthOf(row)]) continue
    if ((atEndpoint.get(row.webhook_id) ?? 0) >= perEndpoint) continue
    add(row.webhook_id)
    chosen.push(row)
  }
  return chosen
}

function healthOf(row: DueDelivery): keyof typeof ceilings {
  if (row.consecutive_failures > 0) return 'failing'
  return row.last_success_at ? 'proven' : 'unknown'
}
