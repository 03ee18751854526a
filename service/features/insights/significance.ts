// Whether two numbers differ by more than chance. Nothing is said to rise or fall otherwise.

/** Choice: one claim in twenty may be chance, as is usual. */
const mostChance = 0.05

/** Choice: with fewer recordings on either side nothing is compared. */
export const fewestRecordings = 5

export type Share = { count: number; of: number }

/** Fisher's exact test of two shares, both sides. */
export function sharesDiffer(now: Share, before: Share): boolean {
  const [all, hits] = [now.of + before.of, now.count + before.count]
  const lowest = Math.max(0, hits - before.of)
  const highest = Math.min(now.of, hits)
  const logOf = (count: number) =>
    logChoose(now.of, count) + logChoose(before.of, hits - count) - logChoose(all, hits)
  const seen = logOf(now.count)
  let chance = 0
  for (let count = lowest; count <= highest; count += 1) {
    const log = logOf(count)
    if (log <= seen + 1e-9) chance += Math.exp(log)
  }
  return chance < mostChance
}

const logChoose = (all: number, some: number): number =>
  logFactorial(all) - logFactorial(some) - logFactorial(all - some)

const logFactorials = [0]
function logFactorial(number: number): number {
  for (let at = logFactorials.length; at <= number; at += 1) {
    logFactorials.push((logFactorials[at - 1] ?? 0) + Math.log(at))
  }
  return logFactorials[number] ?? 0
}

/** The rank-sum test of Mann and Whitney on numbers per recording, with its correction for ties. */
export function ranksDiffer(now: readonly number[], before: readonly number[]): boolean {
  const all = [...now, ...before].toSorted((a, b) => a - b)
  const ranks = new Map<number, number>()
  let ties = 0
  for (let from = 0; from < all.length;) {
    const value = all[from] ?? 0
    const to = all.findLastIndex((other) => other === value) + 1
    ranks.set(value, (from + to + 1) / 2)
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const sum = now.reduce((total, value) => total + (ranks.get(value) ?? 0), 0)
  const [n, m, count] = [now.length, before.length, all.length]
  const distance = Math.abs(sum - (n * (count + 1)) / 2) - 0.5
  const variance = ((n * m) / 12) * (count + 1 - ties / (count * (count - 1)))
  // 1.96 standard deviations leave one chance in twenty.
  return variance > 0 && distance / Math.sqrt(variance) > 1.96
}
