/** Times of words: to the millisecond, within bounds, and shared where nobody heard them apart. */

export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high)

/** Words in a row within a span, each as long as its letters are many. */
export function shareTime<Part extends { text: string }>(
  parts: readonly Part[],
  { start, end }: { start: number; end: number },
): (Part & { start: number; end: number })[] {
  const letters = parts.reduce((sum, { text }) => sum + text.length, 0)
  const timeAfter = (count: number) =>
    clamp(toMilliseconds(start + ((end - start) * count) / letters), start, end)
  let passed = 0
  return parts.map((part) => {
    const from = timeAfter(passed)
    passed += part.text.length
    return { ...part, start: from, end: timeAfter(passed) }
  })
}
