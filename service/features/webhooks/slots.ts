const perEndpoint = 4 // reliability.md W-8, as are the 16
const inAll = 16

export type Slots = {
  /** Waits for a place among the requests that are open; answers how to free it. Rejects when `signal` aborts. */
  take: (webhookId: string, signal: AbortSignal) => Promise<() => void>
}

/** How many requests of this process are open at once: in the order in which they came, an endpoint that is full waiting. */
export function createSlots(): Slots {
  const open = new Map<string, number>()
  let total = 0
  let waiting: { webhookId: string; begin: () => void }[] = []
  const openAt = (id: string): number => open.get(id) ?? 0
  const enter = (id: string): void => {
    total += 1
    open.set(id, openAt(id) + 1)
  }
  const leave = (id: string): void => {
    total -= 1
    if (openAt(id) === 1) open.delete(id)
    else open.set(id, openAt(id) - 1)
    admit()
  }
  const admit = (): void => {
    const next = waiting.find(({ webhookId }) => openAt(webhookId) < perEndpoint)
    if (!next || total >= inAll) return
    waiting = waiting.filter((one) => one !== next)
    enter(next.webhookId)
    next.begin()
  }
  return {
    take: async (webhookId, signal) => {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const callOff = (): void => {
        waiting = waiting.filter((one) => one !== entry)
        reject(signal.reason)
      }
      const entry = {
        webhookId,
        begin: () => {
          signal.removeEventListener('abort', callOff)
          resolve(() => leave(webhookId))
        },
      }
      signal.addEventListener('abort', callOff, { once: true })
      waiting.push(entry)
      admit()
      return promise
    },
  }
}
