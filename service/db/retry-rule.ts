/** SQLSTATE of a transaction that another one got in the way of: run again, it may pass. */
const clashes = new Set(['40001', '40P01'])
/** A row that came between a look for it and its insertion; or one that is inserted without a look. */
const duplicate = '23505'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isClash = (error: unknown): boolean => clashes.has(codeOf(error))

/**
 * Whether a statement that is planned once has other columns now: a newer version beside this one has made a
 * migration. PostgreSQL refuses it from then on, under the name that it has.
 */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && Reflect.get(Object(error), 'routine') === 'RevalidateCachedQuery'

/** Of a row that is there already: by which constraint, and the key where PostgreSQL names it. */
type Taken = { constraint: string; key: string | null }

/** PostgreSQL names no key of a table with row-level security: it may be that of a row which may not be seen. */
function takenOf(error: unknown): Taken | null {
  if (codeOf(error) !== duplicate) return null
  const [constraint, detail] = ['constraint', 'detail'].map((name) =>
    Reflect.get(Object(error), name),
  )
  return { constraint: String(constraint), key: typeof detail === 'string' ? detail : null }
}

/**
 * Choice: where keys are not named, it may be another one each time (a slug with the next number), as long as others are
 * faster; or always the same, which no try gets past. By then the tries have taken a tenth of a second.
 */
const mostTakenUnnamed = 8

/** Whether it may pass: `later`, once others are out of the way; `never`, whatever they do. */
type Chance = 'again' | 'later' | 'never'

/** Of one transaction: answers after each of its failures whether it may pass when it is run again. */
export function createRetryRule(): (error: unknown) => Chance {
  let before: Taken | null = null
  let unnamed = 0
  return (error) => {
    const taken = takenOf(error)
    const isSame =
      taken !== null && taken.constraint === before?.constraint && taken.key === before.key
    before = taken
    unnamed = taken?.key === null ? (isSame ? unnamed + 1 : 1) : 0
    if (taken === null) return isClash(error) || isOutdated(error) ? 'again' : 'never'
    if (taken.key === null) return unnamed < mostTakenUnnamed ? 'again' : 'later'
    // Who had the chance to see that a key is taken, and inserts it again, always will.
    return isSame ? 'never' : 'again'
  }
}
