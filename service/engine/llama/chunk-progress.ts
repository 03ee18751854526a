/** Progress over the chunks of a job: never backwards, and never at its end before the end. */

/**
 * Reports by tokens, reading at a fifth of the weight of writing. A chunk that takes more than was
 * expected stands still at its end; the next one begins there.
 */
export function chunkProgress(
  onProgress: (fraction: number) => void,
  { done, of }: { done: number; of: number },
): (count: number, expected: number) => void {
  let tokens = 0
  let reported = 0
  return (count, expected) => {
    tokens += count > 1 ? count / 5 : 1
    reported = Math.max(reported, Math.min(0.99, tokens / expected))
    onProgress((done + reported) / of)
  }
}
