/** Progress of a reading over its questions; reading a token counts a fifth of writing one. */

export type ReadingProgress = {
  /** Begins the next question; call what it returns with the tokens since its last call. */
  begin: (expected: number) => (count: number) => void
}

/** Each part is a question, and one more judges what was written. */
export function createReadingProgress(
  parts: number,
  report: (fraction: number) => void,
): ReadingProgress {
  const questions = parts + (parts > 1 ? 1 : 0) + 1
  let done = -1
  return {
    begin: (expected) => {
      done = Math.min(done + 1, questions - 1)
      const from = done
      let tokens = 0
      let share = 0
      return (count) => {
        tokens += count > 1 ? count / 5 : 1
        // What takes longer than expected waits near its end, so that progress never decreases.
        share = Math.max(share, Math.min(0.99, tokens / expected))
        report((from + share) / questions)
      }
    },
  }
}
