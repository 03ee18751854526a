import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A guard for what comes from another process. Its type can be compared with `satisfies`. */
export const checkOf =
  <Schema extends TSchema>(schema: Schema) =>
  (value: unknown): value is Static<Schema> =>
    Value.Check(schema, value)
