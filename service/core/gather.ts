import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does for many at once what each would cost as much for. The first goes at once; those that come while it is done, or
 * within `everyMs` of its begin, go together after it. A call resolves when its own is done; where doing many fails,
 * each is done by itself, so that one that cannot be done keeps no other from it.
 */
export function createGathering<Item>(
  everyMs: number,
  doAll: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  type Waiting = { item: Item; resolve: () => void; reject: (reason: unknown) => void }
  // What is done for many belongs to none of them: their ids and traces stay outside.
  const outside = AsyncLocalStorage.snapshot()
  let waiting: Waiting[] = []
  let isBusy = false
  const doThese = async (some: readonly Waiting[]): Promise<void> => {
    try {
      await doAll(some.map(({ item }) => item))
      for (const { resolve } of some) resolve()
    } catch (error) {
      const [only, ...others] = some
      if (others.length === 0) only?.reject(error)
      else for (const one of some) await doThese([one])
    }
  }
  const work = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      const nextAt = performance.now() + everyMs
      await doThese(waiting.splice(0))
      const restMs = nextAt - performance.now()
      if (restMs > 0) await pause(restMs)
    }
    isBusy = false
  }
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ item, resolve, reject })
    if (!isBusy) void outside(work)
    return promise
  }
}
