/** A team's installation that is measured: PostgreSQL that flushes its commits, and processes of the service on it. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '../../service/core/log.ts'
import type { Db } from '../../service/db/database.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { ordinaryRole, runOn, startPostgres } from '../support/postgres.ts'
import { absentStore } from '../support/s3-server.ts'
import { startMeasuredService, type ServiceProcess } from '../support/service-process.ts'

export type Team = {
  fileOf: (name: string) => string
  server: Awaited<ReturnType<typeof startPostgres>>
  /** Of its database, as the role that row-level security holds for. */
  url: string
  start: (name: string, env: Record<string, string>) => Promise<ServiceProcess>
  openDatabase: (connections: number) => Promise<Db>
}

type Options = {
  settings: readonly string[]
  /** Where everything stays, or is from an earlier run. */
  keep?: string | undefined
}

/** Ends whatever was started when `measure` is done. */
export async function withTeam(
  { settings, keep }: Options,
  measure: (team: Team) => Promise<void>,
): Promise<void> {
  const folder = keep ?? (await mkdtemp(path.join(tmpdir(), 'earshot-bench-')))
  await mkdir(folder, { recursive: true })
  const fileOf = (name: string) => path.join(folder, name)
  const isKept = keep !== undefined
  // Beside the folder, which is for this user only, as PostgreSQL runs as another one.
  const server = await startPostgres(`${folder}-postgres`, { isDurable: true, isKept, settings })
  const url = server.url('team', ordinaryRole)
  const running: ServiceProcess[] = []
  const databases: Db[] = []
  try {
    if (!existsSync(fileOf('key'))) {
      await runOn(server.url(), `CREATE DATABASE team OWNER ${ordinaryRole}`)
      await writeFile(fileOf('key'), randomBytes(32))
    }
    await measure({
      ...{ fileOf, server, url },
      start: async (name, env) => {
        const service = await startMeasuredService(fileOf(name), {
          EARSHOT_DATABASE_URL: url,
          EARSHOT_KEY_FILE: fileOf('key'),
          ...absentStore,
          ...env,
        })
        running.push(service)
        return service
      },
      openDatabase: async (connections) => {
        const db = await openServerDatabase({ url, connections, log: createLog('silent') })
        databases.push(db)
        return db
      },
    })
  } finally {
    await Promise.all(running.map((service) => service.stop()))
    for (const db of databases) await db.close()
    await server.stop()
    if (!isKept) await rm(folder, { recursive: true, force: true })
  }
}
