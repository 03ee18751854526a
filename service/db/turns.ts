/**
 * Turns of the transactions of this process: side by side, or alone. One that clashed with another runs again alone, so
 * that it clashes with those of other processes at most: of many that want the same row, each try lets one through.
 */
export function createTurns() {
  /** When the last one that runs alone will have ended. */
  let last: Promise<unknown> = Promise.resolve()
  const running = new Set<Promise<unknown>>()
  return {
    beside: async <T>(work: () => Promise<T>): Promise<T> => {
      for (let seen: unknown; seen !== last;) {
        seen = last
        await last
      }
      const done = work()
      const settled = done.catch(() => {}).finally(() => running.delete(settled))
      running.add(settled)
      return done
    },
    alone: <T>(work: () => Promise<T>): Promise<T> => {
      const before = last
      const done = before.then(() => Promise.all(running)).then(work)
      last = done.catch(() => {})
      return done
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
