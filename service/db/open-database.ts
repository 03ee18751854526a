import { mkdir, rm } from 'node:fs/promises'
import { freeBytesOf } from '../core/free-bytes.ts'
import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { prepareFolder } from './data-folder.ts'
import { openSealing, wasShutDown, type LibraryDatabaseKeys } from './database-marker.ts'
import { type Connection, connectTo } from './connection.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'
import type { Db } from './database.ts'
import { startHousekeeping } from './housekeeping.ts'
import { dropTemplates, initialise } from './initialise.ts'
import { DatabaseAborted, DatabaseDamaged } from './open-errors.ts'
import { takeOwnership, type Ownership } from './owner-lock.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { copyTemplate, TemplateUnusable } from './template.ts'

/** What only the opener needs. */
export type OpenedDb = Db & Pick<Engine, 'fsyncCount' | 'dump'>

export type OpenOptions = {
  /** The data folder, of which this process becomes the one owner; null keeps all in memory. */
  dataDir: string | null
  log: Log
  /** Of an encrypted library; its database is made encrypted, and opened as such. */
  keys?: LibraryDatabaseKeys
  /** Held by the caller, who keeps it when the database is closed; taken here where there is none. */
  owner?: Ownership
  /**
   * Called once if the database ends by itself, or its folder can no longer be called this process's own; the
   * process should then end at once (reliability.md PG-10, PG-1).
   */
  onFatal?: ((error: Error) => void) | undefined
  /** How the host starts scripts, where that is not plain Node's way. */
  startScript?: StartScript | undefined
  /** The folder of database templates (template.ts), from which a first start copies. */
  templates?: string
  /** For tests: a dumped database to start from in memory. */
  template?: Uint8Array
}

/**
 * Opens the database on a thread of its own. Throws DataFolderInUse, DatabaseKeysMismatch or
 * DatabaseDamaged (see open-errors.ts) with the files as they were.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDb> {
  const { dataDir, log } = options
  if (dataDir === null) {
    const engine = await startEngine({ ...options, folder: null, keys: null })
    const connection = connectTo(engine.stream, log)
    if (!options.template) await dropTemplates(connection)
    return opened(connection, engine, { folder: null, wasClosed: true })
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const own = options.owner ? null : await takeOwnership(dataDir, { onLost: options.onFatal })
  try {
    const make = (empty: string): Promise<void> => fill(empty, options)
    const folder = await prepareFolder(dataDir, make, options.keys)
    const keys = openSealing(folder, options.keys)
    const wasClosed = wasShutDown(folder)
    const engine = await startIn({
      folder,
      keys,
      logReserve: `${folder}.reserve`,
      onFatal: options.onFatal,
    })
    const connection = connectTo(engine.stream, log)
    await assertDurable(connection, engine)
    const { stop, checkpoint } = startHousekeeping(connection, log, {
      hasRoom: () => hasRoom(folder),
    })
    engine.onLogReserveTaken(checkpoint)
    const release = own ? { release: own.release } : {}
    return opened(connection, engine, { folder, wasClosed, tidyUp: stop, ...release })
  } catch (error) {
    await own?.release()
    throw error
  }
}

/** From the template that the install made, or, where it cannot be used, by initdb. */
async function fill(emptyFolder: string, options: OpenOptions): Promise<void> {
  const { templates, log, startScript } = options
  if (templates !== undefined) {
    try {
      return await copyTemplate(templates, emptyFolder)
    } catch (error) {
      if (!(error instanceof TemplateUnusable)) throw error
      log.info({ err: error }, 'no database template can be used; a database is made instead')
      await rm(emptyFolder, { recursive: true })
      await mkdir(emptyFolder, { mode: 0o700 })
    }
  }
  await initialise(emptyFolder, startScript)
}

type Ending = {
  /** Null of a database in memory. */
  folder: string | null
  wasClosed: boolean
  tidyUp?: () => Promise<void>
  release?: () => Promise<void>
}

function opened(
  connection: Connection,
  engine: Engine,
  { folder, wasClosed, tidyUp, release }: Ending,
): OpenedDb {
  let isKept = false
  const close = async (): Promise<void> => {
    try {
      if (!engine.stream.destroyed && !isKept) await tidyUp?.()
      await connection.close()
      await (isKept ? engine.abandon() : engine.close())
    } finally {
      await release?.()
    }
  }
  const { sql: handle, transaction, hookFirstCommit, signals, isShared, pool } = connection
  const { fsyncCount, dump } = engine
  return {
    ...{ sql: handle, transaction, hookFirstCommit, signals, isShared, pool },
    ...{ wasClosed, close, fsyncCount, dump },
    keepAsFound: () => void (isKept = true),
    snapshot: (target) => takeSnapshot(connection, engine, folder, target),
  }
}

/** Choice: a round over the larger tables writes about as much log as they are large. */
const roomBytes = 512 << 20

const hasRoom = async (folder: string): Promise<boolean> => (await freeBytesOf(folder)) > roomBytes

async function startIn(options: EngineOptions): Promise<Engine> {
  try {
    return await startEngine(options)
  } catch (error) {
    if (!(error instanceof DatabaseAborted)) throw error
    throw new DatabaseDamaged(`PostgreSQL could not open it (${error.message})`, error)
  }
}

/**
 * PGlite ships with fsync off and could lose ours in an update: no start without proof
 * (reliability.md PG-3).
 */
async function assertDurable(connection: Connection, engine: Engine): Promise<void> {
  try {
    const { rows } = await sql<{ fsync: string }>`SHOW fsync`.execute(connection.sql)
    const before = engine.fsyncCount()
    // A transactional message is the smallest thing whose commit has to reach the disk.
    await sql`SELECT pg_logical_emit_message(TRUE, 'earshot', 'probe')`.execute(connection.sql)
    if (rows[0]?.fsync === 'on' && engine.fsyncCount() > before) return
    throw new Error('The database does not reach the disk: fsync is off or not connected.')
  } catch (error) {
    await engine.close()
    throw error
  }
}
