import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A type guard for data from another process. `satisfies` can check its type. */
export const checkOf =
  <Schema extends TSchema>(schema: Schema) =>
  (value: unknown): value is Static<Schema> =>
    Value.Check(schema, value)
