import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { currentOrganization } from '../core/organization-context.ts'
import type { Log } from '../core/log.ts'
import { second } from '../core/time.ts'
import type { Db } from './database.ts'
import { isReplica } from './server-failures.ts'

/** A pending lease fails after this, rather than hanging for ever. */
const leaseTimeoutMs = 30_000

export type Connections = {
  /** A connection that sees what the current work may see. */
  connect: () => Promise<PoolClient>
  state: NonNullable<Db['pool']>
  end: () => Promise<void>
}

type Options = {
  /** The most connections. */
  max: number
  config: Omit<PoolConfig, 'max'>
  log: Log
  /** Called for what triggers tell; null where a connection that stays is told of it (shared-signals.ts). */
  onNotification: ((told: { channel: string }) => void) | null
}

/** Channels of what triggers tell as part of the commit (0040-notes-folders.sql, 0062-known-keys.sql). */
export const notesChannel = 'note_changes'
export const keysChannel = 'key_changes'

/** One pool for all work, where no row is kept from anybody. */
export function openPool({ max, config, log, onNotification }: Options): Connections {
  const pool = new Pool({ connectionTimeoutMillis: leaseTimeoutMs, ...config, max })
  // The pending query is rejected with it; without a listener it would end the process as well.
  const logged = (error: Error): void => log.error({ err: error }, 'database connection failed')
  pool.on('error', logged)
  pool.on('connect', (client) => {
    client.on('error', logged)
    if (!onNotification) return
    client.on('notification', onNotification)
    // Who is not told of changes must not go on with what it knows.
    client.query(`LISTEN ${notesChannel}; LISTEN ${keysChannel}`).catch((error: Error) => {
      logged(error)
      void client.end()
    })
  })
  return {
    connect: () => pool.connect(),
    state: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  }
}

/** The value that stands for all organizations in the policies (0055-row-level-security.sql). */
const all = '*'
/** Migrations hold one beside that of their transactions. */
const leastForAll = 2

/** How many of the connections are for work of all organizations: they find keys and claim jobs, which is short. */
const shareForAll = (connections: number): number =>
  Math.max(leastForAll, Math.floor(connections / 2))

/**
 * Two pools, whose connections tell the database for whom they work, before they are used: those of the first for all
 * organizations, those of the second for one. Each remembers for whom, so that where there is one organization nothing is
 * ever told again: a request looks its key up with a connection of the first pool, and goes on with one of the second.
 */
export function openOrganizationPools(options: Options): Connections {
  const share = shareForAll(options.max)
  const forAll = openPool({ ...options, max: share })
  const forOne = openPool({ ...options, max: options.max - share })
  const told = new WeakMap<PoolClient, string>()
  return {
    connect: async () => {
      const organization = currentOrganization() ?? all
      const client = await (organization === all ? forAll : forOne).connect()
      if (told.get(client) === organization) return client
      try {
        await tell(client, organization)
      } catch (error) {
        client.release(true)
        throw error
      }
      told.set(client, organization)
      return client
    },
    state: () => {
      const [one, other] = [forAll.state(), forOne.state()]
      return {
        size: one.size + other.size,
        idle: one.idle + other.idle,
        waiting: one.waiting + other.waiting,
      }
    },
    end: async () => void (await Promise.all([forAll.end(), forOne.end()])),
  }
}

/**
 * Says for whom the connection works, outside of any transaction, so that no rollback takes it back. Rejects where it leads
 * to a replica, as an address does that does not follow the primary at once.
 */
async function tell(client: PoolClient, organization: string): Promise<void> {
  const text = `SELECT set_config('earshot.organization', $1, false), pg_is_in_recovery() AS is_replica`
  const { rows } = await client.query<{ is_replica: boolean }>({
    ...{ text, values: [organization] },
    // A server that is gone without a word answers nothing.
    ...{ query_timeout: 10 * second },
  })
  if (rows[0]?.is_replica !== false) throw new Error(isReplica)
}
