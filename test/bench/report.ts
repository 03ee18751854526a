/** One line of the bench's table: what was measured, and whether it keeps its limit. */
export type Row = { what: string; measured: string; limit: string; isWithin: boolean | null }

export const rows: Row[] = []
export const say = (text: string) => process.stdout.write(`${text}\n`)

export function add(what: string, measured: string): void {
  rows.push({ what, measured, limit: '', isWithin: null })
}

export function addLimit(
  what: string,
  value: number,
  limit: number,
  show: (value: number) => string,
): void {
  rows.push({ what, measured: show(value), limit: `≤ ${show(limit)}`, isWithin: value <= limit })
}

export function printRows(): void {
  for (const { what, measured, limit, isWithin } of rows) {
    const verdict = isWithin === null ? '' : isWithin ? 'within' : 'OVER'
    say(`${what.padEnd(52)} ${measured.padStart(10)}  ${limit.padEnd(10)} ${verdict}`)
  }
}

/** The value below which a share of the values lies: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const place = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)
  return sorted[Math.max(0, place)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
