import { AsyncLocalStorage } from 'node:async_hooks'

/** The signals within this process and their data. Most follow a commit. */
type Topics = {
  /** A job may start, or is to stop; of this kind and organization where they are named. */
  'jobs.due': [kind?: { name: string; organization_id: string }]
  /** These jobs were deleted; abort their runs. */
  'jobs.cancelled': [ids: readonly number[]]
  /** It is the turn of a request that waits for the engine, until `signal` fires. */
  'audio.turn': [turn: { requestId: string; signal: AbortSignal }]
  /** A webhook delivery may be attempted. */
  'deliveries.due': []
  /** These deliveries, or all of a webhook, were cancelled; abort their attempts. */
  'deliveries.cancelled': [cancelled: { ids: readonly string[] } | { webhookId: string }]
  /** A recording may say something else than its note. */
  'notes.changed': []
  /** What was known of an API key may be so no longer. */
  'keys.changed': []
  /** Folders of notes were chosen or left, or are to be looked at. */
  'notes.folders': []
  /** An event was stored. */
  'events.stored': []
  /** A statement failed because bytes of the database are damaged. */
  'database.unreadable': []
  /** Ask can compare a recording by its embeddings. */
  'content.embedded': [contentId: string]
  /** A watched folder was added, or is to be looked through now. */
  'folders.due': []
  /** The address of a calendar may be read. */
  'calendars.due': []
  /** Requests were counted under this name, of `quota` a minute; `from` and `number` tell messages apart. */
  'rates.taken': [
    taken: { from: string; number: number; name: string; quota: number; count: number },
  ]
  /** This process is alive to the others: what may have been missed is looked for. */
  'lease.renewed': []
  /** Others may take up what this process runs; it is to stop. */
  'lease.lost': []
}

export type Topic = keyof Topics
/** Must not throw or reject: nobody could handle it. */
type Listener<T extends Topic> = (...data: Topics[T]) => unknown

export type Signals = {
  /** Calls every listener; resolves once all their results have settled. */
  emit: <T extends Topic>(topic: T, ...data: Topics[T]) => Promise<void>
  /**
   * Returns a function that removes the listener. It is called in the context in which it is added here: whoever
   * emits has nothing to do with what others make of it.
   */
  on: <T extends Topic>(topic: T, listener: Listener<T>) => () => void
}

/**
 * Wake-ups and cancellations between the parts of one running service, so that nothing polls.
 * Signals are not stored: anything that must survive the process is a database row, which its
 * reader looks up at start.
 */
export function createSignals(): Signals {
  const listeners: { [T in Topic]: Set<Listener<T>> } = {
    'jobs.due': new Set(),
    'jobs.cancelled': new Set(),
    'audio.turn': new Set(),
    'deliveries.due': new Set(),
    'deliveries.cancelled': new Set(),
    'notes.changed': new Set(),
    'keys.changed': new Set(),
    'notes.folders': new Set(),
    'events.stored': new Set(),
    'content.embedded': new Set(),
    'database.unreadable': new Set(),
    'folders.due': new Set(),
    'calendars.due': new Set(),
    'rates.taken': new Set(),
    'lease.renewed': new Set(),
    'lease.lost': new Set(),
  }
  return {
    emit: async (topic, ...data) => {
      await Promise.all([...listeners[topic]].map((listener) => listener(...data)))
    },
    on: (topic, listener) => {
      const bound = AsyncLocalStorage.bind(listener)
      listeners[topic].add(bound)
      return () => void listeners[topic].delete(bound)
    },
  }
}
