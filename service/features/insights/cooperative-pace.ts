/** Work in between pauses; HTTP and everything else of this process get their turn after it. */
const sliceMs = 10

/** To be awaited often: it pauses only where the slice is used up. Throws once `signal` is aborted. */
export type Pace = () => Promise<void>

export function createPace(signal: AbortSignal): Pace {
  let since = performance.now()
  const pause = async (): Promise<void> => {
    await new Promise(setImmediate)
    signal.throwIfAborted()
    since = performance.now()
  }
  // Almost always there is nothing to wait for: one promise does for all of these.
  const goOn = Promise.resolve()
  return () => (performance.now() - since < sliceMs ? goOn : pause())
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
  for (let [at, other] = [0, 0]; at < left.length || other < right.length;) {
    if (merged.length % runLength === 0) await pace()
    const [one, next] = [left[at], right[other]]
    const isNext = at === left.length || (other < right.length && compare(next as T, one as T) < 0)
    merged.push((isNext ? next : one) as T)
    if (isNext) other += 1
    else at += 1
  }
  return merged
}
