/**
 * Serializes to JSON with sorted keys, so values that differ only in key order give the same text.
 */
export function canonicalJson(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return JSON.stringify(value ?? null, sorted)
}
