/** Databases on the PostgreSQL server that a project of the test runner has started. */
import { randomUUID } from 'node:crypto'
import { createLog } from '../../service/core/log.ts'
import { migrate } from '../../service/db/migrate.ts'
import type { OpenedDb } from '../../service/db/open-database.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { postgresUrl, runOn } from './postgres.ts'

const templateName = 'earshot_template'

/** Once per server: the schema, from which others are copied. */
export async function makePostgresTemplate(folder: string): Promise<void> {
  await runOn(postgresUrl(folder, 'postgres'), `CREATE DATABASE ${templateName}`)
  const db = await openOn(folder, templateName)
  await migrate(db)
  await db.close()
}

/** A new database: migrated, or without any table. It is dropped with the server. */
export async function openPostgresDatabase(
  folder: string,
  { isBlank = false } = {},
): Promise<OpenedDb> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const from = isBlank ? 'template1' : templateName
  await runOn(postgresUrl(folder, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${from}`)
  const db = await openOn(folder, name)
  return {
    ...db,
    fsyncCount: () => 0,
    dump: () => Promise.reject(new Error('A server is not dumped here.')),
  }
}

const openOn = (folder: string, name: string) =>
  openServerDatabase({ url: postgresUrl(folder, name), connections: 6, log: createLog('silent') })
