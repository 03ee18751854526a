import type { Client } from './generated/client/index.ts'
import * as generated from './generated/sdk.gen.ts'

type Generated = typeof generated

/** An operation of one client: it answers the body (`data`, `meta`) or throws EarshotError. */
type Bound<Operation extends (...options: never[]) => unknown> = (
  ...options: Parameters<Operation>
) => Promise<NonNullable<Awaited<ReturnType<Operation>>>>

/** Every operation of /v1 under its operationId. */
export type Operations = {
  [Name in Exclude<keyof Generated, 'streamEvents'>]: Bound<Generated[Name]>
}

/** The generated functions, each calling through this client. */
export function bindOperations(client: Client): Operations {
  const bound = Object.entries(generated).map(([name, operation]) => [
    name,
    // Each takes its own options; what they share is the client that may be given.
    (options?: object) => (operation as (options: object) => unknown)({ client, ...options }),
  ])
  return Object.fromEntries(bound) as Operations // the same names, as the type above derives them
}
