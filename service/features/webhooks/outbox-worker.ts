import { plusMs, second } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeDeps } from '../notices/notices.ts'
import { parseAllowList, systemResolve, type Resolve } from './address.ts'
import type { AttemptOptions } from './attempt.ts'
import {
  markInFlight,
  returnInFlight,
  returnOne,
  selectDue,
  selectNextDue,
  type DueDelivery,
} from './due-store.ts'
import { recordAttempt } from './record-attempt.ts'
import { send } from './send.ts'
import { listen, unlisten, type Running } from './signals.ts'
import { choose, perEndpoint } from './slots.ts'

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
  /** Breaks off what is under way; it is sent again after the next start. */
  stop: () => Promise<void>
  /** Resolves once nothing runs and nothing more is due now. */
  idle: () => Promise<void>
  wake: () => void
}

type Run = Running & { controller: AbortController; ended: Promise<void> }
type OutboxWorkerDeps = NoticeDeps & Pick<Deps, 'db' | 'keys' | 'log' | 'version'>
type Machine = {
  deps: OutboxWorkerDeps
  options: Omit<AttemptOptions, 'signal'>
  runs: Map<string, Run>
  isStarted: boolean
  /** The look at the table that is under way, and whether another was asked for meanwhile. */
  pass: Promise<void> | null
  isAgain: boolean
  cancelTimer: () => void
}

/** Sends what is due. Sleeps until the next due time or a wake; never polls. */
export function createOutboxWorker(
  deps: OutboxWorkerDeps,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const { db, clock } = deps
  const machine: Machine = {
    deps,
    options: {
      allow: parseAllowList(deps.config.webhookAllow),
      resolve: options.resolve ?? systemResolve,
      deadlineMs: options.deadlineMs ?? 30 * second,
      authorities: options.authorities ?? [],
    },
    runs: new Map(),
    isStarted: false,
    pass: null,
    isAgain: false,
    cancelTimer: () => {},
  }
  const returnAll = () => db.transaction((tx) => returnInFlight(tx, clock.now()))
  return {
    start: async () => {
      await returnAll()
      machine.isStarted = true
      listen(db, { wake: () => wake(machine), halt: (isMatch) => halt(machine, isMatch) })
      wake(machine)
    },
    stop: async () => {
      machine.isStarted = false
      unlisten(db)
      sleepUntil(machine, null)
      await halt(machine, () => true)
      await returnAll()
    },
    idle: () => idle(machine),
    wake: () => wake(machine),
  }
}

function wake(machine: Machine): void {
  if (!machine.isStarted) return
  if (machine.pass) machine.isAgain = true
  else machine.pass = look(machine)
}

/** Looks at the table until no further look was asked for meanwhile. */
async function look(machine: Machine): Promise<void> {
  const { log, clock } = machine.deps
  do {
    machine.isAgain = false
    try {
      await startDue(machine)
    } catch (error) {
      log.error({ err: error }, 'looking for due deliveries failed')
      sleepUntil(machine, plusMs(clock.now(), pauseAfterErrorMs))
    }
  } while (machine.isAgain && machine.isStarted)
  machine.pass = null
}

function sleepUntil(machine: Machine, time: Date | null): void {
  machine.cancelTimer()
  const isNeeded = time !== null && machine.isStarted
  machine.cancelTimer = isNeeded ? machine.deps.clock.at(time, () => wake(machine)) : () => {}
}

async function startDue(machine: Machine): Promise<void> {
  const { db, clock } = machine.deps
  const now = clock.now()
  const found = await db.transaction(async (tx) => {
    const due = await selectDue(tx, now, perEndpoint)
    const chosen = choose(due, [...machine.runs.values()])
    const ids = chosen.map(({ id }) => id)
    // Stored before any request, so that a crash is known to have cut it short.
    await markInFlight(tx, ids)
    return { chosen, next: await selectNextDue(tx, now) }
  })
  for (const due of found.chosen) launch(machine, due)
  sleepUntil(machine, found.next)
}

function launch(machine: Machine, due: DueDelivery): void {
  const controller = new AbortController()
  const ended = attempt(machine, due, controller.signal)
    .catch((error: unknown) =>
      controller.signal.aborted ? undefined : giveBack(machine, due, error),
    )
    .finally(() => {
      machine.runs.delete(due.id)
      wake(machine)
    })
  machine.runs.set(due.id, { id: due.id, webhookId: due.webhook_id, controller, ended })
}

async function attempt(machine: Machine, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const { deps, options } = machine
  const startedAt = deps.clock.now()
  const outcome = await send(deps, due, startedAt, { ...options, signal })
  const { isDisabled } = await recordAttempt(deps, due, { startedAt, outcome })
  if (isDisabled) breakOff(machine, (run) => run.webhookId === due.webhook_id)
}

/** Our own fault, such as a full disk: not an attempt, tried again after a pause. */
async function giveBack({ deps }: Machine, due: DueDelivery, error: unknown): Promise<void> {
  deps.log.error({ err: error, delivery: due.id }, 'an attempt could not be recorded')
  const later = plusMs(deps.clock.now(), pauseAfterErrorMs)
  await returnOne(deps.db.sql, due.id, later).catch((failure: unknown) =>
    deps.log.error({ err: failure, delivery: due.id }, 'a delivery waits for the next start'),
  )
}

function breakOff(machine: Machine, isMatch: (run: Running) => boolean): Run[] {
  const matching = [...machine.runs.values()].filter(isMatch)
  for (const { controller } of matching) controller.abort(new Error('called off'))
  return matching
}

async function halt(machine: Machine, isMatch: (run: Running) => boolean): Promise<void> {
  // A look may have chosen deliveries that are not among the runs yet.
  await machine.pass
  await Promise.all(breakOff(machine, isMatch).map(({ ended }) => ended))
}

async function idle(machine: Machine): Promise<void> {
  while (machine.pass || machine.runs.size > 0) {
    await (machine.pass ?? Promise.race([...machine.runs.values()].map(({ ended }) => ended)))
  }
}
