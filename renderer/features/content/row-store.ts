import type { ContentItem, ContentOverview } from 'earshot/client'

/** A recording and what it is about, as far as that is known. */
export type LibraryRow = { item: ContentItem; overview: ContentOverview | undefined }

export type RowStore = {
  get: (id: string) => LibraryRow | undefined
  /** Sets the rows in view. Fetches missing and stale ones; drops requests still waiting. */
  want: (ids: readonly string[]) => void
  /** Marks rows as stale: they are fetched again when in view, and shown unchanged until then. */
  refresh: (ids?: readonly string[]) => void
  error: () => Error | null
  subscribe: (listener: () => void) => () => void
  /** Increases with every change. */
  version: () => number
}

const batchSize = 60
const atOnce = 2

/**
 * Rows of a long list by id, loaded only when in view. Scrolling fast past thousands of rows
 * requests only those at the final position, so they arrive at once.
 */
export function createRowStore(
  load: (ids: readonly string[]) => Promise<readonly LibraryRow[]>,
): RowStore {
  const rows = new Map<string, LibraryRow>()
  const old = new Set<string>()
  const underWay = new Set<string>()
  const gone = new Set<string>()
  const listeners = new Set<() => void>()
  let wanted: readonly string[] = []
  let [version, running] = [0, 0]
  let error: Error | null = null

  const tell = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  const isNeeded = (id: string) =>
    (!rows.has(id) || old.has(id)) && !underWay.has(id) && !gone.has(id)

  async function fetchBatch(ids: readonly string[]): Promise<void> {
    running += 1
    for (const id of ids) underWay.add(id)
    for (const id of ids) old.delete(id)
    try {
      const loaded = await load(ids)
      for (const row of loaded) rows.set(row.item.id, row)
      const found = new Set(loaded.map(({ item }) => item.id))
      for (const id of ids) if (!found.has(id)) gone.add(id)
      error = null
    } catch (cause) {
      error = cause instanceof Error ? cause : new Error(String(cause))
      for (const id of ids) old.add(id)
    } finally {
      running -= 1
      for (const id of ids) underWay.delete(id)
      tell()
      // After a failure, wait for the next scroll, refresh or retry instead of looping.
      if (!error) fill()
    }
  }

  function fill(): void {
    while (running < atOnce) {
      const batch = wanted.filter(isNeeded).slice(0, batchSize)
      if (batch.length === 0) return
      void fetchBatch(batch)
    }
  }

  return {
    get: (id) => rows.get(id),
    want: (ids) => {
      wanted = ids
      fill()
    },
    refresh: (ids = [...rows.keys()]) => {
      for (const id of ids) old.add(id)
      gone.clear()
      fill()
    },
    error: () => error,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}
