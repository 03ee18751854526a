/** Several processes at once for one recording. */

/**
 * Does the work on all items at once. Where one fails the others are ended by their signal, and its
 * error is thrown when all are gone.
 */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const results = await Promise.all(
    items.map(async (item) => {
      try {
        return [await work(item, either)]
      } catch (error) {
        failed.abort(error)
        return []
      }
    }),
  )
  failed.signal.throwIfAborted()
  return results.flat()
}
