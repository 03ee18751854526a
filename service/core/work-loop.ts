import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'
import { plusMs, second, type Clock } from './time.ts'

/** Why a run's signal aborts; 'stopping': it is to be handed back, and runs again later. */
type AbortReason = 'cancelled' | 'stopping'

export type WorkLoopOptions<Item> = {
  clock: Clock
  log: Log
  /** For log lines, e.g. "jobs". */
  name: string
  /**
   * Calls `begin` for every item that may run beside the `running` ones, which grow with each call,
   * and `handBack` for what is to stop. Resolves with the time when more is due, or null if none is
   * known.
   */
  look: (
    running: () => Item[],
    begin: (item: Item) => void,
    handBack: (item: Item) => void,
  ) => Promise<Date | null>
  /** Runs one item to completion and records the outcome. Must not reject. */
  run: (item: Item, signal: AbortSignal) => Promise<void>
}

export type WorkLoop<Item> = {
  start: () => void
  running: () => Item[]
  /** Looks for work; if a look is in progress, looks once more afterwards. */
  wake: () => void
  /**
   * Aborts matching runs with reason 'cancelled'; resolves once none is running or about to start.
   */
  cancel: (isMatch: (item: Item) => boolean) => Promise<void>
  /** Aborts all runs with reason 'stopping' and goes on. */
  handAllBack: () => void
  /** Aborts all runs with reason 'stopping'; resolves once they have ended, or after 3 seconds. */
  stop: () => Promise<void>
  /** Resolves once nothing is running and nothing is due. */
  idle: () => Promise<void>
}

type Run<Item> = { item: Item; controller: AbortController; ended: Promise<void> }

/**
 * Time runs have to end after an abort, so that a full stop stays under 5 s (reliability.md J-4).
 */
const stopGraceMs = 3 * second
/** Delay after a database error while looking; rare, and usually the database is shutting down. */
const retryLookMs = 30 * second

/** Runs items while any are due, then sleeps until woken or until the next is due. Never polls. */
export function createWorkLoop<Item>(options: WorkLoopOptions<Item>): WorkLoop<Item> {
  const { clock, log, name, look, run } = options
  const runs = new Set<Run<Item>>()
  // Whoever wakes it has nothing to do with all that is due: its ids and its trace stay outside.
  const outside = AsyncLocalStorage.snapshot()
  let isStarted = false
  let isWoken = false
  let looking: Promise<void> | null = null
  let cancelTimer = (): void => {}

  const wake = (): void => {
    isWoken = true
    if (isStarted) looking ??= outside(lookWhileWoken)
  }
  const sleepUntil = (time: Date | null): void => {
    cancelTimer()
    cancelTimer = time && isStarted ? clock.at(time, wake) : () => {}
  }
  const running = (): Item[] => [...runs].map(({ item }) => item)
  const begin = (item: Item): void => {
    const controller = new AbortController()
    const ended = run(item, controller.signal).finally(() => {
      runs.delete(entry)
      wake()
    })
    const entry = { item, controller, ended }
    runs.add(entry)
  }
  const handBack = (item: Item): void => {
    for (const one of runs) if (one.item === item) one.controller.abort('stopping')
  }
  const mayLook = (): boolean => isWoken && isStarted
  const lookWhileWoken = async (): Promise<void> => {
    while (mayLook()) {
      isWoken = false
      try {
        sleepUntil(await look(running, begin, handBack))
      } catch (error) {
        log.error({ err: error }, `could not look for due ${name}; retrying soon`)
        sleepUntil(plusMs(clock.now(), retryLookMs))
      }
    }
    looking = null
  }
  const pending = (): Promise<void> | null =>
    looking ?? (runs.size > 0 ? Promise.race([...runs].map(({ ended }) => ended)) : null)
  const abort = async (isMatch: (item: Item) => boolean, reason: AbortReason): Promise<void> => {
    // A look in progress may have claimed items that are not in `runs` yet.
    await looking
    const matching = [...runs].filter(({ item }) => isMatch(item))
    for (const { controller } of matching) controller.abort(reason)
    await Promise.all(matching.map(({ ended }) => ended))
  }

  return {
    start: () => {
      isStarted = true
      wake()
    },
    running,
    wake,
    cancel: (isMatch) => abort(isMatch, 'cancelled'),
    handAllBack: () => void abort(() => true, 'stopping'),
    stop: async () => {
      isStarted = false
      sleepUntil(null)
      const grace = new AbortController()
      await Promise.race([
        abort(() => true, 'stopping'),
        delay(stopGraceMs, undefined, { signal: grace.signal }).catch(() => {}),
      ])
      grace.abort()
    },
    idle: async () => {
      wake()
      for (let next = pending(); next; next = pending()) await next
    },
  }
}
