/** Does its work when it is called first; every later call gets the same result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null
  return () => (result ??= work())
}
