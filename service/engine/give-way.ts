/**
 * Work that a person waits for goes before work that nobody watches: while words of a running
 * recording are looked for, the processes of everything else stand still. A lower priority does not
 * do: two programs whose threads wait for each other by spinning take ten times as long, and what
 * was lowered may not be raised again by an ordinary user.
 */

/** What gives way; both are called by turns, `hold` first. */
export type Yielding = { hold: () => void; go: () => void }

export type GiveWay = {
  /** Runs `work` while everything that joined stands still, as far as it is not starved. */
  urgently: <T>(work: () => Promise<T>) => Promise<T>
  /** From now on it gives way; the answer takes it out again, running. */
  join: (yielding: Yielding) => () => void
}

/** Choice: nobody is told for longer that a job makes progress while it makes none. */
const longestHoldMs = 3_000

/** Choice: after a hold all runs for two thirds of its time, and so for 40 % of any longer time. */
const owedShare = 2 / 3

/** @param now in milliseconds, never going back */
export function createGiveWay(now: () => number = () => performance.now()): GiveWay {
  const joined = new Set<Yielding>()
  let urgent = 0
  let heldSince: number | undefined
  let freeUntil = -Infinity
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    if (urgent === 0 || heldSince !== undefined) return
    clearTimeout(timer)
    const owed = freeUntil - now()
    if (owed > 0) {
      timer = setTimeout(look, owed)
      return
    }
    heldSince = now()
    for (const one of joined) one.hold()
    timer = setTimeout(letGo, longestHoldMs)
  }
  const letGo = (): void => {
    clearTimeout(timer)
    if (heldSince !== undefined) {
      freeUntil = now() + (now() - heldSince) * owedShare
      heldSince = undefined
      for (const one of joined) one.go()
    }
    look()
  }
  return {
    urgently: async (work) => {
      urgent += 1
      look()
      try {
        return await work()
      } finally {
        urgent -= 1
        if (urgent === 0) letGo()
      }
    },
    join: (yielding) => {
      joined.add(yielding)
      if (heldSince !== undefined) yielding.hold()
      return () => {
        if (joined.delete(yielding) && heldSince !== undefined) yielding.go()
      }
    },
  }
}

/** One for this machine: its processors are what is given way on. */
export const giveWay: GiveWay = createGiveWay()
