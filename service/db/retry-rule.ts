/** SQLSTATE of a transaction that another one got in the way of: run again, it may pass. */
const clashes = new Set(['40001', '40P01'])
/** A row that came between a look for it and its insertion; or one that is inserted without a look. */
const duplicate = '23505'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const isClash = (error: unknown): boolean => clashes.has(codeOf(error))

/**
 * Whether a statement that is planned once has other columns now: a newer version beside this one has made a
 * migration. PostgreSQL refuses it from then on, under the name that it has.
 */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && Reflect.get(Object(error), 'routine') === 'RevalidateCachedQuery'

/** The key that another row has already, as PostgreSQL names it; null of other failures. */
const takenKeyOf = (error: unknown): string | null =>
  codeOf(error) === duplicate ? String(Reflect.get(Object(error), 'detail')) : null

/** Of one transaction: answers after each of its failures whether it may pass when it is run again. */
export function createRetryRule(): (error: unknown) => boolean {
  let taken: string | null = null
  return (error) => {
    const before = taken
    taken = takenKeyOf(error)
    // Who had the chance to see that a key is taken, and inserts it again, always will.
    if (taken !== null) return taken !== before
    return isClash(error) || isOutdated(error)
  }
}
