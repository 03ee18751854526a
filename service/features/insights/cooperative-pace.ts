/** Work in between pauses; HTTP and everything else of this process get their turn after it. */
const sliceMs = 10

/** To be awaited often: it pauses only where the slice is used up. Throws once `signal` is aborted. */
export type Pace = () => Promise<void>

export function createPace(signal: AbortSignal): Pace {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMs) return
    await new Promise(setImmediate)
    signal.throwIfAborted()
    since = performance.now()
  }
}

const runLength = 1_000

/** What `toSorted` gives, in steps: sorted runs, then merged two by two. */
export async function sortAtPace<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pace: Pace,
): Promise<T[]> {
  let runs: T[][] = []
  for (let from = 0; from < items.length; from += runLength) {
    await pace()
    runs.push(items.slice(from, from + runLength).toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], { compare, pace }))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  { compare, pace }: { compare: (a: T, b: T) => number; pace: Pace },
): Promise<T[]> {
  const merged: T[] = []
  const rest = right.values()
  let next = rest.next()
  for (const [at, item] of left.entries()) {
    if (at % runLength === 0) await pace()
    for (; !next.done && compare(next.value, item) < 0; next = rest.next()) merged.push(next.value)
    merged.push(item)
  }
  for (; !next.done; next = rest.next()) merged.push(next.value)
  return merged
}
