import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres, makeCluster, postgresFolder, serverUser } from '../support/postgres.ts'
import { freePort } from '../support/s3-server.ts'

type Server = { data: string; port: number; child: ChildProcess; name: string }

export type Databases = {
  port: () => number
  replicaPort: () => number
  /** Asks the primary. */
  ask: <Row extends object>(statement: string) => Promise<Row[]>
  /** Ends the primary with this signal and starts it again with its files. */
  restart: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>
  /** Kills the primary, or lets it stand still, and promotes the replica; resolves once that takes writes. */
  failOver: (signal: 'SIGKILL' | 'SIGSTOP') => Promise<void>
  /** Makes a new replica in the place of the primary that was left. */
  rejoin: () => Promise<void>
  pauseReplica: () => void
  resumeReplica: () => void
  /** Kills one of the processes that serve a connection, which makes PostgreSQL start all of them anew. */
  killBackend: () => Promise<void>
  stop: () => Promise<void>
}

const settings = [
  ...['listen_addresses=127.0.0.1', 'max_connections=200', 'wal_level=replica', 'hot_standby=on'],
  // So that a primary that was cut off is missed soon, as a manager of fail-over would set it.
  ...['wal_sender_timeout=5s', 'wal_receiver_timeout=5s', 'tcp_keepalives_idle=10'],
]

/** Two PostgreSQL servers: what is committed on the primary is on the replica before anybody is told. */
export async function startDatabases(): Promise<Databases> {
  const folder = postgresFolder()
  makeCluster(folder)
  const ports = [await freePort(), await freePort()]
  let made = 0
  const start = (data: string): Server => {
    made += 1
    const name = `server${made}`
    const port = ports[made % 2] ?? 0
    const own = [...settings, `port=${port}`, `unix_socket_directories=${folder}`]
    return { data, port, name, child: run(data, own) }
  }
  let primary = start(path.join(folder, 'data'))
  await untilAnswers(primary)
  let replica = await follow()

  async function follow(): Promise<Server> {
    const data = path.join(folder, `data${made + 1}`)
    mkdirSync(data, { mode: 0o700 })
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=replica`
    const args = ['-D', data, '-d', from, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync']
    const base = { ...serverUser(), cwd: folder, stdio: 'ignore' } as const
    execFileSync('chown', ['postgres', data])
    const copying = spawn(programs('pg_basebackup'), args, base)
    const [code] = await once(copying, 'exit')
    if (code !== 0) throw new Error(`pg_basebackup ended with ${code}`)
    const server = start(data)
    await untilAnswers(server)
    while ((await ask('SELECT FROM pg_stat_replication WHERE state = $$streaming$$')).length === 0)
      await pause(100)
    await ask(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`)
    await ask('SELECT pg_reload_conf()')
    return server
  }
  async function ask<Row extends object>(statement: string): Promise<Row[]> {
    return askAt<Row>(primary.port, statement)
  }
  return {
    port: () => primary.port,
    replicaPort: () => replica.port,
    ask,
    restart: async (signal) => {
      await end(primary, signal)
      const { data, port } = primary
      const own = [...settings, `port=${port}`, `unix_socket_directories=${folder}`]
      for (;;) {
        // The children of one that was killed may still hold its memory for a moment.
        primary.child = run(data, own)
        if (
          await untilAnswers(primary).then(
            () => true,
            () => false,
          )
        )
          return
        await pause(200)
      }
    },
    failOver: async (signal) => {
      const old = primary
      if (signal === 'SIGSTOP') signalAll(old, 'SIGSTOP')
      else await end(old, signal)
      await askAt(replica.port, 'SELECT pg_promote()')
      primary = replica
      await ask(`ALTER SYSTEM SET synchronous_standby_names = ''`)
      await ask('SELECT pg_reload_conf()')
      // Nobody may reach it any more once the other one takes writes.
      await end(old, 'SIGKILL')
      rmSync(old.data, { recursive: true, force: true })
    },
    rejoin: async () => void (replica = await follow()),
    pauseReplica: () => signalAll(replica, 'SIGSTOP'),
    resumeReplica: () => signalAll(replica, 'SIGCONT'),
    killBackend: async () => {
      const [backend] = await ask<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'earshot' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
      )
      if (backend) process.kill(backend.pid, 'SIGKILL')
    },
    stop: async () => {
      for (const server of [primary, replica]) await end(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const programs = (name: string): string => path.join(findPostgres() ?? '', name)

function run(data: string, own: readonly string[]): ChildProcess {
  const args = ['-D', data, ...own.flatMap((setting) => ['-c', setting])]
  return spawn(programs('postgres'), args, {
    ...serverUser(),
    cwd: path.dirname(data),
    stdio: 'ignore',
  })
}

/** The server with those that it has started, which do not stand still by themselves. */
function signalAll({ child }: Server, signal: NodeJS.Signals): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], {
    encoding: 'utf8',
  })
  for (const pid of [child.pid, ...children.split('\n').map(Number)]) {
    if (!pid) continue
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}

async function end(server: Server, signal: NodeJS.Signals): Promise<void> {
  const { child } = server
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  if (signal === 'SIGKILL') signalAll(server, signal)
  else {
    signalAll(server, 'SIGCONT')
    child.kill(signal)
  }
  await gone
}

async function untilAnswers({ port, child }: Server): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (
      await askAt(port, 'SELECT 1').then(
        () => true,
        () => false,
      )
    )
      return
    await pause(50)
  }
  throw new Error('PostgreSQL did not start.')
}

async function askAt<Row extends object>(port: number, statement: string): Promise<Row[]> {
  const client = new Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
