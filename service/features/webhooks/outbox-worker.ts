import { withLogContext } from '../../core/log.ts'
import { observe, traces, type Work } from '../../core/observe.ts'
import { plusMs, second, type Clock } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import { parseRanges, systemResolve, type Resolve } from '../../core/host-check.ts'
import { attemptDelivery, type Outcome } from './attempt.ts'
import {
  markInFlight,
  returnAllInFlight,
  returnInFlight,
  selectDue,
  selectNextDue,
  type DueDelivery,
} from './outbox-store.ts'
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
  Pick<Deps, 'config' | 'db' | 'signals' | 'keys' | 'log' | 'version'>

/** Attempts the deliveries of the outbox that are due. */
export function createOutboxWorker(
  deps: OutboxWorkerDeps,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const { db, clock, signals, log } = deps
  const attemptOptions = {
    allow: parseRanges(deps.config.webhookAllow),
    resolve: options.resolve ?? systemResolve,
    deadlineMs: options.deadlineMs ?? 30 * second,
    authorities: options.authorities ?? [],
  }
  const loop = createWorkLoop<DueDelivery>({
    clock,
    log,
    name: 'deliveries',
    look: async (running, begin) => {
      const now = clock.now()
      const { chosen, next } = await db.transaction(async (tx) => {
        const due = choose(await selectDue(tx, now, perEndpoint), running())
        // Stored before any request, so that a crash is known to have cut it short.
        await markInFlight(
          tx,
          due.map(({ id }) => id),
        )
        return { chosen: due, next: await selectNextDue(tx, now) }
      })
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
        await returnInFlight(db.sql, due.id, later).catch((failure: unknown) =>
          log.error({ err: failure, delivery: due.id }, 'a delivery waits for the next start'),
        )
      }
    }),
  })
  const returnAll = () => db.transaction((tx) => returnAllInFlight(tx, clock.now()))
  let detach: (() => void)[] = []
  return {
    start: async () => {
      await returnAll()
      detach = [
        signals.on('deliveries.due', loop.wake),
        signals.on('deliveries.cancelled', (cancelled) =>
          loop.cancel(({ id, webhook_id: webhookId }) =>
            'ids' in cancelled ? cancelled.ids.includes(id) : cancelled.webhookId === webhookId,
          ),
        ),
      ]
      loop.start()
    },
    stop: async () => {
      for (const end of detach.splice(0)) end()
      await loop.stop()
      await returnAll()
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
        observe('delivery', work, () => run(due, { signal, startedAt, note })),
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
