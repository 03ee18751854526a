import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Config } from '../config.ts'
import { createLog } from '../core/log.ts'
import { second } from '../core/time.ts'
import { openConnection } from '../db/connection.ts'
import type { Sql } from '../db/database.ts'
import { selectFingerprint } from '../db/installation-key.ts'
import { listMissing } from '../db/migrate.ts'
import {
  adviceOnProblem,
  adviceOnUser,
  problemOf,
  readServerFacts,
  unsafeSettings,
} from '../db/server-facts.ts'
import { failed, notConfigured, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Connects to the server, and asks what it is and how far its migrations are; changes nothing. */
export const checkDatabase = (config: Config): Promise<Finding> => askServer(config, lookAt)

/** Whether row-level security holds for the user of the service. */
export const checkRowLevelSecurity = (config: Config): Promise<Finding> =>
  askServer(config, async (handle) => {
    const { is_above_policies: isAbove } = await readServerFacts(handle)
    if (!isAbove) return ok('the database itself keeps organizations apart, for this user too')
    return warning(
      'this user is above it: organizations are kept apart by the service alone',
      adviceOnUser,
    )
  })

async function askServer(
  { databaseUrl }: Config,
  ask: (handle: Sql) => Promise<Finding>,
): Promise<Finding> {
  if (databaseUrl === null) {
    return notConfigured('no EARSHOT_DATABASE_URL: the database is in the data folder')
  }
  try {
    return await withServer(databaseUrl, ask)
  } catch (error) {
    const reason = reasonOf(error)
    if (error instanceof DatabaseError) {
      // The server's own words: it was told the password, and says it to nobody.
      return failed(`it refuses (${reason}: ${error.message})`, advice[reason] ?? refusal)
    }
    if (error instanceof Error && error.message === noTls) return failed(noTls, adviceOnTls)
    return failed(`it cannot be reached (${reason})`, advice[reason] ?? otherwise)
  }
}

async function withServer<Result>(
  connectionString: string,
  ask: (handle: Sql) => Promise<Result>,
): Promise<Result> {
  const connectionTimeoutMillis = 10 * second
  const connection = openConnection({
    log: createLog('silent'),
    isOpen: () => true,
    pool: { connectionString, max: 1, connectionTimeoutMillis },
  })
  try {
    return await ask(connection.sql)
  } finally {
    await connection.close()
  }
}

/** The fingerprint of the key that the database is sealed with; null where it tells none. */
export async function findFingerprint({ databaseUrl }: Config): Promise<string | null> {
  if (databaseUrl === null) return null
  // Away, or without tables so far: the part `database` says so.
  return (await withServer(databaseUrl, selectFingerprint).catch(() => null)) ?? null
}

/** The driver's words. */
const noTls = 'The server does not support SSL connections'
const adviceOnTls =
  'Give the server a certificate; or leave sslmode out of EARSHOT_DATABASE_URL where nobody else is on the way to it.'
const adviceOnCertificate =
  'Its certificate is not trusted, or is for another name: sslrootcert=FILE in EARSHOT_DATABASE_URL names the authority.'
const refusal = 'Look for that code in PostgreSQL’s manual (Error Codes), and at the server’s log.'
const otherwise =
  'Look at host, port and database in EARSHOT_DATABASE_URL, and at the server’s log.'

/** By PostgreSQL's codes and the system's. */
const advice: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host in EARSHOT_DATABASE_URL has no address: look at its name.',
  ECONNREFUSED: 'Nothing listens there: is the server up, and host and port right?',
  '28P01': 'Look at user and password in EARSHOT_DATABASE_URL.',
  '28000': 'The server refuses this user from here: look at its pg_hba.conf.',
  '42501':
    'Its tables belong to another user, as after a restore by a superuser: restore as service/deploy/backup.md says, or ALTER TABLE … OWNER TO the user for each.',
  ENOENT: 'A file that EARSHOT_DATABASE_URL names is not there: sslrootcert, sslcert or sslkey.',
  DEPTH_ZERO_SELF_SIGNED_CERT: adviceOnCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: adviceOnCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: adviceOnCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: adviceOnCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: adviceOnCertificate,
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  '3D000': 'There is no such database: createdb --encoding=UTF8 --template=template0 earshot',
}

async function lookAt(handle: Sql): Promise<Finding> {
  const facts = await readServerFacts(handle)
  const name = `PostgreSQL ${Math.floor(facts.version / 10_000)}.${facts.version % 10_000}`
  const problem = problemOf(facts)
  if (problem !== null) {
    return failed(`${name}: ${problem}`, adviceOnProblem(facts))
  }
  const { is_empty, may_create, has_vector } = await readState(handle)
  if (!may_create) {
    return failed(
      `${name}: this user may not make tables`,
      'GRANT CREATE ON SCHEMA public TO the user, or make it the owner of the database.',
    )
  }
  const missing = is_empty ? null : (await listMissing({ sql: handle })).length
  const steps =
    missing === null ? 'empty' : missing === 0 ? 'migrated' : `${missing} migrations to make`
  const text = `${name}, ${steps}`
  const unsafe = unsafeSettings(facts)
  if (unsafe.length > 0) {
    return warning(
      `${text}; ${unsafe.join(', ')}`,
      'Set them to on: otherwise what was acknowledged may be lost.',
    )
  }
  if (has_vector) return ok(`${text}, with pgvector`)
  return warning(
    `${text}, without pgvector`,
    'Ask compares what was said more slowly. Install pgvector and restart: each start looks for it, and reads all recordings once more where it finds it.',
  )
}

type State = { is_empty: boolean; may_create: boolean; has_vector: boolean }

async function readState(handle: Sql): Promise<State> {
  const { rows } = await sql<State>`
    SELECT to_regclass('migrations') IS NULL AS is_empty,
      has_schema_privilege(current_schema(), 'CREATE') AS may_create,
      CASE WHEN to_regclass('ask_embeddings') IS NULL
        THEN EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')
        ELSE EXISTS (
          SELECT FROM pg_attribute
          WHERE attrelid = to_regclass('ask_embeddings') AND attname = 'embedding'
            AND atttypid <> 'bytea'::regtype
        )
      END AS has_vector`.execute(handle)
  const [state] = rows
  if (!state) throw new Error('The database answers nothing.')
  return state
}
