/** Windows of turns, and sums over them. */

/**
 * `similarity` is the inner product of the vectors of turn and question, and `relevance` that with the
 * projected question; `speaker` is a name or a label.
 */
export type Turn = { text: string; speaker: string; similarity: number; relevance: number }

/** A value for each turn, the recordings one after the other. */
export type Column = Float64Array
export type TurnFeatures = Record<string, Column>

/** Turns on each side that count as the surroundings. */
export const reaches = [1, 3, 7, 15, 30]
/** Of each turn, the first of its recording and the one after the last. */
export type Layout = { first: Int32Array; end: Int32Array }

export function layOut(recordings: readonly (readonly Turn[])[]): Layout {
  const count = recordings.reduce((sum, { length }) => sum + length, 0)
  const layout = { first: new Int32Array(count), end: new Int32Array(count) }
  let from = 0
  for (const { length } of recordings) {
    layout.first.fill(from, from + length)
    layout.end.fill(from + length, from, from + length)
    from += length
  }
  return layout
}

export const toColumn = (turns: readonly Turn[], value: (turn: Turn) => number): Column =>
  Float64Array.from(turns, value)

/** The sum over each turn and those within reach of it. */
export function around(values: Column, { first, end }: Layout, reach: number): Column {
  const before = new Float64Array(values.length + 1)
  for (const [at, value] of values.entries()) before[at + 1] = (before[at] ?? 0) + value
  return values.map((_, at) => {
    const from = Math.max(first[at] ?? 0, at - reach)
    const to = Math.min(end[at] ?? 0, at + reach + 1)
    return (before[to] ?? 0) - (before[from] ?? 0)
  })
}

export const meanOf = (values: Column): number =>
  values.reduce((sum, value) => sum + value, 1e-6) / values.length

/** Mean 0 and deviation 1 over all that is searched. */
export function standardize(values: Column): Column {
  const mean = meanOf(values)
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return values.map((value) => (value - mean) / (Math.sqrt(spread) + 1e-6))
}
