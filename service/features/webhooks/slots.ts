const perEndpoint = 4 // reliability.md W-8, as are the 16
const inAll = 16
/** Choice: of a process that is killed, so many come twice at most (reliability.md W-5). */
const unrecorded = 64

type Slot = {
  /** The request has ended. */
  leave: () => void
  /** What came of it is stored. */
  end: () => void
}

export type Slots = {
  /** Waits for a place among the requests that are open. Rejects when `signal` aborts. */
  take: (webhookId: string, signal: AbortSignal) => Promise<Slot>
}

/**
 * How many requests of this process are open at once, and how many may have ended with nothing stored of them: in the
 * order in which they came, an endpoint that is full waiting.
 */
export function createSlots(): Slots {
  const open = new Map<string, number>()
  let total = 0
  let begun = 0
  let waiting: { webhookId: string; begin: () => void }[] = []
  const openAt = (id: string): number => open.get(id) ?? 0
  const enter = (id: string): void => {
    total += 1
    begun += 1
    open.set(id, openAt(id) + 1)
  }
  const leave = (id: string): void => {
    total -= 1
    if (openAt(id) === 1) open.delete(id)
    else open.set(id, openAt(id) - 1)
    admit()
  }
  const end = (): void => {
    begun -= 1
    admit()
  }
  const admit = (): void => {
    const next = waiting.find(({ webhookId }) => openAt(webhookId) < perEndpoint)
    if (!next || total >= inAll || begun >= unrecorded) return
    waiting = waiting.filter((one) => one !== next)
    enter(next.webhookId)
    next.begin()
  }
  return {
    take: async (webhookId, signal) => {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Slot>()
      const callOff = (): void => {
        waiting = waiting.filter((one) => one !== entry)
        reject(signal.reason)
      }
      const entry = {
        webhookId,
        begin: () => {
          signal.removeEventListener('abort', callOff)
          resolve({ leave: () => leave(webhookId), end })
        },
      }
      signal.addEventListener('abort', callOff, { once: true })
      waiting.push(entry)
      admit()
      return promise
    },
  }
}
