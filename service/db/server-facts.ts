import { sql } from 'kysely'
import type { Sql } from './database.ts'
import { isReplica } from './server-failures.ts'

/** What a PostgreSQL server says of itself. */
export type ServerFacts = {
  /** Such as 170002. */
  version: number
  is_replica: boolean
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
export function problemOf({ version, is_replica, encoding }: ServerFacts): string | null {
  if (version < leastVersion) return 'The database server is older than PostgreSQL 15.'
  if (is_replica) return isReplica
  return encoding === 'UTF8' ? null : 'The database must be made with the encoding UTF8.'
}

const guards = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Settings that are off and without which what was acknowledged may be lost. */
export const unsafeSettings = (facts: ServerFacts): string[] =>
  guards.filter((name) => facts[name] === 'off')

/** What to do about a user for whom row-level security does not hold. */
export const adviceOnUser =
  'Give EARSHOT_DATABASE_URL an ordinary user: neither a superuser nor with BYPASSRLS.'
