import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createLog } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { type Connection, connectTo } from './connection.ts'
import { startEngine } from './engine.ts'
import { migrate } from './migrate.ts'
import { DatabaseAborted } from './open-errors.ts'

const script = fileURLToPath(new URL('./initialise-child.ts', import.meta.url))

/**
 * Fills an empty folder with a new database. In a process of its own, because only
 * its end gives back the 200 MB that glibc keeps of initdb's memory
 * (reliability.md PG-8). Throws DatabaseAborted.
 */
export async function initialise(emptyFolder: string, startScript?: StartScript): Promise<void> {
  const args = [emptyFolder]
  const child =
    startScript?.({ entry: script, args, execArgv: [], env: process.env }) ??
    fork(script, args, { execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.on('data', (chunk) => (said = (said + String(chunk)).slice(-2_000)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new DatabaseAborted(`no database could be made. ${said}`.trim())
}

/** The same in this process. `isMigrated` applies every migration as well, for a template. */
export async function initialiseHere(
  emptyFolder: string,
  { isMigrated = false } = {},
): Promise<void> {
  const engine = await startEngine({ folder: emptyFolder })
  const connection = connectTo(engine.stream, createLog('silent'))
  await dropTemplates(connection)
  if (isMigrated) {
    await migrate(connection)
    await sql`CHECKPOINT`.execute(connection.sql)
  }
  await connection.close()
  await engine.close()
}

/**
 * PostgreSQL makes two more databases to copy new ones from. Here they would only be two thirds of
 * the files, all of which a start after a crash has to sync.
 */
export async function dropTemplates(connection: Connection): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`UPDATE pg_database SET datistemplate = FALSE WHERE datname = ${name}`.execute(
      connection.sql,
    )
    await sql`DROP DATABASE ${sql.id(name)}`.execute(connection.sql)
  }
  await sql`CHECKPOINT`.execute(connection.sql)
}
