/**
 * Answers what `make` answered for the same key before. When `most` keys are known all are forgotten, so that it takes
 * bounded memory and no time to keep an order. What `make` throws is not kept.
 */
export function memoize<Key, Value extends object | string | null>(
  most: number,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = make(key)
    if (known.size >= most) known.clear()
    known.set(key, value)
    return value
  }
}
