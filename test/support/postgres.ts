/** A real PostgreSQL server for tests: Debian's programs, a cluster of its own, and a socket in place of a port. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

/** Names the folder of a running server's socket, where tests are to use it in place of PGlite. */
export const postgresVariable = 'EARSHOT_TEST_POSTGRES'

/** The newest that is installed; undefined where there is none. */
export function findPostgres(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : []
  const [newest] = versions.filter((version) => version >= 15).toSorted((a, b) => b - a)
  const programs = path.join(folder, String(newest), 'bin')
  return existsSync(path.join(programs, 'postgres')) ? programs : undefined
}

function requirePostgres(): string {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('There is no PostgreSQL on this machine.')
  return programs
}

/** Where a server of this process has its files and its socket: in memory where there is any. */
export const postgresFolder = (): string =>
  path.join(
    existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
    `earshot-postgres-${process.pid}-${randomUUID().slice(0, 8)}`,
  )

/** PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** As an installation has it: row-level security holds for it, and not for a superuser. */
export const ordinaryRole = 'earshot'

export type PostgresServer = {
  /** The address of a database on it, for its superuser where no other role is named. */
  url: (database?: string, role?: string) => string
  process: ChildProcess
  /** At once, without a word to anybody, and the files are thrown away; unless they are kept. */
  stop: () => Promise<void>
}

/** Makes a cluster in a new folder, whose data lie in `data`. */
export function makeCluster(folder: string): void {
  const programs = requirePostgres()
  const user = serverUser()
  mkdirSync(folder, { mode: 0o755 })
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  ]
  execFileSync(path.join(programs, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' })
}

/**
 * Starts a server on a cluster in a new folder; `isDurable` flushes as in production. With `isKept` the
 * folder stays, and is gone on with where it is there.
 */
export async function startPostgres(
  folder: string,
  { isDurable = false, isKept = false, settings = [] as readonly string[] } = {},
): Promise<PostgresServer> {
  const programs = requirePostgres()
  const isNew = !isKept || !existsSync(folder)
  if (isNew) makeCluster(folder)
  const data = path.join(folder, 'data')
  const fast = isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const all = [
    ...['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200'],
    ...fast,
    ...settings,
  ]
  const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])]
  const child = spawn(path.join(programs, 'postgres'), args, {
    ...serverUser(),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => (said = (said + String(text)).slice(-4_000)))
  const url = (database = 'postgres', role?: string) => postgresUrl(folder, database, role)
  await untilAnswers(url(), child, () => said)
  if (isNew) await runOn(url(), `CREATE ROLE ${ordinaryRole} LOGIN`)
  // Tests fill and empty tables without foreign keys and triggers.
  await runOn(url(), `GRANT SET ON PARAMETER session_replication_role TO ${ordinaryRole}`)
  return {
    url,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill(isKept ? 'SIGINT' : 'SIGQUIT')
      if (child.exitCode === null && child.signalCode === null) await ended
      if (!isKept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const postgresUrl = (folder: string, database: string, role = 'postgres'): string =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(folder)}`

async function untilAnswers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error(`PostgreSQL did not start: ${said()}`)
}

/** One statement as the superuser; its rows. */
export async function runOn<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
