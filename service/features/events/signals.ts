// Of every service in this process: one look too many finds nothing, and an event in a transaction
// does not know which of them will hear of it.
const listeners = new Set<() => void>()

/** Calls `wake` whenever an event was committed; the result ends that. */
export function listenToEvents(wake: () => void): () => void {
  listeners.add(wake)
  return () => void listeners.delete(wake)
}

export function wakeStreams(): void {
  for (const wake of listeners) wake()
}
