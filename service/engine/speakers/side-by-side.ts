/**
 * Works on several items at once; the results are in the order of the items. onnxruntime-node
 * computes in the thread that calls it: until each lane has one of its own, only reading overlaps.
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
