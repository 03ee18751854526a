/** How far the client knows something to have got: asked for, or acknowledged by the service. */
export type Known = 'no' | 'asked' | 'acknowledged'

export type Item = {
  id: string
  sha256: string
  bytes: Buffer
  /** The PUT answered, the upload-complete answered. */
  sent: Known
  confirmed: Known
  removed: Known
  /** Ids of analyses whose request was acknowledged. */
  analyses: Set<string>
  /** Every text that was asked for, in order, and how many of them the service had acknowledged at least. */
  notes: { written: string[]; acknowledged: number; isBusy: boolean }
}

type Key = { id: string; key: string; revoked: Known }

/** What the client was told, kept outside the service: it outlives every kill. */
export type Ledger = { projectId: string; promptId: string; items: Item[]; keys: Key[] }

/** A small generator of numbers from a seed (mulberry32), so that a run can be told to repeat. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  }
}
export type Random = ReturnType<typeof createRandom>
