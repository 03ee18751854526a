import { sql } from 'kysely'
import type { Sql } from './database.ts'
import { isReplica } from './server-failures.ts'

/** What a PostgreSQL server says of itself. */
export type ServerFacts = {
  /** Such as 170002. */
  version: number
  is_replica: boolean
  /** Whether a transaction that says nothing of it may change anything: as the database, the role or the server is set. */
  is_read_only: boolean
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  /** A superuser, or with BYPASSRLS: policies do not hold for it (0055-row-level-security.sql). */
  is_above_policies: boolean
}

/** The oldest that is supported: 15. */
const leastVersion = 150_000

export async function readServerFacts(handle: Sql): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    SELECT current_setting('server_version_num')::integer AS version,
      pg_is_in_recovery() AS is_replica,
      current_setting('transaction_read_only') = 'on' AS is_read_only,
      current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit,
      (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS is_above_policies`.execute(
    handle,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database answers nothing.')
  return facts
}

/** Why it cannot be used, in a sentence; null where it can. */
export function problemOf(facts: ServerFacts): string | null {
  const { version, is_replica, is_read_only, encoding } = facts
  if (version < leastVersion) return 'The database server is older than PostgreSQL 15.'
  if (is_replica) return isReplica
  if (is_read_only) return isReadOnly
  return encoding === 'UTF8' ? null : 'The database must be made with the encoding UTF8.'
}

/** Why nothing can be written where the server is the right one. */
const isReadOnly = 'The database takes no changes: default_transaction_read_only is on.'

/** What to do about a problem of `problemOf`. */
export const adviceOnProblem = ({ is_replica, is_read_only }: ServerFacts): string =>
  is_read_only && !is_replica
    ? 'ALTER DATABASE … RESET default_transaction_read_only, or ALTER ROLE or ALTER SYSTEM: wherever somebody set it, and why.'
    : 'Name another database in EARSHOT_DATABASE_URL.'

const guards = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/**
 * Settings with which what was acknowledged may be lost. With `local` a commit waits for no replica, though there may be
 * one that is to be promoted.
 */
export const unsafeSettings = (facts: ServerFacts): string[] => [
  ...guards.filter((name) => facts[name] === 'off').map((name) => `${name} = off`),
  ...(facts.synchronous_commit === 'local' ? ['synchronous_commit = local'] : []),
]

/** What to do about a user for whom row-level security does not hold. */
export const adviceOnUser =
  'Give EARSHOT_DATABASE_URL an ordinary user: neither a superuser nor with BYPASSRLS.'
