/**
 * Works on several items at once; the results are in the order of the items. One thread for each
 * item makes more of a processor than several threads for one small item after another.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>()
  // All lanes take from one iterator: whoever is free takes the next.
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [at, item] of queue) results.set(at, await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return items
    .keys()
    .toArray()
    .flatMap((at) => results.get(at) ?? [])
}
