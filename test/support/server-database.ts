/** Databases on the PostgreSQL server that a project of the test runner has started. */
import { randomUUID } from 'node:crypto'
import { sql as raw } from 'kysely'
import { createLog } from '../../service/core/log.ts'
import type { Db } from '../../service/db/database.ts'
import { migrate } from '../../service/db/migrate.ts'
import type { OpenedDb } from '../../service/db/open-database.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { ordinaryRole, postgresUrl, postgresVariable, runOn } from './postgres.ts'

const templateName = 'earshot_template'

/** Once per server: the schema, from which others are copied. */
export async function makePostgresTemplate(folder: string): Promise<void> {
  await runOn(
    postgresUrl(folder, 'postgres'),
    `CREATE DATABASE ${templateName} OWNER ${ordinaryRole}`,
  )
  const db = await openAt(postgresUrl(folder, templateName, ordinaryRole))
  await migrate(db)
  await db.close()
}

/** The address of a new database without any table, on the server of this project. */
export async function makePostgresDatabase(from = 'template1'): Promise<string> {
  const folder = process.env[postgresVariable]
  if (!folder) throw new Error('These tests run in a project with a PostgreSQL server.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(
    postgresUrl(folder, 'postgres'),
    `CREATE DATABASE ${name} OWNER ${ordinaryRole} TEMPLATE ${from}`,
  )
  return postgresUrl(folder, name, ordinaryRole)
}

/** A new database: migrated, or without any table. It is dropped with the server. */
export async function openPostgresDatabase({ isBlank = false } = {}): Promise<OpenedDb> {
  const db = await openAt(await makePostgresDatabase(isBlank ? undefined : templateName))
  return {
    ...db,
    fsyncCount: () => 0,
    dump: () => Promise.reject(new Error('A server is not dumped here.')),
  }
}

/** One new database, as so many processes open it, each with connections and signals of its own. */
export async function openSharedDatabase(processes: number) {
  const url = await makePostgresDatabase(templateName)
  const databases: Db[] = []
  for (let count = 0; count < processes; count += 1) databases.push(await openAt(url))
  return { url, databases }
}

/** A statement as the superuser, on a server or on PGlite, whose only user is one. */
export async function runAsSuperuser({ sql, isShared }: Db, statement: string): Promise<void> {
  if (!isShared) return void (await raw.raw(statement).execute(sql))
  const { rows } = await raw<{ name: string }>`SELECT current_database() AS name`.execute(sql)
  await runOn(postgresUrl(process.env[postgresVariable] ?? '', rows[0]?.name ?? ''), statement)
}

const openAt = (url: string) =>
  openServerDatabase({ url, connections: 6, log: createLog('silent') })
