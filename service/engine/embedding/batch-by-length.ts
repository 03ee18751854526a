/**
 * Choice: tokens of a batch, padding included. More are not faster, and take memory: the working set
 * of a batch is about 40 kB per token.
 */
const mostBatchTokens = 1024

/** Texts up to this length share a batch, however short; in tokens. */
const shortText = 16

/**
 * Groups texts of similar length, so that little is computed for padding.
 *
 * @param lengths in tokens
 * @returns the indices of `lengths`, each once
 */
export function batchByLength(lengths: readonly number[]): number[][] {
  const order = lengths
    .map((length, index) => ({ length, index }))
    .toSorted((a, b) => a.length - b.length)
  const batches: number[][] = []
  let batch: number[] = []
  let shortest = 0
  for (const { length, index } of order) {
    // The lengths ascend, so this text is the longest of its batch.
    const isFull = (batch.length + 1) * length > mostBatchTokens
    const isMostlyPadding = length > Math.max(shortText, 2 * shortest)
    if (batch.length > 0 && (isFull || isMostlyPadding)) {
      batches.push(batch)
      batch = []
    }
    if (batch.length === 0) shortest = length
    batch.push(index)
  }
  return batch.length > 0 ? [...batches, batch] : batches
}
