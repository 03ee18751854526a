type Enqueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs one piece of work after another, in the order they came. Work that fails fails its own caller
 * only; the next begins all the same.
 */
export function oneAtATime(): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
