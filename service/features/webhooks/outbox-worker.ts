import { setTimeout as pause } from 'node:timers/promises'
import { createGathering } from '../../core/gather.ts'
import { keepConnections } from '../../core/kept-connections.ts'
import { withLogContext } from '../../core/log.ts'
import { observe, traces, type Work } from '../../core/observe.ts'
import { withinOrganization } from '../../core/organization-context.ts'
import { plusMs, second, type Clock } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import { parseRanges, systemResolve, type Resolve } from '../../core/host-check.ts'
import { attemptDelivery, type Outcome } from './attempt.ts'
import { choose, depths, isMostlyTaken, roomBeside, type Chosen } from './choose.ts'
import { lockChoice, markInFlight, selectDue, selectNextDue } from './next-store.ts'
import { returnInFlight, returnOrphans, returnOwn, selectOwnAttempts } from './outbox-store.ts'
import { recordAttempts, type Ended } from './record-attempts.ts'
import { createSecretReader } from './sign.ts'
import { createSlots } from './slots.ts'

const pauseAfterErrorMs = 30 * second
/** Choice: under load what comes within it is claimed, and what ends within it recorded, by one transaction. */
const gatherMs = 25
/** The same while most places are taken: what has begun lasts longer. */
const busyMs = 100

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
  const connections = keepConnections(options.authorities ?? [])
  const attemptOptions = {
    allow: parseRanges(deps.config.webhookAllow),
    resolve: options.resolve ?? systemResolve,
    deadlineMs: options.deadlineMs ?? 30 * second,
    connections,
    readSecret: createSecretReader(deps.keys.webhook),
  }
  const slots = createSlots()
  const record = createGathering<Ended>(gatherMs, (ended) => recordAttempts(deps, ended))
  let lookedAt = -Infinity
  /** Something may have been missed: a signal, or the end of a process. */
  let isDoubtful = false
  /** Whether the rows say of this process what it does; what they do not say is called off. */
  const compare = async (running: readonly Chosen[], handBack: (due: Chosen) => void) => {
    isDoubtful = false
    const now = clock.now()
    await returnOrphans(db.sql, now)
    const own = await selectOwnAttempts(db.sql, lease.id)
    const isOwn = (due: Chosen) => own.some(({ id, run }) => id === due.id && run === due.run)
    for (const due of running) if (!isOwn(due)) handBack(due)
    const ids = running.map(({ id }) => id)
    if (own.some(({ id }) => !ids.includes(id)))
      await returnOwn(db.sql, lease.id, { now, but: ids })
  }
  const loop = createWorkLoop<Chosen>({
    clock,
    log,
    name: 'deliveries',
    look: async (running, begin, handBack) => {
      const everyMs = isMostlyTaken(running()) ? busyMs : gatherMs
      const restMs = lookedAt + everyMs - performance.now()
      if (restMs > 0 && running().length > 0) await pause(restMs)
      lookedAt = performance.now()
      if (isDoubtful) await compare(running(), handBack)
      const now = clock.now()
      const room = roomBeside(running())
      const { chosen, next } = await db.transaction(
        async (tx) => {
          if (db.isShared) await lockChoice(tx)
          const due = await selectDue(tx, now, { worker: lease.id, depths, room })
          // Stored before any request, so that a crash is known to have cut it short.
          const begun = await markInFlight(tx, choose(due, running()), lease.id)
          // After more has begun there may still be more.
          const later = begun.length > 0 ? plusMs(now, second) : await selectNextDue(tx, now)
          return { chosen: begun, next: later }
        },
        { isolation: 'read committed' },
      )
      for (const due of chosen) begin(due)
      return next
    },
    run: async (due, signal) => {
      const slot = await slots.take(due.webhook_id, signal).catch(() => null)
      if (slot) await attempt(due, { signal, free: slot.leave }).finally(slot.end)
    },
  })
  const attempt = observed(clock, async (due, { signal, free, startedAt, note }) => {
    try {
      const outcome = await attemptDelivery(deps, due, {
        ...attemptOptions,
        startedAt,
        signal,
      }).finally(free)
      note(outcome)
      await record({ due, startedAt, endedAt: clock.now(), outcome })
    } catch (error) {
      if (signal.aborted) return
      // Our own fault, such as a full disk: not counted as an attempt, due again after a pause.
      log.error({ err: error, delivery: due.id }, 'an attempt could not be recorded')
      const later = plusMs(clock.now(), pauseAfterErrorMs)
      await returnInFlight(db.sql, due, later).catch((failure: unknown) =>
        log.error({ err: failure, delivery: due.id }, 'a delivery waits for the next start'),
      )
    }
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
      await connections.close()
      await returnOwn(db.sql, lease.id, { now: clock.now() })
    },
    idle: loop.idle,
  }
}

type Begun = { signal: AbortSignal; free: () => void }
type Attempt = Begun & { startedAt: Date; note: (outcome: Outcome) => void }

/** One attempt goes on with the trace of its delivery, and is measured. */
function observed(clock: Clock, run: (due: Chosen, attempt: Attempt) => Promise<void>) {
  return (due: Chosen, begun: Begun): Promise<void> => {
    const startedAt = clock.now()
    const { id, webhook_id: webhookId, event, traceparent: parent } = due
    const lagMs = startedAt.getTime() - due.next_attempt_at.getTime()
    const about = { id, webhookId, event, attempt: due.attempt_count + 1, lagMs, parent }
    const work: Work['delivery'] = { ...about, status: null, outcome: 'unfinished' }
    const note = ({ responseStatus, failure }: Outcome): void => {
      work.status = responseStatus
      work.outcome = failure?.code ?? 'delivered'
    }
    return withLogContext({ delivery_id: id, webhook_id: webhookId }, () =>
      traces.run(parent, () =>
        withinOrganization(due.organization_id, () =>
          observe('delivery', work, () => run(due, { ...begun, startedAt, note })),
        ),
      ),
    )
  }
}
